# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays over ranks that are threads, against NumPy."""

import numpy
import pytest
import ranks_arrays
import ranks_failures
from rank_threads import on_ranks

import ttgt
from ttgt import ranks


@pytest.mark.parametrize("count", [1, 2, 4, 6])
@pytest.mark.parametrize("dtype", ["float32", "complex128"])
def test_products_are_numpys(array, close, count, dtype):
    left, right, old = array((5, 3, 7), dtype, 1), array((7, 4), dtype, 2), array((4, 5, 3), dtype, 3)
    of_left = ranks.Distribution(left.shape, (count,), {0: (0, 1)})
    of_right = ranks.Distribution(right.shape, (1, count), {1: 1})
    of_output = ranks.Distribution(old.shape, (count,), {1: (0, 2)})
    whole = ranks.Distribution(old.shape, ())

    def body(communicator):
        rank = communicator.rank
        output = of_output.take(old, rank)
        ranks.contract(communicator, "D(b,a,c)+=L(a,c,k)*R(k,b)", ranks.DistributedArray(of_output, output),
                       ranks.DistributedArray(of_left, of_left.take(left, rank)),
                       ranks.DistributedArray(of_right, numpy.asfortranarray(of_right.take(right, rank))), alpha=2)
        collected = numpy.empty(whole.part(rank), dtype)
        return ranks.contract(communicator, "A(b,a,c)=D(b,a,c)", ranks.DistributedArray(whole, collected),
                              ranks.DistributedArray(of_output, output))

    found = on_ranks(count, body)

    close(found[0], old + 2 * numpy.einsum("ack,kb->bac", left, right), 64)
    assert all(each.size == 0 for each in found[1:])


@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_sums_of_many_inputs_are_numpys(count):
    whole = numpy.arange(25.0).reshape(5, 5) % 7
    rows, columns = ranks.Distribution((5, 5), (count,), {0: (0, 1)}), ranks.Distribution((5, 5), (count,), {1: 0})

    def body(communicator):
        by_rows, by_columns = (ranks.DistributedArray(each, each.take(whole, communicator.rank)) for each in (rows, columns))
        output = ranks.DistributedArray(rows, numpy.full(rows.part(communicator.rank), numpy.nan))
        return ranks.contract(communicator, "D(i,j)=2*A(i,k)*B(k,l)*C(l,j)-E(j,i)", output, by_rows, by_columns, by_rows, by_columns)

    for rank, result in enumerate(on_ranks(count, body)):
        assert numpy.array_equal(result, rows.take(2 * whole @ whole @ whole - whole.T, rank))


def test_plans_run_and_explain(array, close):
    a = array((6, 6), "float64", 1)
    rows = ranks.Distribution(a.shape, (2,), {0: 0})

    def body(communicator):
        part = ranks.DistributedArray(rows, rows.take(a, communicator.rank))
        output = numpy.empty(rows.part(communicator.rank))
        plan = ranks.plan_contraction(communicator, "D(i,j)=L(i,k)*R(k,j)", ranks.DistributedArray(rows, output), part, part,
                                      engine="local")
        assert "chosen: " in plan.explain() and plan.workspace_bytes >= 0
        return plan.run(output, part.part, part.part)

    close(numpy.concatenate(on_ranks(2, body)), a @ a, 64)


def test_what_one_rank_cannot_do_fails_on_all():
    rows = ranks.Distribution((4, 4), (3,), {0: (0, 1)})

    def plan(communicator, wrong):
        part = numpy.ones(rows.part(communicator.rank))
        given = ranks.DistributedArray(rows, wrong(part) if communicator.rank == 1 else part)
        return ranks.plan_contraction(communicator, "D(i,j)=L(i,k)*R(k,j)", given, given, given)

    for wrong in (lambda part: part[:, :2], lambda part: part[0], lambda part: part.astype("int32")):
        found = on_ranks(3, lambda communicator: plan(communicator, wrong))
        assert all(isinstance(error, ttgt.Error) for error in found)
    assert all(isinstance(made, ranks.DistributedPlan) for made in on_ranks(3, lambda ones: plan(ones, lambda part: part)))

    def run(communicator):
        made = plan(communicator, lambda part: part)
        parts = [numpy.ones(rows.part(communicator.rank)) for _ in range(3)]
        if communicator.rank == 2:
            parts[1] = parts[1].astype("float32")
        return made.run(*parts)

    assert all(isinstance(error, ttgt.Error) for error in on_ranks(3, run))


@pytest.mark.parametrize("count", [1, 2, 4])
def test_what_one_rank_raises_is_raised_on_all(count):
    def body(communicator):
        ranks_failures.check(communicator)
        return "checked"

    assert on_ranks(count, body) == ["checked"] * count


@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_whole_arrays_are_numpys(count, tmp_path):
    def body(communicator):
        ranks_arrays.check(communicator, tmp_path)
        return "checked"

    assert on_ranks(count, body) == ["checked"] * count


def test_functions_of_other_shapes_are_refused():
    rows = ranks.Distribution((4, 3), (1,), {0: 0})
    (communicator,) = ranks.Communicator.local(1)
    with pytest.raises(ttgt.InvalidArgument, match=r"gives an array of \(4, 2\), which does not broadcast to the part of \(4, 3\)"):
        ranks.from_function(communicator, rows, lambda i, j: i + j[:, :2])


def test_ranks_that_share_a_context_do_not_wait_for_each_other():
    rows = ranks.Distribution((4, 4), (2,), {0: 0})
    context = ttgt.Context()

    def body(communicator, context):
        part = ranks.DistributedArray(rows, numpy.ones(rows.part(communicator.rank)))
        output = ranks.DistributedArray(rows, numpy.empty(rows.part(communicator.rank)))
        return ranks.contract(communicator, "D(i,j)=L(i,k)*R(k,j)", output, part, part, context=context)

    found = on_ranks(2, lambda communicator: body(communicator, context))
    assert all(isinstance(error, ttgt.InvalidArgument) and "another rank" in str(error) for error in found), found
    own = [context, ttgt.Context()]  # the one that was shared serves one rank
    assert all((part == 4).all() for part in on_ranks(2, lambda communicator: body(communicator, own[communicator.rank])))


def test_a_rank_waits_no_longer_than_it_is_told():
    first, second = ranks.Communicator.local(2)
    for seconds in (0, -1.5, float("nan")):
        with pytest.raises(ttgt.InvalidArgument, match="no time to wait"):
            first.set_timeout(seconds)
    first.set_timeout(0.02)
    rows = ranks.Distribution((4, 4), (2,), {0: 0})
    array = ranks.DistributedArray(rows, numpy.ones(rows.part(0)))
    with pytest.raises(ttgt.DeviceError, match="rank 0 has waited 0.02 s for rank 1"):
        ranks.contract(first, "D(i,j)=L(i,k)*R(k,j)", ranks.DistributedArray(rows, numpy.empty(rows.part(0))), array, array)
    with pytest.raises(ttgt.DeviceError, match="rank 0 has waited"):
        ranks.contract(second, "D(i,j)=L(i,j)", array, array)


def test_formulas_that_one_rank_cannot_evaluate_fail_on_all():
    rows = ranks.Distribution((4, 4), (2,), {0: 0})

    def body(communicator, formula, **operands):
        d, a = (ranks.zeros(communicator, rows) for _ in range(2))
        given = {"D": d, "A": a, "c": 1.0, **(operands if communicator.rank == 1 else {})}
        return ranks.evaluate(communicator, formula, **{name: each for name, each in given.items() if each is not None})

    formula = "D(i,j) = A(j,i) + c"
    for operands, error, words in (({"A": None}, ttgt.OperandCountMismatch, "tensor A, which is not given"),
                                   ({"D": None}, ttgt.OperandCountMismatch, "output D, which is not given"),
                                   ({"c": None}, ttgt.InvalidArgument, "scalar c, which is not given"),
                                   ({"c": "one"}, ttgt.ScalarError, "no number"),
                                   ({"x": 2}, ttgt.OperandCountMismatch, "no name in"),
                                   ({"c": 2.0}, ttgt.InvalidArgument, "the scalar c must be the same on every rank")):
        found = on_ranks(2, lambda communicator: body(communicator, formula, **operands))
        assert isinstance(found[1], error) and words in str(found[1]), found
        assert isinstance(found[0], ttgt.Error) and words in str(found[0]), found
    found = on_ranks(2, lambda communicator: body(communicator, "D(i,j) = A(j,i"))
    assert all(isinstance(error, ttgt.ExpressionError) for error in found), found


def test_distributions_that_do_not_fit_are_refused():
    for grid, spread in (((2,), {0: 1}), ((2,), {2: 0}), ((2,), {0: -2}), ((2, 2), {0: 0, 1: 0}), ((0,), {}), ((2,), {0: (0, -1)})):
        with pytest.raises(ttgt.InvalidArgument):
            ranks.Distribution((4, 4), grid, spread)
    given = ranks.Distribution((5, 4), (2,), {0: (0, 2)})
    assert given.part(0) == (3, 4) and given.part(1) == (2, 4) and given.part(7) == (0, 0)
    assert given.indices(0, 0).tolist() == [0, 1, 4] and given.indices(0, 1).tolist() == [2, 3]
    with pytest.raises(ttgt.InvalidArgument, match="no axis 2"):
        given.indices(2, 0)
    with pytest.raises(ttgt.InvalidArgument, match="distribution of"):
        given.take(numpy.ones((4, 5)), 0)


def test_ranks_that_cannot_be_made_are_refused():
    with pytest.raises(ttgt.InvalidArgument):
        ranks.Communicator.local(0)
    with pytest.raises(ttgt.Unsupported):
        ranks.Communicator.local(["cpu"])
    with pytest.raises((ttgt.Unsupported, ttgt.InvalidArgument)):
        ranks.Communicator.from_mpi(0)
