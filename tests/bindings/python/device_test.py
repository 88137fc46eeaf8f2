# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays of PyTorch and CuPy on a GPU; skips where there is none."""

import gc

import numpy
import pytest

import ttgt

TEXTS = [
    ("ik,kj->ij", (30, 20), (20, 40)),
    ("acik,kbc->abi", (4, 5, 6, 7), (7, 8, 5)),
    ("bij,bjk->bik", (3, 4, 5), (3, 5, 6)),
    ("ig,yg->yig", (4, 100), (3, 100)),
    ("ij,ij->", (5, 6), (5, 6)),
    ("ij,j->i", (0, 3), (3,)),
]


def _torch():
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("no GPU for PyTorch")
    return torch


def _cupy():
    cupy = pytest.importorskip("cupy")
    if not cupy.cuda.is_available():
        pytest.skip("no GPU for CuPy")
    return cupy


class OfTorch:
    def __init__(self):
        self.module = _torch()

    def to_device(self, values):
        return self.module.tensor(values, device="cuda")

    def to_host(self, array):
        return array.cpu().numpy()

    def slow_stream(self, work):
        """Runs `work` on another stream, behind what takes long there."""
        torch = self.module
        stream = torch.cuda.Stream()
        busy = torch.zeros(4096, 4096, device="cuda")
        torch.cuda.synchronize()
        with torch.cuda.stream(stream):
            for _ in range(50):
                busy = busy @ busy
            result = work()
        stream.synchronize()
        return result


class OfCupy:
    def __init__(self):
        self.module = _cupy()

    def to_device(self, values):
        return self.module.asarray(values)

    def to_host(self, array):
        return self.module.asnumpy(array)

    def slow_stream(self, work):
        cupy = self.module
        stream = cupy.cuda.Stream(non_blocking=True)
        busy = cupy.zeros((4096, 4096))
        cupy.cuda.Device().synchronize()
        with stream:
            for _ in range(10):
                busy = busy @ busy
            result = work()
        stream.synchronize()
        return result


@pytest.fixture(params=[OfTorch, OfCupy])
def library(request):
    return request.param()


@pytest.mark.parametrize("text, left, right", TEXTS)
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
def test_einsum(library, array, close, text, left, right, dtype):
    a, b = array(left, dtype), array(right, dtype, 1)
    on_device = [library.to_device(each) for each in (a, b)]
    expected = numpy.einsum(text, a, b)

    for _ in range(2):
        found = ttgt.einsum(text, *on_device)
        assert type(found) is type(on_device[0])
        close(library.to_host(found), expected, 40)


def test_views_in_place(library, array, close):
    a, b, d = array((12, 10)), array((10, 8), seed=1), array((9, 20), seed=2)
    left, right, out = library.to_device(a)[::2, 1:], library.to_device(b)[1:], library.to_device(d)
    expected = d.copy()
    expected[1:7, 2:18:2] = 2 * (a[::2, 1:] @ b[1:]) + 0.5 * d[1:7, 2:18:2]

    context = ttgt.Context("cuda:0")

    ttgt.contract("ik,kj->ij", left, right, alpha=2, beta=0.5, out=out[1:7, 2:18:2], context=context)

    close(library.to_host(out), expected, 20)
    assert repr(context) == "<ttgt.Context of cuda:0, 1 plans>"
    expected[1:7, 2:18:2] = 0.25 * (a[::2, 1:] @ b[1:]) + expected[1:7, 2:18:2]
    ttgt.contract("ik,kj->ij", left, right, alpha=0.25, beta=1, out=out[1:7, 2:18:2], context=context)
    close(library.to_host(out), expected, 20)
    assert repr(context) == "<ttgt.Context of cuda:0, 1 plans>"


def test_many_operands(library, array, close):
    arrays = [array(shape, seed=i) for i, shape in enumerate([(5, 2), (6, 3), (7, 4), (5, 6, 7)])]
    text = "lk,mj,ni,lmn->ijk"

    found = ttgt.einsum(text, *map(library.to_device, arrays))

    close(library.to_host(found), numpy.einsum(text, *arrays), 210)


def test_plan_runs_on_other_arrays_of_its_layouts(library, array, close):
    plan = ttgt.plan("ik,kj->ij", library.to_device(array((3, 4))), library.to_device(array((4, 5))))

    for seed in range(3):
        a, b = array((3, 4), seed=seed), array((4, 5), seed=seed + 9)
        close(library.to_host(plan.run(library.to_device(a), library.to_device(b))), a @ b, 4)
    with pytest.raises(ttgt.InvalidArgument, match="other dtypes, shapes"):
        plan.run(library.to_device(array((4, 3))).T, library.to_device(array((4, 5))))


def test_work_follows_the_current_stream(library, array, close):
    a, b = array((50, 60)), array((60, 40), seed=1)

    def work():
        left = library.to_device(a) * 1.0
        return ttgt.einsum("ik,kj->ij", left, library.to_device(b) * 1.0)

    close(library.to_host(library.slow_stream(work)), a @ b, 60)


def test_workspace_comes_from_the_librarys_pool(array, close):
    torch = _torch()
    a, b = array((40, 30, 20)), array((30, 40, 10), seed=1)
    left, right = (torch.tensor(each, device="cuda") for each in (a, b))
    context = ttgt.Context("cuda:0", workspace_limit=1 << 20)

    close(ttgt.contract("abk,bal->kl", left, right, strategy="classic").cpu().numpy(),
          numpy.einsum("abk,bal->kl", a, b), 1200)
    close(ttgt.contract("abk,bal->kl", left, right, context=context).cpu().numpy(),
          numpy.einsum("abk,bal->kl", a, b), 1200)
    assert torch.cuda.memory_allocated() > left.nbytes + right.nbytes
    del context
    gc.collect()


def test_refusals(library, array):
    a = library.to_device(array((3, 4)))

    with pytest.raises(ttgt.InvalidArgument, match="'j' has extent 4"):
        ttgt.einsum("ij,jk->ik", a, a)
    with pytest.raises(ttgt.InvalidArgument, match="the output lies in host memory"):
        ttgt.contract("D(i,k)=L(i,j)*R(k,j)", numpy.zeros((3, 3)), a, a)
