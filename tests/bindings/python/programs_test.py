# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Programs of several statements on dense arrays and on tensors of blocks, against NumPy."""

import numpy
import pytest

import ttgt

STATEMENTS = """
W(i,k) = A(i,j) * B(j,k)       # a temporary
W(i,k) += 2 * B(i,k)
D(i,k) += W(i,j) * A(j,k) - W(k,i)
E(i) = W(i,j) * v(j)
"""
SECTIONS = [2, 3]


def expected(a, b, v, d):
    w = a @ b + 2 * b
    return d + w @ a - w.T, w @ v


def dense_tensors(array, dtype="float64"):
    return {name: array((5,) * rank, dtype, seed) for seed, (name, rank) in enumerate(
        [("A", 2), ("B", 2), ("v", 1), ("D", 2), ("E", 1)])}


def block_tensors(array, dtype="float64"):
    """A and B have blocks on and above the diagonal alone; D has all."""
    above = [(0, 0), (0, 1), (1, 1)]
    found = {}
    for name, dense in dense_tensors(array, dtype).items():
        places = above if name in "AB" else None
        view = ttgt.BlockArray.from_dense(dense, [SECTIONS] * dense.ndim, places)
        found[name] = ttgt.BlockArray({place: block.copy() for place, block in view.items()}, view.sections, dtype)
    return found


def to_dense(tensors):
    return {name: each.to_dense() if isinstance(each, ttgt.BlockArray) else each.copy() for name, each in tensors.items()}


@pytest.mark.parametrize("dtype", ["float64", "complex64"])
@pytest.mark.parametrize("make", [dense_tensors, block_tensors])
def test_statements_are_done_in_order(array, close, make, dtype):
    tensors = make(array, dtype)
    before = to_dense(tensors)
    d, e = expected(*(before[name] for name in "ABvD"))

    assert ttgt.run_program(STATEMENTS, tensors) is None

    after = to_dense(tensors)
    close(after["D"], d, 64)
    close(after["E"], e, 64)
    assert all((after[name] == before[name]).all() for name in "ABv")


def test_dense_arrays_beside_blocks(array, close):
    tensors = block_tensors(array)
    tensors["v"], tensors["s"] = array((5,)), numpy.ones(3)
    tensors["v"] = ttgt.BlockArray.from_dense(tensors["v"], [SECTIONS])
    whole = to_dense(tensors)
    tensors = {name: tensors[name] for name in ("A", "v", "s", "E")}

    ttgt.run_program("W(i,c)=A(i,j)*v(j)*s(c); E(i)=W(i,c)*s(c)", tensors)

    close(tensors["E"].to_dense(), 3 * whole["A"] @ whole["v"], 64)


def test_plans_are_kept_by_layouts(array):
    context = ttgt.Context()
    for seed in range(3):
        for make in (dense_tensors, block_tensors):
            ttgt.run_program(STATEMENTS, make(array), context=context)
    assert len(context._block_calls) == 2


@pytest.mark.parametrize("make", [dense_tensors, block_tensors])
def test_plan_runs_explains_and_profiles(array, close, make):
    tensors = make(array)
    plan = ttgt.plan_program(STATEMENTS, tensors)
    before = to_dense(tensors)

    assert plan.names == tuple("ABvDE") and plan.workspace_bytes > 0 and "W" in plan.explain() and "A, B" in repr(plan)
    plan.run(dict(reversed(tensors.items())))
    first = expected(*(before[name] for name in "ABvD"))
    close(to_dense(tensors)["D"], first[0], 64)
    report = plan.profile(tensors)
    close(to_dense(tensors)["D"], expected(before["A"], before["B"], before["v"], first[0])[0], 64)
    assert report.total_ms > 0 and report.flops > 0 and report.text
    with pytest.raises(ttgt.OperandCountMismatch, match="E is not given"):
        plan.run({name: tensors[name] for name in "ABvD"})
    with pytest.raises(ttgt.OperandCountMismatch, match="x is not one of them"):
        plan.run({**tensors, "x": tensors["v"]})
    other = {**tensors, "v": array((6,)) if make is dense_tensors else ttgt.BlockArray({(0,): array((2,))}, [SECTIONS])}
    with pytest.raises(ttgt.InvalidArgument, match="v.* other|other"):
        plan.run(other)
    with pytest.raises(ttgt.InvalidArgument, match="the tensors are a list: a dictionary"):
        plan.run(list(tensors.values()))
    plan._cores.clear()  # as on a stream that is new to the plan
    with pytest.raises(ttgt.InvalidArgument, match="the plan was made for other types"):
        plan.run(make(array, "complex64"))
    plan.run(tensors)
    with pytest.raises(ttgt.InvalidArgument, match="a plan of dense arrays takes no tensors of blocks"):
        plan.run((block_tensors if make is dense_tensors else dense_tensors)(array))


def test_products_into_missing_blocks(array, close):
    tensors = block_tensors(array)
    tensors["D"] = ttgt.BlockArray({(0, 0): numpy.ones((2, 2))}, [SECTIONS, SECTIONS])
    before = to_dense(tensors)
    with pytest.raises(ttgt.MissingBlock, match="statement 3: "):
        ttgt.run_program(STATEMENTS, tensors)
    assert (tensors["D"][0, 0] == 1).all()

    ttgt.run_program(STATEMENTS, tensors, leaves_out_missing=True)

    close(tensors["D"][0, 0], expected(*(before[name] for name in "ABvD"))[0][:2, :2], 64)


def test_refusals_write_nothing(array):
    a, d, e = array((3, 4)), numpy.full((4, 3), 7.0), numpy.full((4, 4), 7.0)
    text = "D(j,i)=A(i,j); E(j,k)=A(i,j)*A(i,k)"
    tensors = {"A": a, "D": d, "E": e}
    cases = [
        ("D(j,i)=A(i,j)*", tensors, ttgt.ExpressionError, "column 15"),
        (text, {"A": a, "D": d.T, "E": e}, ttgt.ShapeMismatch, "statement 1"),
        (text, {"A": a, "D": d}, ttgt.InvalidArgument, "E"),
        (text, {**tensors, "F": d}, ttgt.InvalidArgument, "'F' is given but stands in no statement"),
        (text, {"A": a.astype(int), "D": d, "E": e}, ttgt.DtypeError, "A is of int64"),
        (text, {"A": e[:3], "D": d, "E": e}, ttgt.OverlapError, "E"),
        (text, {"A": a, "D": d.tolist(), "E": e}, ttgt.InvalidArgument, "D is a list"),
        (text, {}, ttgt.OperandCountMismatch, "at least one tensor"),
        (3, tensors, ttgt.InvalidArgument, "is no text"),
        (text, [a, d, e], ttgt.InvalidArgument, "the tensors are a list: a dictionary"),
    ]
    for statements, given, error, words in cases:
        with pytest.raises(error, match=words):
            ttgt.run_program(statements, given)
    frozen = e.copy()
    frozen.flags.writeable = False
    with pytest.raises(ttgt.InvalidArgument, match="E is read-only"):
        ttgt.run_program(text, {"A": a, "D": d, "E": frozen})
    blocks = ttgt.BlockArray({(0, 0): frozen}, [[4], [4]])
    with pytest.raises(ttgt.InvalidArgument, match="read-only"):
        ttgt.run_program(text, {"A": a, "D": d, "E": blocks})
    assert (d == 7).all() and (e == 7).all()


def test_tensors_of_pytorch(array, close):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    tensors = {name: torch.tensor(each) for name, each in dense_tensors(array).items()}
    before = to_dense(dense_tensors(array))

    ttgt.run_program(STATEMENTS, tensors)

    close(tensors["D"].numpy(), expected(*(before[name] for name in "ABvD"))[0], 64)
    tensors["A"].requires_grad_()
    with pytest.raises(ttgt.Unsupported, match="A has derivatives"):
        ttgt.run_program(STATEMENTS, tensors)
