# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Paths from ttgt.path() to other libraries and from these to ttgt.einsum()."""

import functools

import numpy
import pytest

import ttgt

TEXT = "ab,bc,cd,de,ef->af"
SHAPES = [(3, 4), (4, 5), (5, 2), (2, 6), (6, 3)]


def arrays():
    random = numpy.random.default_rng(5)
    return [random.standard_normal(shape) for shape in SHAPES]


def close(found, expected):
    numpy.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


def steps_of(plan):
    """The products of a plan, with their factors."""
    return [line.split("=")[1].split() for line in plan.explain().splitlines() if " = " in line and " * " in line]


def test_a_path_has_its_costs():
    path = ttgt.path("ij,jk,kl->il", (2, 10), (10, 10), (10, 1), minimize="flops")
    assert path == ((1, 2), (0, 1))
    assert path.ssa == ((1, 2), (0, 3))
    assert path.numpy == ["einsum_path", (1, 2), (0, 1)]
    assert (path.operations, path.largest, path.trials) == (240, 10, 0)
    assert path.predicted_ms > 0


def test_the_same_seed_and_trials_give_the_same_path():
    labels = [[i, (i + 1) % 18, 100 + i // 2] for i in range(18)]
    call = [each for label in labels for each in ((2, 2, 2), label)]
    found = ttgt.path(*call, search="annealing", seed=4, trials=3)
    assert found.trials == 3
    assert found == ttgt.path(*call, search="annealing", seed=4, trials=3)
    timed = ttgt.path(*call, seconds=0.01, seed=4)
    assert timed == ttgt.path(*call, trials=timed.trials, seed=4)


def test_numpy_and_others_take_our_path():
    inputs = arrays()
    path = ttgt.path(TEXT, *inputs)
    expected = numpy.einsum(TEXT, *inputs)
    close(numpy.einsum(TEXT, *inputs, optimize=path.numpy), expected)
    close(ttgt.einsum(TEXT, *inputs, optimize=path), expected)
    opt_einsum = pytest.importorskip("opt_einsum")
    close(opt_einsum.contract(TEXT, *inputs, optimize=path), expected)


def test_cotengra_takes_our_path_and_gives_its_own():
    cotengra = pytest.importorskip("cotengra")
    inputs = arrays()
    expected = numpy.einsum(TEXT, *inputs)
    close(cotengra.einsum(TEXT, *inputs, optimize=ttgt.path(TEXT, *inputs)), expected)
    tree = cotengra.einsum_tree(TEXT, *SHAPES)
    close(ttgt.einsum(TEXT, *inputs, optimize=tree), expected)


GIVEN = [
    [(0, 1), (0, 1), (0, 1), (0, 1)],
    ((3, 4), (2, 3), (1, 2), (0, 1)),
    ["einsum_path", (0, 4), (0, 1), (0, 2), (0, 1)],
    [(1, 0), (5, 2), (3, 6), (7, 4)],  # numbers of products: SSA
    [[0, 1, 2], [0, 1, 2]],
    [(2,), (0, 1, 2, 3, 4)],
]


@pytest.mark.parametrize("given", GIVEN)
def test_given_paths(given):
    inputs = arrays()
    expected = numpy.einsum(TEXT, *inputs)
    for _ in range(2):  # the second call is a kept one
        close(ttgt.einsum(TEXT, *inputs, optimize=given), expected)
    plan = ttgt.plan(TEXT, *inputs, optimize=given)
    close(plan.run(*inputs), expected)


def test_the_given_order_is_the_plans():
    def first(given):
        return steps_of(ttgt.plan("ab,bc,cd->ad", (2, 2), (2, 2), (2, 2), optimize=given))[0]

    assert "T1(a,b)" in first([(0, 1), (0, 1)]) and "T2(b,c)" in first([(0, 1), (0, 1)])
    assert "T2(b,c)" in first([(0,), (0, 1), (0, 1)])  # a step of a single array moves it to the end
    assert "T2(b,c)" in first([(1, 2), (0, 1)]) and "T3(c,d)" in first([(1, 2), (0, 3)])


def test_numpy_and_opt_einsum_paths_are_taken():
    inputs = arrays()
    expected = numpy.einsum(TEXT, *inputs)
    close(ttgt.einsum(TEXT, *inputs, optimize=numpy.einsum_path(TEXT, *inputs, optimize="greedy")[0]), expected)
    opt_einsum = pytest.importorskip("opt_einsum")
    close(ttgt.einsum(TEXT, *inputs, optimize=opt_einsum.contract_path(TEXT, *inputs)[0]), expected)


@pytest.mark.parametrize("given", [True, False, None, "greedy", ("greedy", 1000), "optimal"])
def test_searches_of_numpys_mean_nothing(given):
    inputs = arrays()
    close(ttgt.einsum(TEXT, *inputs, optimize=given), numpy.einsum(TEXT, *inputs))


@pytest.mark.parametrize(("given", "words"), [
    ([(0, 1)], "leaves 4 of them"),
    ([], "leaves 5 of them"),
    ([(0, 0), (0, 1), (0, 1), (0, 1)], "multiplies an array by itself"),
    ([(0, 1), (0, 9), (0, 1), (0, 1)], "takes array 9, which is not there"),
    ([(0, 1), (0, 5), (2, 3), (4, 7)], "takes array 0, which is not there"),
    ([(0, -1), (0, 1), (0, 1), (0, 1)], "takes array -1"),
    ([(0, 1.5)], "no tuple of integers"),
    ([()], "is empty"),
    (7, "neither the name of a search nor a path"),
])
def test_wrong_paths_are_refused(given, words):
    out = numpy.zeros((3, 3))
    with pytest.raises(ttgt.InvalidArgument, match=words):
        ttgt.einsum(TEXT, *arrays(), optimize=given, out=out)
    assert not out.any()


def test_wrong_searches_are_refused():
    with pytest.raises(ttgt.InvalidArgument, match="minimize: 'money'"):
        ttgt.path("ij,jk->ik", (2, 2), (2, 2), minimize="money")
    with pytest.raises(ttgt.InvalidArgument, match="no path search 'best'"):
        ttgt.path(TEXT, *SHAPES, search="best")
    with pytest.raises(ttgt.InvalidArgument, match="a path search of -1 trials"):
        ttgt.path(TEXT, *SHAPES, trials=-1)


def test_most_elements_cut_labels_into_slices():
    shapes = [(6, 12), (12, 12), (12, 12), (12, 12), (12, 4)]
    random = numpy.random.default_rng(0)
    inputs = [random.standard_normal(shape) for shape in shapes]
    plan = ttgt.plan(TEXT, *shapes, most_elements=12)
    for wrong in (0, -5, 1e6):
        with pytest.raises(ttgt.InvalidArgument, match="most_elements is"):
            ttgt.plan(TEXT, *shapes, most_elements=wrong)
    assert "slices of" in plan.explain()
    close(plan.run(*inputs), numpy.einsum(TEXT, *inputs, optimize=True))


def chain(count):
    """Operands and lists of labels, whose numbers go beyond the letters."""
    random = numpy.random.default_rng(1)
    matrices = [random.standard_normal((2, 2)) for _ in range(count)]
    return matrices, [each for i, matrix in enumerate(matrices) for each in (matrix, [i, i + 1])] + [[0, count]]


def test_a_thousand_operands_with_numbers_for_labels():
    matrices, call = chain(1000)
    path = [(i, i + 1) if i == 0 else (0, 999 - i) for i in range(999)]  # from the left, always onto the product
    found = ttgt.einsum(*call, optimize=path)
    expected = functools.reduce(numpy.matmul, matrices)
    numpy.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10 * abs(expected).max())


def test_a_label_of_many_operands():
    random = numpy.random.default_rng(2)
    vectors = [random.uniform(0.5, 1.5, 4) for _ in range(60)]
    expected = numpy.prod(vectors, axis=0)
    text = ",".join("i" for _ in vectors)
    close(ttgt.einsum(text + "->i", *vectors), expected)
    close(ttgt.einsum(text + "->", *vectors), expected.sum())
    given = [random.standard_normal(shape) for shape in ((3, 4), (4, 5), (4, 2), (5, 4))]
    close(ttgt.einsum("ah,hb,hc,bh->ahc", *given), numpy.einsum("ah,hb,hc,bh->ahc", *given))
    close(ttgt.einsum("ah,hb,hc,bh->ac", *given), numpy.einsum("ah,hb,hc,bh->ac", *given))


def test_letters_of_other_alphabets():
    a, b, c = (numpy.arange(4.0).reshape(2, 2) + i for i in range(3))
    close(ttgt.einsum("αβ,βж,жδ->αδ", a, b, c), a @ b @ c)
    assert ttgt.path("αβ,βж,жδ->αδ", a, b, c, minimize="flops").operations == 32


def test_integers_are_refused_by_type():
    whole = numpy.ones((2, 2), dtype=int)
    for call in (lambda: ttgt.einsum("ij,jk,kl", whole, whole, whole), lambda: ttgt.path("ij,jk", whole, whole),
                 lambda: ttgt.plan("ij,jk", whole, whole)):
        with pytest.raises(ttgt.DtypeError, match="int64"):
            call()
