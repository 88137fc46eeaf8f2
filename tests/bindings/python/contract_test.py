# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""ttgt.contract and ttgt.transpose on NumPy arrays."""

import numpy
import pytest

import ttgt


def test_expression_writes_its_first_array(close):
    l = numpy.array([[1.0, 2, 3], [4, 5, 6]])
    r = numpy.array([[1.0, 0], [0, 1], [1, 1]])
    d = numpy.full((2, 2), 10.0)

    assert ttgt.contract("D(i,j)+=L(i,k)*R(k,j)", d, l, r) is d

    assert d.tolist() == [[14, 15], [20, 21]]
    ttgt.contract("D(i,j)=L(i,k)*R(k,j)", d, l, r)
    assert d.tolist() == [[4, 5], [10, 11]]
    ttgt.contract("D(i,j)-=0.5*L(i,k)*R(k,j)", d, l, r, alpha=2)
    assert d.tolist() == [[0, 0], [0, 0]]


def test_scalars_of_einsum_strings():
    l, r = numpy.array([[1.0, 2], [3, 4]]), numpy.array([[0.0, 1], [1, 0]])
    out = numpy.ones((2, 2))

    for _ in range(2):  # the second call takes the kept plan
        out[...] = 1
        assert ttgt.contract("ik,kj->ij", l, r, alpha=2, beta=3, out=out) is out

    assert out.tolist() == [[3 + 4, 3 + 2], [3 + 8, 3 + 6]]
    assert ttgt.contract("ik,kj->ij", l, r, alpha=-1).tolist() == [[-2, -1], [-4, -3]]


def test_beta_zero_does_not_read():
    out = numpy.full((2,), numpy.nan)

    ttgt.contract("ij->i", numpy.ones((2, 3)), out=out)

    assert out.tolist() == [3, 3]


@pytest.mark.parametrize("conja, conjb", [(False, False), (True, False), (False, True), (True, True)])
def test_conjugation(array, close, conja, conjb):
    a, b = array((4, 5, 3), "complex128", 1), array((3, 4, 6), "complex128", 2)
    expected = numpy.einsum("aci,iab->cb", a.conj() if conja else a, b.conj() if conjb else b)

    close(ttgt.contract("aci,iab->cb", a, b, conja=conja, conjb=conjb), expected, 24)
    close(ttgt.contract("aci,iab->cb", a, b.real, conja=conja, conjb=conjb),
          numpy.einsum("aci,iab->cb", a.conj() if conja else a, b.real), 24)


def test_views_are_read_and_written_in_place(array, close):
    a = array((9, 8, 7), seed=1)[::-2, 1:6, ::3]
    b = array((5, 20), seed=2).T[3:13:2]
    whole = array((12, 11), seed=3)
    expected = whole.copy()
    block = whole[1:7:2, 1:11:2]

    ttgt.contract("ibk,ab->ka", a, b, alpha=2, beta=1, out=block)

    expected[1:7:2, 1:11:2] += 2 * numpy.einsum("ibk,ab->ka", a, b)
    close(whole, expected, 25)


def test_repeated_elements_and_size_zero():
    ones = numpy.broadcast_to(numpy.array(2.0), (3, 4))

    assert ttgt.contract("ij,j->i", ones, numpy.ones(4)).tolist() == [8, 8, 8]
    assert ttgt.contract("ij,jk->ik", numpy.ones((2, 0)), numpy.ones((0, 3))).tolist() == [[0] * 3] * 2
    assert ttgt.contract("ij,jk->ik", numpy.ones((0, 2)), numpy.ones((2, 3))).shape == (0, 3)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "complex128"])
def test_dtypes(array, close, dtype):
    a, b = array((6, 7), dtype, 1), array((7, 5), dtype, 2)

    found = ttgt.contract("ik,kj->ij", a, b)

    assert found.dtype == a.dtype
    wide = "complex128" if numpy.dtype(dtype).kind == "c" else "float64"
    close(found, a.astype(wide) @ b.astype(wide), 7)


def test_random_contractions_against_numpy(draw, array, close):
    for turn in range(60):
        labels = "abcdefg"[: draw.randint(1, 6)]
        extents = {label: draw.choice([1, 2, 3, 5]) for label in labels}
        left = draw.sample(labels, draw.randint(1, len(labels)))
        right = draw.sample(labels, draw.randint(1, len(labels)))
        used = sorted(set(left + right))
        output = draw.sample(used, draw.randint(0, len(used)))
        text = f"{''.join(left)},{''.join(right)}->{''.join(output)}"
        a = array([extents[x] for x in left], draw.choice(["float64", "complex128"]), turn)
        b = array([extents[x] for x in right][::-1], "float64", turn + 1).T
        terms = numpy.prod([extents[x] for x in used])
        a = a if draw.random() < 0.5 else numpy.asfortranarray(a)

        close(ttgt.contract(text, a, b), numpy.einsum(text, a, b), terms)
        if output and draw.random() < 0.5:
            expression = f"D({','.join(output)})+=L({','.join(left)})*R({','.join(right)})"
            d = array([extents[x] for x in output], a.dtype, turn + 2)
            expected = d + numpy.einsum(text, a, b)
            close(ttgt.contract(expression, d, a, b), expected, terms)


@pytest.mark.parametrize("dtype", ["int8", "bool", "int64", "S16", "complex128", "<M8[s]"])
def test_transpose_moves_any_elements(dtype):
    values = numpy.arange(2 * 3 * 4).reshape(2, 3, 4)
    source = values.astype("int64").astype(dtype) if dtype != "bool" else values % 3 == 0

    assert (ttgt.transpose(source, (2, 0, 1)) == source.transpose(2, 0, 1)).all()
    assert (ttgt.transpose(source) == source.T).all()
    out = numpy.empty((4, 2, 3), source.dtype)[::-1]
    assert (ttgt.transpose(source, (-1, 0, 1), out=out) == source.transpose(2, 0, 1)).all()


def test_transpose_scales_and_conjugates(array, close):
    source, out = array((3, 4), "complex64", 1), array((4, 3), "complex64", 2)
    expected = 2j * source.conj().T - out

    close(ttgt.transpose(source, out=out, alpha=2j, beta=-1, conjugate=True), expected, 2)


def test_conjugated_operands_have_extents_of_1_repeated(array):
    left, right = array((3, 1), "complex128"), array((4, 5), "complex128", seed=1)

    for _ in range(2):
        found = ttgt.contract("ij,jk->ik", left, right, conja=True)
        numpy.testing.assert_allclose(found, numpy.einsum("ij,jk->ik", left.conj(), right), rtol=1e-12)
