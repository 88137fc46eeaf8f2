# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Formulas against NumPy."""

import numpy
import pytest

import ttgt

DENOMINATORS = "T(a,b,i,j) = R(i,j,a,b) / (e(i) + e(j) - f(a) - f(b))"


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_denominators(array, close, dtype):
    r, e, f = array((3, 3, 4, 4), dtype), array(3, seed=1) - 5, array(4, seed=2) + 5
    e, f = (each.astype(numpy.empty(0, dtype).real.dtype) for each in (e, f))

    t = ttgt.evaluate(DENOMINATORS, R=r, e=e, f=f)

    over = e[:, None, None, None] + e[:, None, None] - f[:, None] - f
    assert t.dtype == dtype and t.flags.c_contiguous
    close(t, (r / over).transpose(2, 3, 0, 1))


def test_types_of_results(array):
    real, single = array(3), array(3, "float32")
    pair, half = array(3, "complex64"), array(3, "float16")
    cases = [("float64", {"x": real, "y": single}), ("float16", {"x": half, "y": half}), ("float32", {"x": half, "y": single}),
             ("complex64", {"x": pair, "y": single}), ("complex128", {"x": pair, "y": real})]
    for dtype, arrays in cases:
        assert ttgt.evaluate("z(i) = x(i)*y(i)", **arrays).dtype == dtype
    assert ttgt.evaluate("z(i) = max(abs(x(i)), 1)", x=pair).dtype == "float32"
    assert ttgt.evaluate("z(i) = k*x(i)", x=single, k=2j).dtype == "complex64"
    assert ttgt.evaluate("z(i) = k*x(i)", x=single, k=numpy.float64(2)).dtype == "float32"


def test_reductions(array, close):
    x = array((3, 5))
    close(ttgt.evaluate("n() = norm2(x(i,j))", x=x), numpy.linalg.norm(x), 15)
    close(ttgt.evaluate("m(j) = max(abs(x(i,j)))", x=x), abs(x).max(0))
    assert isinstance(ttgt.evaluate("n() = 2*k", k=3), numpy.float64)
    assert ttgt.evaluate("s(i) = sum(x(i,j))", x=numpy.ones((2, 0))).tolist() == [0, 0]


def test_reduce_is_a_formula(array, close):
    x = array((3, 5, 4))
    close(ttgt.reduce("abc->cb", x), x.sum(0).T, 15)
    close(ttgt.reduce("a1,b,c->b", x, "max"), x.max((0, 2)))
    close(ttgt.reduce("a b c ->", x, "norm2"), numpy.linalg.norm(x.ravel()), 15)
    close(ttgt.reduce("aa->a", x[:, :3, 0], "prod"), x[:, :3, 0].diagonal())
    out = numpy.zeros(5)
    assert ttgt.reduce("abc->b", x, "min", out=out) is out
    close(out, x.min((0, 2)))


def test_reduce_takes_one_word_as_a_label(array, close):
    x = array(7)
    close(ttgt.reduce("row,->", x), x.sum(), 15)
    close(ttgt.reduce("row,->row,", x, "max"), x)
    close(ttgt.reduce("row,col->col,", array((3, 4)), "min"), array((3, 4)).min(0))


def test_texts_with_nul_are_refused(array):
    x = array(3)
    for call in [lambda: ttgt.evaluate("y(i) = x(i)\0 + 1", x=x), lambda: ttgt.contract("ij->j\0", array((3, 3))),
                 lambda: ttgt.reduce("i->\0", x)]:
        with pytest.raises(ttgt.InvalidArgument, match="NUL"):
            call()


def test_reduce_refuses_what_is_no_reduction(array):
    x = array((3, 5))
    for function in ["abs", "mean"]:
        with pytest.raises(ttgt.InvalidArgument, match="a reduction is one of sum, prod"):
            ttgt.reduce("ij->j", x, function)
    for subscripts in ["ij", "ij->j->"]:
        with pytest.raises(ttgt.ExpressionError, match="arrows"):
            ttgt.reduce(subscripts, x)
    with pytest.raises(ttgt.InvalidArgument):
        ttgt.reduce("ij->k", x)
    with pytest.raises(ttgt.InvalidArgument, match="is no text"):
        ttgt.reduce(x, "ij->j")


def test_outputs_are_written_and_returned(array, close):
    x, y = array((4, 3)), array((3, 4), seed=1)
    expected = y + 2.5 * x.T

    assert ttgt.evaluate("y(b,a) += alpha*x(a,b)", x=x, alpha=2.5, out=y) is y
    close(y, expected)
    assert ttgt.evaluate("y(b,a) = y(b,a) - alpha*x(a,b)", x=x, y=y, alpha=numpy.float32(2.5)) is y
    close(y, expected - 2.5 * x.T, 2)
    ttgt.evaluate("out(a,b) = rcp(x(a,b))", x=x, out=x)
    close(x * x, array((4, 3)) ** -2.0, 1e6)
    wide = numpy.zeros((6, 8))
    ttgt.evaluate("y(b,a) = y2(b,a)", y2=y, out=wide[::-2, 1::2])
    assert (wide[::-2, 1::2] == y).all() and not wide[:, ::2].any()


def test_calls_keep_their_plans(array):
    context = ttgt.Context(threads=1)
    x = array((4, 3))
    for alpha in range(3):
        assert (ttgt.evaluate("y(a) = alpha + sum(0*x(a,b))", x=x, alpha=alpha, context=context) == alpha).all()
    assert len(context._block_calls) == 1
    ttgt.evaluate("y(a) = alpha + sum(0*x(a,b))", x=x, alpha=1j, context=context)
    ttgt.evaluate("y(a) = alpha + sum(0*x(a,b))", x=x[::-1], alpha=1, context=context)
    ttgt.evaluate("y(a) = alpha + sum(0*x(a,b))", x=x, alpha=1, out=numpy.empty(4), context=context)
    assert len(context._block_calls) == 4
    for number in range(400):
        ttgt.evaluate(f"y(a) = {number}*x(a)", x=x[:, 0], context=context)
    assert len(context._block_calls) <= 384


def test_plans_run_on_other_values(array, close):
    x = array((4, 3))
    plan = ttgt.plan_evaluation("y(b,a) = alpha*x(a,b)", x=x)
    assert plan.inputs == ("x",) and plan.scalars == ("alpha",) and plan.bytes == 2 * 12 * 8
    assert plan.predicted_ms > 0
    assert "y(b,a)" in plan.explain() and plan.source() == "" and "EvaluationPlan of y(b,a)" in repr(plan)
    close(plan.run(x=2 * x, alpha=3), 6 * x.T)
    out = numpy.empty((3, 4))
    assert plan.run(x=x, alpha=1, out=out) is out
    close(out, x.T)
    with pytest.raises(ttgt.InvalidArgument, match="made for arrays of other"):
        plan.run(x=x.astype("float32"), alpha=1, out=out)
    with pytest.raises(ttgt.InvalidArgument, match="scalar alpha, which is not given"):
        plan.run(x=x)
    adding = ttgt.plan_evaluation("y(b,a) += x(a,b)", x=x, out=out)
    close(adding.run(x=x, y=out), 2 * x.T)
    with pytest.raises(ttgt.InvalidArgument, match="output that is given: y is not"):
        adding.run(x=x)


def test_plans_refuse_other_layouts_on_other_streams(array):
    plan = ttgt.plan_evaluation("y(i,j) = x(i,j) + 1", x=array((3, 4)))
    plan._cores.clear()  # as on a stream that the plan has not run on

    with pytest.raises(ttgt.InvalidArgument, match="other dtypes, shapes, strides"):
        plan.run(x=array((4, 4)))
    assert plan.run(x=array((3, 4))).shape == (3, 4)


def test_refusals_name_what_is_wrong(array):
    x = array((4, 3))
    cases = [
        (ttgt.ExpressionError, "column|expected", "y(a", {}),
        (ttgt.InvalidArgument, "the formula is 3, which is no text", 3, {}),
        (ttgt.OperandCountMismatch, "tensor x, which is not given", "y(a) = x(a)", {}),
        (ttgt.OperandCountMismatch, "z is given, but is no name", "y(a,b) = x(a,b)", {"x": x, "z": 1}),
        (ttgt.InvalidArgument, "scalar k, which is not given", "y(a,b) = k*x(a,b)", {"x": x}),
        (ttgt.ScalarError, "scalar k is 'two', which is no number", "y(a,b) = k*x(a,b)", {"x": x, "k": "two"}),
        (ttgt.DtypeError, "x is of int64", "y(a,b) = x(a,b)", {"x": x.astype("int64")}),
        (ttgt.ShapeMismatch, "x has 1 labels", "y(a) = x(a)", {"x": x}),
        (ttgt.ShapeMismatch, "label 'a' has extent", "y(a) = sum(x(a,b)) + z(a)", {"x": x, "z": x[0]}),
        (ttgt.InvalidArgument, "label 'b' of x is no label", "y(a) = x(a,b)", {"x": x}),
        (ttgt.InvalidArgument, "no input has the label 'c'", "y(c) = sum(x(a,b))", {"x": x}),
        (ttgt.InvalidArgument, "reads its output y, which must be given", "y(a,b) -= x(a,b)", {"x": x}),
        (ttgt.InvalidArgument, "'context' is an argument", "y(a,b) = x(a,b)*context", {"x": x}),
        (ttgt.InvalidArgument, "given twice", "y(a,b) = x(a,b)", {"x": x, "y": x, "out": x}),
        (ttgt.InvalidArgument, "the output y is a list", "y(a,b) = x(a,b)", {"x": x, "out": [1.0]}),
        (ttgt.InvalidArgument, "scalar k is .*, which is real", "y(a,b) = k*x(a,b)", {"x": x, "k": 1j, "out": x}),
        (ttgt.InvalidArgument, "no order", "y() = max(x(a,b))", {"x": x + 1j}),
        (ttgt.OverlapError, "overlap in memory", "y(a,b) = x(b,a)", {"x": x[:3], "out": x[:3]}),
    ]
    for kind, message, formula, arguments in cases:
        with pytest.raises(kind, match=message):
            ttgt.evaluate(formula, **arguments)
    assert (x == array((4, 3))).all()
    x.flags.writeable = False
    with pytest.raises(ttgt.InvalidArgument, match="y is read-only"):
        ttgt.evaluate("y(a,b) = z(a,b)", z=array((4, 3)), out=x)


def test_tensors_of_torch(array, close):
    torch = pytest.importorskip("torch")
    x = torch.from_numpy(array((4, 3), "complex128"))

    result = ttgt.evaluate("y(b,a) = conj(x(a,b)) * k", x=x.conj(), k=torch.tensor(2.0))

    assert isinstance(result, torch.Tensor)
    close(result.numpy(), 2 * x.numpy().T)
    half = ttgt.evaluate("y(b,a) = abs(x(a,b))", x=x.real.to(torch.bfloat16))
    assert half.dtype == torch.bfloat16 and torch.equal(half, x.real.to(torch.bfloat16).abs().T)
    out = torch.zeros(3, dtype=torch.float64)
    assert ttgt.evaluate("n(b) = sum(abs(x(a,b)))", x=x, n=out) is out
    close(out.numpy(), abs(x.numpy()).sum(0), 4)
    x.requires_grad_()
    with pytest.raises(ttgt.Unsupported, match="x requires a gradient"):
        ttgt.evaluate("y(b,a) = x(a,b)", x=x)


def test_arrays_of_jax(array, close):
    jax = pytest.importorskip("jax")
    x = array((4, 3), "float32")

    result = ttgt.evaluate("y(a) = sum(x(a,b)) + z(a)", x=jax.numpy.asarray(x), z=x[:, 0])

    assert isinstance(result, jax.Array)
    close(numpy.asarray(result), x.sum(1) + x[:, 0], 4)
