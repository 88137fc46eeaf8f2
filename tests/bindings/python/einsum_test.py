# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""ttgt.einsum follows numpy.einsum."""

import numpy
import pytest

import ttgt

CASES = [
    ("ij,jk->ik", (2, 3), (3, 4)),
    ("ij,jk", (2, 3), (3, 4)),  # implicit: ik
    ("ba,ac", (2, 3), (3, 4)),  # implicit: bc
    ("ij,ij->", (2, 3), (2, 3)),
    ("i,j->ij", (2,), (3,)),
    ("i,i->i", (4,), (4,)),
    ("iij,j->i", (3, 3, 2), (2,)),
    ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)),
    (" i j , j k -> i k ", (2, 3), (3, 4)),
    ("...ij,...jk->...ik", (2, 5, 3, 4), (5, 4, 2)),
    ("...ij,jk", (2, 3, 4), (4, 5)),
    ("i...,...->i...", (2, 3, 4), (4,)),
    ("...,...", (3, 1), (1, 4)),
    ("ij,jk->ik", (2, 1), (3, 4)),  # an extent of 1 is repeated
    ("ij,kl->", (2, 3), (4, 5)),
    (",ij->ji", (), (2, 3)),
    ("ii", (3, 3), None),
    ("ii->i", (3, 3), None),
    ("ijk->kij", (2, 3, 4), None),
    ("cba", (2, 3, 4), None),  # implicit: abc, a transpose
    ("...j->...", (2, 3, 4), None),
    ("ij->", (0, 3), None),
    ("ij,jk->ik", (2, 0), (0, 3)),
]


def operands(array, shapes, dtype="float64"):
    return [array(shape, dtype, seed) for seed, shape in enumerate(shapes) if shape is not None]


@pytest.mark.parametrize("text, left, right", CASES)
def test_as_numpy(array, close, text, left, right):
    arrays = operands(array, (left, right))
    expected = numpy.einsum(text, *arrays)

    for _ in range(2):
        close(ttgt.einsum(text, *arrays), expected, 60)
    out = numpy.full(expected.shape, numpy.nan)
    for _ in range(2):
        assert ttgt.einsum(text, *arrays, out=out) is out
    close(out, expected, 60)


@pytest.mark.parametrize("text, shapes", [
    ("lk,mj,ni,lmn->ijk", [(5, 2), (6, 3), (7, 4), (5, 6, 7)]),
    ("ij,jk,kl,lm,mn,ni", [(2, 3), (3, 4), (4, 5), (5, 2), (2, 6), (6, 2)]),  # a ring
    ("i,j,k->kij", [(2,), (3,), (4,)]),  # outer products
    ("ij,ij,ij->j", [(3, 4)] * 3),  # labels in all of them
    (",ij,->ji", [(), (2, 3), ()]),  # scalars
    ("iij,kk,jl->il", [(3, 3, 2), (4, 4), (2, 5)]),  # diagonals
    ("...ij,...jk,kl->...il", [(2, 5, 3, 4), (5, 4, 2), (2, 3)]),
    ("ij,jk,kl->il", [(2, 0), (0, 3), (3, 2)]),
])
@pytest.mark.parametrize("dtype", ["float64", "complex64"])
def test_many_operands(array, close, text, shapes, dtype):
    arrays = operands(array, shapes, dtype)
    expected = numpy.einsum(text, *arrays)
    terms = 10_000

    for _ in range(2):
        close(ttgt.einsum(text, *arrays, optimize="optimal"), expected, terms)
    out = numpy.full(expected.shape, numpy.nan, dtype)
    for _ in range(2):
        assert ttgt.einsum(text, *arrays, out=out) is out
    close(out, expected, terms)


def test_many_operands_of_several_types(array, close):
    arrays = [array((3, 4)), array((4, 5), "complex128", 1), array((5, 2), seed=2)]

    close(ttgt.einsum("ij,jk,kl->il", *arrays), arrays[0] @ arrays[1] @ arrays[2], 20)
    with pytest.raises(ttgt.InvalidArgument, match="has 3 input"):
        ttgt.einsum("ij,jk,kl->il", *arrays[:2])


def test_lists_of_labels(array, close):
    a, b = array((2, 3)), array((3, 4), seed=1)

    close(ttgt.einsum(a, [0, 1], b, [1, 2], [0, 2]), a @ b, 3)
    close(ttgt.einsum(a, [0, 30], b, [30, 2]), a @ b, 3)
    close(ttgt.einsum(a, [5, 1], b, [1, 2]), (a @ b).T, 3)
    close(ttgt.einsum(a, [Ellipsis, 1], b, [1, 2], [Ellipsis, 2]), a @ b, 3)


def test_lists_and_numbers_are_arrays():
    assert ttgt.einsum("ij,j->i", [[1.0, 2.0], [3.0, 4.0]], numpy.array([1.0, 10.0])).tolist() == [21, 43]
    assert ttgt.einsum(",i->i", 2.0, [1.0, 2.0]).tolist() == [2, 4]


@pytest.mark.parametrize("left, right", [("float32", "float64"), ("float64", "complex64"), ("int64", "float64"),
                                         ("bool", "float32"), ("float64", "complex128"), ("float32", "complex128")])
def test_types_are_promoted(array, close, left, right):
    a, b = (array((3, 4), seed=1) * 9).astype(left), array((4, 2), right, 2)
    expected = numpy.einsum("ij,jk->ik", a, b)

    found = ttgt.einsum("ij,jk->ik", a, b)

    assert found.dtype == expected.dtype
    close(found / 9, expected / 9, 4)


def test_dtype_order_and_casting(array, close):
    a, b = array((3, 4), "float32"), array((4, 5), "float32", 1)

    found = ttgt.einsum("ij,jk->ik", a, b, dtype="float64", order="F", optimize="greedy")

    assert found.dtype == numpy.float64 and found.flags.f_contiguous
    close(found, a.astype("float64") @ b, 4)
    wide = numpy.empty((3, 5), "complex128")
    close(ttgt.einsum("ij,jk->ik", a, b, out=wide).real.astype("float32"), a @ b, 4)
    with pytest.raises(TypeError, match="casting"):
        ttgt.einsum("ij,jk->ik", a + 1j, b, out=numpy.empty((3, 5), "float32"))


@pytest.mark.parametrize("text, order, steps", [
    ("abk,kcd->bdac", "K", (30, 1, 120, 5)),  # memory as abcd
    ("abk,kcd->bdac", "C", (90, 18, 6, 1)),
    ("abk,kcd->bdac", "F", (1, 4, 20, 60)),
    ("abk,kb->ba", "K", (3, 1)),  # b is in both inputs: C
])
def test_order_of_memory(array, close, text, order, steps):
    extents = {"a": 3, "b": 4, "c": 6, "d": 5, "k": 2}
    arrays = [array([extents[label] for label in part]) for part in text.partition("->")[0].split(",")]

    for _ in range(2):
        found = ttgt.einsum(text, *arrays, order=order)

        assert tuple(stride // 8 for stride in found.strides) == steps
        close(found, numpy.einsum(text, *arrays), 2)
    found = ttgt.contract(text, *arrays, order=order)
    assert tuple(stride // 8 for stride in found.strides) == steps


def test_rank_zero_is_a_scalar(array):
    vector = array((5,))

    for _ in range(2):
        assert isinstance(ttgt.einsum("i,i->", vector, vector), numpy.float64)
    out = numpy.empty(())
    assert ttgt.einsum("i,i->", vector, vector, out=out) is out


def test_unknown_order(array):
    with pytest.raises(ValueError, match="order is 'Z'"):
        ttgt.einsum("ij,jk", array((2, 2)), array((2, 2)), order="Z")


def test_out_may_overlap_an_operand(array, close):
    a, b = array((3, 3)), array((3, 3), seed=1)
    expected = a @ b

    for _ in range(2):
        left = a.copy()
        assert ttgt.einsum("ij,jk->ik", left, b, out=left) is left
        close(left, expected, 3)


def test_foreign_elements_are_cast(array, close):
    a, b = array((3, 4)), array((4, 5), seed=1)
    records = numpy.zeros((3, 4), [("x", "f8"), ("flag", "i1")])
    records["x"] = a

    close(ttgt.einsum("ij,jk->ik", records["x"], b), a @ b, 4)
    close(ttgt.einsum("ij,jk->ik", a.astype(">f8"), b), a @ b, 4)


@pytest.mark.parametrize("shapes, arguments, error, words", [
    (((2, 3), (4, 5)), "ij,jk->ik", ValueError, "'j' has extent 3"),
    (((2, 3), (3, 5)), "ij,jk->iq", ValueError, "q"),
    (((2, 3), (3, 5)), "ij,jk->i;k", ValueError, "column 9"),
    (((2, 3),), "ij,jk->ik", ValueError, r"has 2 input\(s\), the call has 1"),
    (((2, 3), (3,)), "ij,jk->ik", ValueError, r"'jk' has 2 label\(s\), its array has rank 1"),
    (((2, 2), (2, 2), (3, 2)), "ij,jk,kl->il", ValueError, "'k' has extent 2"),
])
def test_refusals(array, shapes, arguments, error, words):
    with pytest.raises(error, match=words) as caught:
        ttgt.einsum(arguments, *operands(array, shapes))
    assert isinstance(caught.value, ttgt.Error)


def test_integers_alone_are_refused():
    with pytest.raises(TypeError, match="int64"):
        ttgt.einsum("ij->ji", numpy.ones((2, 2), "int64"))
    with pytest.raises(ValueError, match="subscripts"):
        ttgt.einsum()
    with pytest.raises(ValueError, match="-1"):
        ttgt.einsum(numpy.ones(2), [-1])
    with pytest.raises(ValueError, match="extent 3 in D but 2"):
        ttgt.einsum("ij->ij", numpy.ones((2, 2), "float32"), out=numpy.ones((3, 2)))
