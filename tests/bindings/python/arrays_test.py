# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays of other libraries: JAX on CPUs, DLPack, and a stand-in for CUDA's."""

import contextlib
import sys
import types

import numpy
import pytest

import ttgt
from ttgt import _arrays


def test_jax_in_jax_out(array, close):
    jax = pytest.importorskip("jax")
    a, b = array((3, 4), "float32"), array((4, 5), "float32", 1)

    found = ttgt.einsum("ij,jk->ik", jax.numpy.asarray(a), jax.numpy.asarray(b))

    assert isinstance(found, jax.Array)
    close(numpy.asarray(found), a @ b, 4)
    close(numpy.asarray(ttgt.contract("ij,jk->ik", jax.numpy.asarray(a), b)), a @ b, 4)
    assert isinstance(ttgt.transpose(jax.numpy.asarray(a)), jax.Array)
    with pytest.raises(ValueError, match="JAX"):
        ttgt.einsum("ij,jk->ik", a, b, out=jax.numpy.zeros((3, 5), "float32"))


class Exporter:
    """An array of an unknown library, which exports DLPack."""

    def __init__(self, values):
        self.values, self.shape, self.dtype = values, values.shape, values.dtype

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


def test_dlpack(array, close):
    a, b = array((6, 5))[::2, ::-1], array((5, 2), seed=1)
    out = numpy.zeros((3, 2))

    close(ttgt.contract("ij,jk->ik", Exporter(a), Exporter(b)), a @ b, 5)
    ttgt.contract("D(i,k)=L(i,j)*R(j,k)", Exporter(out), Exporter(a), b)
    close(out, a @ b, 5)
    with pytest.raises(TypeError, match="int64|DLPack"):
        ttgt.contract("i->", Exporter(numpy.arange(3)))


class Device:
    """What ttgt reads of an array in device memory; there is none behind the address."""

    def __init__(self, shape, strides=None, typestr="<f8", readonly=False):
        self.shape = shape
        self.__cuda_array_interface__ = {
            "shape": shape, "strides": strides, "typestr": typestr, "data": (4096, readonly), "version": 3}


def test_cuda_array_interface_is_described():
    library = _arrays.array_library(Device((2, 3)))

    packed = library.describe(Device((2, 3, 4)), 0)
    strided = library.describe(Device((2, 3), (-8, 32), readonly=True), 0)

    assert packed.extents == [2, 3, 4] and packed.strides == [12, 4, 1] and packed.on_device
    assert strided.strides == [-1, 4] and not strided.writable and strided.address == 4096
    assert library.dtype(Device((1,), typestr="<c16")) == "complex128"
    assert library.describe(Device(()), 0).extents == []
    with pytest.raises(TypeError, match="<i8"):
        library.describe(Device((2,), typestr="<i8"), 0)
    with pytest.raises(ValueError, match="stride"):
        library.describe(Device((2,), (12,)), 0)


@pytest.fixture
def cupy_like(monkeypatch):
    """A module that looks like CuPy, its kind of arrays, and the addresses its pool has given."""
    given = set()

    class Block:
        def __init__(self, size):
            self.ptr = 256 * size
            given.add(self.ptr)

        def __del__(self):
            given.remove(self.ptr)

    module = types.ModuleType("pretended")
    module.cuda = types.SimpleNamespace(
        get_current_stream=lambda: types.SimpleNamespace(ptr=77), alloc=Block,
        Device=lambda index: contextlib.nullcontext())
    monkeypatch.setitem(sys.modules, "pretended", module)
    kind = type("Pretended", (Device,), {"__module__": "pretended", "device": types.SimpleNamespace(id=3)})
    return kind, given


def test_current_stream_device_and_pool(cupy_like):
    kind, given = cupy_like
    library = _arrays.array_library(kind((2,)))

    assert library.stream(kind((2,))) == 77
    assert library.device(kind((2,))) == "cuda:3"
    pool = library.allocator(kind((2,)))
    address = pool.allocate(100)
    assert given == {address}
    pool.deallocate(address, 100)
    assert not given


class Tensor:
    """What ttgt asks of a tensor of PyTorch."""

    is_nested = is_quantized = is_meta = requires_grad = False
    layout = "strided"

    def __init__(self, values, device):
        self.values, self.shape, self.dtype, self.device = values, values.shape, f"torch.{values.dtype}", device
        self.asked = []

    def __dlpack__(self, **options):
        self.asked.append(options)
        return self.values.__dlpack__()

    def is_conj(self):
        return False

    is_neg = is_conj


Tensor.__module__ = "torch"


@pytest.fixture
def torch_like(monkeypatch):
    module = types.ModuleType("torch")
    module.float64 = "float64"
    module.Tensor, module.strided, module.nn = Tensor, "strided", types.SimpleNamespace(Parameter=Tensor)
    module._C = types.SimpleNamespace(_get_tracing_state=lambda: None)
    module.autograd = types.SimpleNamespace(forward_ad=types.SimpleNamespace(_current_level=-1))
    module.empty = lambda shape, dtype, device: Tensor(numpy.empty(shape, dtype), device)
    calls = []
    module.cuda = types.SimpleNamespace(
        current_stream=lambda device: types.SimpleNamespace(cuda_stream=0),
        caching_allocator_alloc=lambda *arguments: calls.append(arguments) or 512,
        caching_allocator_delete=lambda address: calls.append(address))
    monkeypatch.setitem(sys.modules, "torch", module)
    return calls


def test_torch_on_cpus(array, close, torch_like):
    cpu = types.SimpleNamespace(type="cpu", index=None)
    a, b = Tensor(array((3, 4)), cpu), Tensor(array((4, 5), seed=1), cpu)

    found = ttgt.contract("ij,jk->ik", a, b)

    assert isinstance(found, Tensor)
    close(found.values, a.values @ b.values, 4)


def test_torch_on_cuda_names_stream_and_pool(array, torch_like):
    cuda = types.SimpleNamespace(type="cuda", index=2)
    tensor = Tensor(array((3, 4)), cuda)
    library = _arrays.array_library(tensor)

    assert library.device(tensor) == "cuda:2"
    library.describe(tensor, library.stream(tensor))
    assert tensor.asked == [{"stream": 1}]  # DLPack's name of the default stream
    pool = library.allocator(tensor)
    assert pool.allocate(64) == 512
    pool.deallocate(512, 64)
    assert torch_like == [(64, cuda, 0), 512]


def test_device_memory_needs_a_device(monkeypatch):
    if ttgt._core.query(0) > 0:
        pytest.skip("there is a CUDA device, which would follow the address")
    with pytest.raises(ttgt.Error):
        ttgt.contract("D(i)=L(i)", Device((2,)), Device((2,)))


class Recorded:
    """As torch.fx.Proxy: whatever is asked of it is another one, which is neither true nor false."""

    def __getattr__(self, name):
        return Recorded()

    def __eq__(self, other):
        return Recorded()

    def __bool__(self):
        raise AssertionError("asked for a value")


def test_what_is_recorded_has_no_layout_on_a_device():
    from ttgt._torch import Torch

    assert Torch().layout(Recorded()) is None
