# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Types, casts, orders of memory and subscripts: as numpy.einsum has them, or refused by a typed error."""

import numpy
import pytest

import ttgt

A, B = numpy.arange(6.0).reshape(2, 3), numpy.arange(12.0).reshape(3, 4)
C = A + 1j
PRODUCT = "ij,jk->ik"


def outcome(einsum, arguments, options):
    """The result's values, type and steps; or which of ValueError and TypeError it is."""
    try:
        result = einsum(*arguments, **options)
    except (ValueError, TypeError) as error:
        return next(kind for kind in (TypeError, ValueError) if isinstance(error, kind))
    return numpy.array(result).tolist(), result.dtype


def options(**given):
    return given


@pytest.mark.parametrize("left, given", [
    (C, options(dtype=float)),  # imaginary parts would be dropped
    (C, options(dtype=float, casting="same_kind")),
    (C, options(dtype=float, casting="unsafe")),
    (A, options(dtype="f4")),
    (A, options(dtype="f4", casting="same_kind")),
    (A, options(dtype=numpy.complex128)),
    (A, options(dtype=int)),
    (A, options(dtype="nonsense")),
    (A.astype("f4"), options(casting="no")),
    (A.astype("f4"), options(casting="equiv")),
    (C, options(casting="no")),
    (A.astype(">f8"), options(casting="no")),
    (A.astype(">f8"), options(casting="equiv")),
    (A, options(casting="no")),
    (A, options(casting="nonsense")),
    (A, options(order="c")),
    (A, options(order="f")),
    (A, options(order=None)),
    (A, options(order="Z")),
    (A, options(order="CC")),
])
def test_options_as_numpy(left, given):
    arguments = (PRODUCT, left, B)
    for _ in range(2):
        assert outcome(ttgt.einsum, arguments, given) == outcome(numpy.einsum, arguments, given)


@pytest.mark.parametrize("dtype, given", [
    ("f4", {}),
    ("f4", options(casting="same_kind")),
    ("f8", options(casting="no")),
    ("c16", {}),
    ("c16", options(casting="no")),
    (">f8", {}),
    (">f8", options(casting="no")),
    (">f8", options(casting="equiv")),
    ("i8", {}),
    ("i8", options(casting="unsafe")),
])
def test_out_as_numpy(dtype, given):
    for _ in range(2):
        results = []
        for einsum in (numpy.einsum, ttgt.einsum):
            out = numpy.zeros((2, 4), dtype)
            results.append((outcome(einsum, (PRODUCT, A, B), {**given, "out": out}), out.tolist()))
        assert results[0] == results[1]


def test_computes_in_the_type_of_a_wider_out():
    left, right = (A / 7).astype("f4"), (B / 3).astype("f4")
    out = numpy.zeros((2, 4))
    for _ in range(2):
        ttgt.einsum(PRODUCT, left, right, out=out)
        assert numpy.abs(out - left.astype(float) @ right.astype(float)).max() < 1e-14


def test_out_that_is_no_array():
    for out in ([1, 2], 1.0, (numpy.zeros((2, 4)),)):
        with pytest.raises(ttgt.DtypeError, match="no array"):
            ttgt.einsum(PRODUCT, A, B, out=out)
    with pytest.raises(ttgt.InvalidArgument, match=r"shape \(2, 4\), out has \(2, 5\)"):
        ttgt.einsum(PRODUCT, A, B, out=numpy.zeros((2, 5), ">f8"))


@pytest.mark.parametrize("arrays, f_contiguous", [
    ((numpy.asfortranarray(A), numpy.asfortranarray(B)), True),
    ((numpy.asfortranarray(A), B), False),
    ((A, B), False),
])
def test_order_a(arrays, f_contiguous):
    for _ in range(2):
        for result in (numpy.einsum(PRODUCT, *arrays, order="A"), ttgt.einsum(PRODUCT, *arrays, order="A")):
            assert result.flags.f_contiguous == f_contiguous and result.flags.c_contiguous != f_contiguous


@pytest.mark.parametrize("arguments", [
    (b"ij,jk->ik", A, B),
    ("", 1.5),
    ("->", 1.5),
    (",", 2.0, 3.0),
    ("", A),
    ("->",),
    ("ij",),
    (),
    (A,),
    (A, [numpy.int64(0), numpy.int32(1)], [0]),
    (A, numpy.array([0, 1]), numpy.array([0])),
    (A, (0, 1), (0,)),
    (A, range(2), (0,)),
    (A, [-1, 1], [1]),
    (A, [..., 0, ...], [0]),
    ("ii->i", numpy.ones((1, 3))),
    ("ii->", numpy.ones((3, 1))),
    ("ii,i->i", numpy.ones((1, 3)), numpy.ones(3)),
    ("ii,i->i", numpy.full((1, 1), 2.0), numpy.arange(3.0)),
])
def test_subscripts_as_numpy(arguments):
    for _ in range(2):
        assert outcome(ttgt.einsum, arguments, {}) == outcome(numpy.einsum, arguments, {})


@pytest.mark.parametrize("labels", [[0.0, 1.0], ["i", "j"], "ij", [True, False], 5, B])
def test_labels_that_are_no_integers(labels):
    with pytest.raises(ttgt.InvalidArgument, match="label|lists"):
        ttgt.einsum(A, labels, [0])


def test_labels_beyond_ascii():
    assert (ttgt.einsum("αβ,βγ->αγ", A, B) == A @ B).all()
    assert (ttgt.einsum("αj,jβ", A, B) == A @ B).all()
    assert (ttgt.contract("éß,ßk->ék", A, B) == A @ B).all()
    with pytest.raises(ttgt.InvalidArgument, match="'β' has extent 3"):
        ttgt.einsum("αβ,βγ->αγ", A, A)
    with pytest.raises(ttgt.InvalidArgument):
        ttgt.einsum("i\ud800,jk->ik", A, B)


def test_lists_of_more_than_52_labels():
    matrix = numpy.array([[0.0, 1.0], [1.0, 1.0]])
    chain = [part for i in range(80) for part in (matrix, [i, i + 1])]

    for _ in range(2):
        found = ttgt.einsum(*chain, [0, 80])

        assert found.tolist() == numpy.linalg.matrix_power(matrix, 80).tolist()
    assert (ttgt.einsum(A, [60, 52], B, [52, 100_000]) == A @ B).all()
    assert (ttgt.einsum(A, [60, 52], B, [52, 3]) == (A @ B).T).all()  # implicit: the smaller label first
    with pytest.raises(ttgt.InvalidArgument, match="label 5000000"):
        ttgt.einsum(A, [0, 5_000_000])


def test_plan_takes_what_einsum_takes():
    assert (ttgt.plan(A, [0, 1], B, [1, 2], [0, 2]).run(A, B) == A @ B).all()
    assert (ttgt.plan((2, 3), [70, 1], (3, 4), [1, 71]).run(A, B) == A @ B).all()
    assert (ttgt.plan("αβ,βγ->αγ", (2, 3), (3, 4), dtype=numpy.float64).run(A, B) == A @ B).all()
    assert (ttgt.plan(b"ij,jk->ik", A, B).run(A, B) == A @ B).all()


def test_transpose_as_numpy():
    cube = numpy.arange(24.0).reshape(2, 3, 4)

    for axes in (numpy.array([2, 0, 1]), [1, -1, 0], None):
        assert (ttgt.transpose(cube, axes) == numpy.transpose(cube, axes)).all()
    assert ttgt.transpose(numpy.float64(2), ()) == 2 and ttgt.transpose(numpy.arange(3.0), 0).tolist() == [0, 1, 2]
    for axes in ((), (0, 0, 1), (0, 1, 3), [0.0, 1.0, 2.0], "abc"):
        with pytest.raises(ttgt.InvalidArgument, match="axes"):
            ttgt.transpose(cube, axes)
    with pytest.raises(ttgt.InvalidArgument, match="axes"):
        ttgt.transpose(cube, (0, 1), out=numpy.zeros((2, 3, 4)))


def test_stride_between_elements_is_named():
    records = numpy.ones((3, 3), dtype=[("a", "f4"), ("v", "f8")])

    with pytest.raises(ttgt.InvalidArgument, match="L has a stride of 36 bytes.*8"):
        ttgt.contract(PRODUCT, records["v"], records["v"])


def test_arguments_of_the_wrong_kind():
    with pytest.raises(ttgt.InvalidArgument, match="context is 'cpu'"):
        ttgt.einsum(PRODUCT, A, B, context="cpu")
    with pytest.raises(ttgt.InvalidArgument, match="workspace_limit is 1000000.0"):
        ttgt.contract(PRODUCT, A, B, workspace_limit=1e6)
