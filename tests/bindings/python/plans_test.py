# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Plans, contexts, errors, threads and fork."""

import os
import sys
import sysconfig
import threading

import numpy
import pytest

import ttgt


def test_plan_of_einsum_string(array, close):
    a, b = array((30, 20)), array((20, 10), seed=1)

    plan = ttgt.plan("ik,kj->ij", (30, 20), (20, 10))

    close(plan.run(a, b), a @ b, 20)
    out = numpy.empty((30, 10))
    assert plan.run(a, b, out=out, alpha=2) is out
    close(out / 2, a @ b, 20)
    assert plan.workspace_bytes >= 0 and "ik,kj" in repr(plan)
    assert plan.explain() and "<table>" in plan._repr_html_()


def test_plan_of_expression(array, close):
    d, l, r = array((6, 5)), array((7, 6), seed=1), array((5, 7), seed=2)
    expected = d + l.T @ r.T

    plan = ttgt.plan("D(i,j)+=L(k,i)*R(j,k)", d, l, r)

    assert plan.run(d, l, r) is d
    close(d, expected, 7)
    report = plan.profile(d, l, r)
    assert (report.m * report.n, report.k, report.flops) == (30, 7, 2 * 210)
    assert report.total_ms > 0 and str(report) and "flops" in report._repr_html_()


def test_plan_refuses_other_arrays(array):
    plan = ttgt.plan("ik,kj->ij", (3, 4), (4, 5))
    a, b = array((3, 4)), array((4, 5))

    for left, right in [(a.T.copy(), b), (a, numpy.asfortranarray(b)), (a.astype("float32"), b), (a, b[:3])]:
        with pytest.raises(ValueError, match="other dtypes, shapes"):
            plan.run(left, right)
    with pytest.raises(ValueError, match="other dtypes, shapes"):
        plan.run(a)
    with pytest.raises(ValueError, match="beta"):
        plan.run(a, b, beta=1, out=numpy.ones((3, 5)))


def test_context_limits_and_allocates(array, close):
    class Allocator:
        def __init__(self):
            self.given = {}

        def allocate(self, size):
            memory = numpy.empty(size + 256, "uint8")
            address = -(-memory.ctypes.data // 256) * 256
            self.given[address] = memory
            return address

        def deallocate(self, address, size):
            del self.given[address]

    allocator = Allocator()
    context = ttgt.Context(allocator=allocator, threads=1)
    a, b = array((20, 30, 10)), array((10, 20, 15), seed=1)

    found = ttgt.contract("abc,cad->bd", a, b, context=context, strategy="classic")

    close(found, numpy.einsum("abc,cad->bd", a, b), 200)
    assert len(allocator.given) == 1 and context.bytes > 0
    context.release_workspace()
    assert not allocator.given and context.bytes == 0
    none = ttgt.Context(workspace_limit=0)
    close(ttgt.einsum("abc,cad->bd", a, b, context=none), found, 200)
    assert none.bytes == 0 and "1 plans" in repr(none)
    none.clear_plans()
    assert "0 plans" in repr(none)


def test_allocator_that_has_nothing(array):
    class Empty:
        def allocate(self, size):
            return 0

        def deallocate(self, address, size):
            raise AssertionError("nothing was given")

    with pytest.raises(MemoryError):
        ttgt.contract("abc,cad->bd", array((20, 30, 10)), array((10, 20, 15)), context=ttgt.Context(allocator=Empty()),
                      strategy="classic")


def test_kinds_of_arguments_have_types_of_their_own(array):
    d = numpy.full((2, 2), 7.0)
    aliased = numpy.lib.stride_tricks.as_strided(d, (2, 2), (8, 8))

    for kind, refused in {
        ttgt.ShapeMismatch: lambda: ttgt.contract("D(i,j)=L(i,k)*R(k,j)", d, array((2, 3)), array((4, 2))),
        ttgt.OperandCountMismatch: lambda: ttgt.contract("D(i,j)=L(i,k)*R(k,j)", d, array((2, 2))),
        ttgt.OverlapError: lambda: ttgt.contract("D(i,j)=L(i,k)*R(k,j)", d, d, d),
        ttgt.AliasedOutput: lambda: ttgt.contract("D(i,j)=L(i,k)*R(k,j)", aliased, array((2, 2)), array((2, 2))),
    }.items():
        with pytest.raises(ttgt.InvalidArgument) as caught:
            refused()
        assert caught.type is kind

    assert (d == 7).all()


def test_errors_have_the_engines_words(array):
    d = numpy.full((2, 2), 7.0)
    with pytest.raises(ttgt.InvalidArgument, match="'k'.*3.*4"):
        ttgt.contract("D(i,j)=L(i,k)*R(k,j)", d, array((2, 3)), array((4, 2)))
    with pytest.raises(ttgt.ExpressionError, match="column 20"):
        ttgt.contract("D(i,j)=L(i,k)*R(k,j", d, array((2, 3)), array((3, 2)))
    with pytest.raises(ValueError, match="overlaps"):
        ttgt.contract("ij,jk->ik", d, d, out=d)
    with pytest.raises(ttgt.DtypeError, match="L is of int64"):
        ttgt.contract("D(i)=L(i)", numpy.ones(2), numpy.ones(2, "int64"))
    with pytest.raises(ttgt.ScalarError):
        ttgt.contract("D(i)=L(i)", numpy.ones(2), numpy.ones(2), alpha="2")
    with pytest.raises(ValueError, match="complex|imag"):
        ttgt.contract("D(i)=L(i)", numpy.ones(2), numpy.ones(2), alpha=2j)
    with pytest.raises(ValueError, match="no out"):
        ttgt.contract("ij->i", d, beta=1)
    with pytest.raises(ValueError, match="names its output"):
        ttgt.contract("D(i)=L(i)", numpy.ones(2), numpy.ones(2), out=d)
    with pytest.raises(ValueError, match="at least one input"):
        ttgt.contract("D(i)=L(i)", numpy.ones(2))
    with pytest.raises(ValueError, match="no permutation"):
        ttgt.transpose(d, (0, 0))
    with pytest.raises(ValueError, match="nonsense"):
        ttgt.contract("ij->i", d, strategy="nonsense")
    with pytest.raises(ValueError):
        ttgt.Context("abacus")
    with pytest.raises(ValueError, match="rank 65"):
        ttgt._core.plan(ttgt._core.Context.own(), "D()=L()", (d, ttgt._core.describe("float64", [1] * 65, [1] * 65)))
    d.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        ttgt.contract("D(i,j)=L(i,j)", d, array((2, 2)))
    assert (d == 7).all()


@pytest.mark.parametrize("context", [None, ttgt.Context(threads=1)])
def test_threads(array, context):
    a, b = array((40, 30, 20)), array((20, 40, 25), seed=1)
    expected = ttgt.einsum("abc,cad->bd", a, b)
    results = []

    def work():
        for _ in range(20):
            results.append(ttgt.einsum("abc,cad->bd", a, b, context=context))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(results) == 80
    assert all(numpy.allclose(result, expected, rtol=1e-13) for result in results)


def test_free_threaded_python_keeps_its_lock_off(array):
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("this Python is not a free-threaded build")
    assert not sys._is_gil_enabled()  # importing ttgt would have turned it on, had the module not said so
    test_threads(array, None)
    test_threads(array, ttgt.Context(threads=1))


def test_child_of_fork(array):
    a, b = array((200, 300)), array((300, 200), seed=1)
    expected = ttgt.einsum("ij,jk->ik", a, b)

    child = os.fork()
    if child == 0:
        os._exit(0 if numpy.allclose(ttgt.einsum("ij,jk->ik", a, b), expected) else 1)

    assert os.waitpid(child, 0)[1] == 0


def test_cache_is_bounded(array):
    context = ttgt.Context(threads=1)
    vector = array((1100,))

    for length in range(1, 1100):
        assert ttgt.einsum("i->", numpy.ones(length), context=context) == length

    assert len(context._calls) < 1100 and vector.size == 1100


def test_context_takes_what_measured_plans_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("TTGT_CACHE_DIR", str(tmp_path))
    shapes = ((9, 7), (9, 8), (8, 7))
    ttgt.plan("D(i,j)=L(i,k)*R(k,j)", *shapes, measure=True)
    for use_kept_choices in (True, False):
        context = ttgt.Context(use_kept_choices=use_kept_choices)
        plan = ttgt.plan("D(i,j)=L(i,k)*R(k,j)", *shapes, context=context)
        assert ("from the cache" in plan.explain()) == use_kept_choices


def test_generated_kernels_are_for_devices():
    shapes = ((3, 2), (3, 4), (4, 2))
    plan = ttgt.plan("D(i,j)=L(i,k)*R(k,j)", *shapes, generated_kernels=True, search_seconds=0.1)
    assert "generated" not in plan.explain()
    with pytest.raises(ttgt.InvalidArgument, match="search_seconds is -1"):
        ttgt.plan("D(i,j)=L(i,k)*R(k,j)", *shapes, search_seconds=-1)


def test_compute_is_refused_where_it_cannot_be():
    shapes = ((3, 2), (3, 4), (4, 2))
    for compute in ("tf32", "tf32x3", "int8", "int8-fast"):
        with pytest.raises(ttgt.Unsupported, match=f"has no {compute}"):
            ttgt.plan("D(i,j)=L(i,k)*R(k,j)", *shapes, dtype="float32", compute=compute)
    with pytest.raises(ValueError, match="'half' is none of full, tf32, tf32x3, int8"):
        ttgt.plan("D(i,j)=L(i,k)*R(k,j)", *shapes, compute="half")
