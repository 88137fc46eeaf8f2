# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Groups of contractions and transposes against NumPy, one problem after the other."""

import numpy
import pytest

import ttgt

EXTENTS = [(2, 3, 4), (1, 5, 2), (7, 1, 1), (3, 3, 3), (3, 3, 3), (2, 0, 4), (0, 2, 1)]


def drawn(array, labels, dtype="float64", first=0):
    """An array for each problem, of the extents of these of the labels ijk; every second one in Fortran's order."""
    made = []
    for number, extents in enumerate(EXTENTS):
        of_label = dict(zip("ijk", extents))
        one = array(tuple(of_label[label] for label in labels), dtype, first + number)
        made.append(numpy.asfortranarray(one) if number % 2 else one)
    return made


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
@pytest.mark.parametrize("text", ["ik,kj->ij", "ik,jk->ji", "ikj,k->i", "iik->ki", "ijk->", "i,j->ij", "ik,kj", "...k,kj->...j"])
def test_einsum_strings_are_numpys(array, close, text, dtype):
    terms = text.partition("->")[0].replace("...", "i").split(",")
    lists = [drawn(array, term.replace("ii", "i"), dtype, 9 * place) for place, term in enumerate(terms)]
    if "ii" in text:
        lists = [[numpy.stack([each] * each.shape[0]) if each.shape[0] else numpy.empty((0, *each.shape), dtype)
                  for each in lists[0]]]

    found = ttgt.contractions(text, *lists)

    assert len(found) == len(EXTENTS)
    for result, *inputs in zip(found, *lists):
        close(result, numpy.einsum(text, *inputs), 64)


def test_expressions_write_their_output(array, close):
    outputs, left, right = (drawn(array, labels, "complex128", first) for first, labels in enumerate(("ij", "ki", "kj")))
    expected = [3 * d - 2j * (a.conj().T @ b) for d, a, b in zip(outputs, left, right)]

    found = ttgt.contractions("D(i,j)-=2*conj(L(k,i))*R(k,j)", outputs, left, right, alpha=1j, beta=3)

    assert all(result is output for result, output in zip(found, outputs))
    for result, wanted in zip(found, expected):
        close(result, wanted, 64)


def test_real_beside_complex_conjugated_and_into_out(array, close):
    left, right = drawn(array, "ik", "complex64"), drawn(array, "kj", "float32", 20)
    out = [numpy.ones((i, j), "complex64") for i, j, _ in EXTENTS]

    assert ttgt.contractions("ik,kj->ij", left, right, out=out, beta=2, conja=True)[0] is out[0]

    for result, a, b in zip(out, left, right):
        close(result, 2 + a.conj() @ b, 64)
    assert ttgt.contractions("ik,kj->ij", left, right)[0].dtype == "complex64"


def test_transposes_are_numpys(array, close):
    arrays = drawn(array, "ijk", "complex128")
    for axes in (None, (1, 2, 0), (-1, 0, 1)):
        for result, source in zip(ttgt.transposes(arrays, axes, alpha=2, conjugate=True), arrays):
            close(result, 2 * source.conj().transpose(axes))
            assert result.flags.c_contiguous
    out = [numpy.ones((k, i, j), "complex128") for i, j, k in EXTENTS]
    assert ttgt.transposes(arrays, (2, 0, 1), out=out, beta=1j)[0] is out[0]
    for result, source in zip(out, arrays):
        close(result, source.transpose(2, 0, 1) + 1j, 2)


def test_an_array_is_the_list_along_its_first_axis(array, close):
    left, right = array((4, 2, 3)), array((4, 3, 5), seed=1)
    out = numpy.empty((4, 2, 5))

    ttgt.contractions("D(i,j)=L(i,k)*R(k,j)", out, left, right)

    close(out, left @ right, 3)


def test_a_vector_is_the_list_of_outputs_without_axes(array, close):
    left, right, out = array((4, 5)), array((4, 5), seed=1), numpy.zeros(4)

    ttgt.contractions("i,i->", left, right, out=out)

    close(out, (left * right).sum(axis=1), 5)
    with pytest.raises(ttgt.InvalidArgument, match="problem 0: the output is an element of an array"):
        ttgt.contractions("i,i->", left, right, out=[*out])


def test_plans_run_on_other_values(array, close):
    left, right = drawn(array, "ik"), drawn(array, "kj", first=30)
    plan = ttgt.plan_contractions("ik,kj->ij", left, right)
    assert plan.problems == len(EXTENTS) and "#" in plan.explain() and plan.workspace_bytes >= 0
    assert "GroupPlan of 7 problems" in repr(plan)
    others = [2 * each for each in left]
    others = [numpy.asfortranarray(each) if number % 2 else each for number, each in enumerate(others)]
    for result, a, b in zip(plan.run(others, right), others, right):
        close(result, a @ b, 8)
    adding = ttgt.plan_contractions("D(i,j)+=L(i,k)*R(k,j)", plan.run(left, right), left, right)
    outputs = plan.run(left, right)
    for result, a, b in zip(adding.run(outputs, left, right), left, right):
        close(result, 2 * (a @ b), 8)
    turning = ttgt.plan_transposes(left, accumulate=True)
    outputs = [each.T.copy() for each in left]
    for result, source in zip(turning.run(left, out=outputs), left):
        close(result, 2 * source.T)
    with pytest.raises(ttgt.InvalidArgument, match="no out that it could scale"):
        turning.run(left)
    with pytest.raises(ttgt.InvalidArgument, match="problem 3: the plan was made for arrays of other"):
        plan.run([numpy.ascontiguousarray(each) for each in left], right)
    with pytest.raises(ttgt.InvalidArgument, match="made for 7 problems of 3 operands, the run has 2 of 3"):
        plan.run(left[:2], right[:2])


def test_calls_keep_their_plans(array):
    context = ttgt.Context(threads=1)
    left, right = drawn(array, "ik"), drawn(array, "kj")
    for _ in range(3):
        ttgt.contractions("ik,kj->ij", left, right, context=context)
        ttgt.transposes(left, context=context)
    assert len(context._block_calls) == 2
    ttgt.contractions("ik,kj->ij", left[:3], right[:3], context=context)
    assert len(context._block_calls) == 3


def test_no_problems():
    assert ttgt.contractions("ik,kj->ij", [], []) == []
    assert ttgt.contractions("D(i,j)=L(i,k)*R(k,j)", [], [], []) == []
    assert ttgt.transposes([]) == [] and ttgt.plan_transposes([]).run([]) == []


def test_refusals_name_the_problem(array):
    left, right = drawn(array, "ik"), drawn(array, "kj")
    cases = [
        (ttgt.ShapeMismatch, "problem 2: .*'k' has extent 1 .* 2", left, [*right[:2], array((2, 1)), *right[3:]]),
        (ttgt.ShapeMismatch, "problem 3: R has rank 1, but 2 in problem 0", left, [*right[:3], array((3,)), *right[4:]]),
        (ttgt.DtypeError, "problem 4: L is of float32, but of float64 in problem 0",
         [*left[:4], array((3, 3), "float32"), *left[5:]], right),
        (ttgt.DtypeError, "problem 6: R has elements", left, [*right[:6], numpy.ones((1, 2), int)]),
        (ttgt.DtypeError, "problem 0: arrays of float32 and float64 do not mix",
         left, [each.astype("float32") for each in right]),
        (ttgt.InvalidArgument, "the lists have 6 and 7 arrays", left[:6], right),
        (ttgt.InvalidArgument, "operand 1 is a int, which is no list of arrays", left, 3),
        (ttgt.ShapeMismatch, "problem 0: .*'k' has extent 1 .* 3", [array((2, 1))], [array((3, 2))]),
    ]
    for kind, message, *operands in cases:
        with pytest.raises(kind, match=message):
            ttgt.contractions("ik,kj->ij", *operands)
    with pytest.raises(ttgt.InvalidArgument, match="axes"):
        ttgt.transposes(left, (0, 0))
    with pytest.raises(ttgt.InvalidArgument, match="no out that it could scale"):
        ttgt.contractions("ik,kj->ij", left, right, beta=1)
    with pytest.raises(ttgt.Unsupported, match="terms|factors|inputs"):
        ttgt.contractions("ik,kl,lj->ij", left, right, right)


def test_nothing_is_written_on_an_error(array):
    left, right = drawn(array, "ik"), drawn(array, "kj")
    outputs = [numpy.zeros((i, j)) for i, j, _ in EXTENTS]
    outputs[3] = outputs[4]
    with pytest.raises(ttgt.OverlapError, match="problem"):
        ttgt.contractions("D(i,j)=L(i,k)*R(k,j)", outputs, left, right)
    outputs[3] = numpy.zeros((3, 3))
    outputs[3].flags.writeable = False
    with pytest.raises(ttgt.InvalidArgument, match="problem 3: D is read-only"):
        ttgt.contractions("D(i,j)=L(i,k)*R(k,j)", outputs, left, right)
    assert not any(output.any() for output in outputs)


def test_tensors_of_torch(array, close):
    torch = pytest.importorskip("torch")
    left = [torch.from_numpy(each) for each in drawn(array, "ik", "complex128")]
    right = [torch.from_numpy(each) for each in drawn(array, "kj", "complex128")]

    found = ttgt.contractions("ik,kj->ij", [each.conj() for each in left], right)

    assert all(isinstance(each, torch.Tensor) for each in found)
    for result, a, b in zip(found, left, right):
        close(result.numpy(), a.numpy().conj() @ b.numpy(), 8)
    for result, source in zip(ttgt.transposes(left), left):
        assert torch.equal(result, source.T)
    left[2].requires_grad_()
    with pytest.raises(ttgt.Unsupported, match="problem 2: L requires a gradient"):
        ttgt.contractions("ik,kj->ij", left, right)
