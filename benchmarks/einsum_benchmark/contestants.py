# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Who computes an instance along a path, on CPUs or a GPU. What is not installed takes no part."""

import ctypes
import importlib.util
import os
import pathlib
import time

import numpy

import ttgt
from instances import in_letters, steps_of

FEW_ELEMENTS = 1000


class OnHost:
    """NumPy's arrays; PyTorch computes on tensors over the same memory."""

    rivals = ("numpy", "opt_einsum", "cotengra", "torch")

    def __init__(self, enough, pause):
        self.enough, self.pause = enough, pause

    def arrays(self, instance):
        return list(instance.arrays())

    def host(self, result):
        return numpy.asarray(result)

    def time_ms(self, call):
        """Of a call; as many as `enough` seconds hold are timed together."""
        time.sleep(self.pause)  # until the threads of the one before no longer spin
        call()
        count, start = 0, time.perf_counter()
        while count == 0 or time.perf_counter() - start < self.enough:
            call()
            count += 1
        return (time.perf_counter() - start) / count * 1e3

    def call_of(self, who, instance, path, arrays):
        if who == "numpy":
            return by_pairs(instance, path, arrays, numpy_einsum)
        if who == "torch":
            import torch

            return by_pairs(instance, path, [torch.from_numpy(array) for array in arrays], torch.einsum)
        return by_library(who, instance, path, arrays, "numpy")

    def way_of(self, who):
        return ""

    def release(self):
        pass


class OnDevice:
    """PyTorch's tensors on a GPU, timed by events; CuPy computes on the same memory and stream, by cuTENSOR where its folder
    is given."""

    rivals = ("torch", "opt_einsum", "cotengra", "cupy")

    def __init__(self, device, enough, cutensor=None):
        import torch

        self.torch, self.device, self.enough = torch, device, enough
        if cutensor:
            load_cutensor(cutensor)
        self.cupy_way = cupy_library() if importlib.util.find_spec("cupy") else ""
        if cutensor and not self.cupy_way.startswith("cuTENSOR"):
            raise SystemExit(f"CuPy does not use the cuTENSOR of {cutensor}: {self.cupy_way or 'CuPy is not installed'}")

    def way_of(self, who):
        """By which library a rival contracts, where it could be several."""
        return self.cupy_way if who == "cupy" else ""

    def arrays(self, instance):
        return [self.torch.from_numpy(array).to(self.device) for array in instance.arrays()]

    def host(self, result):
        return result.get() if hasattr(result, "get") else result.cpu().numpy()

    def time_ms(self, call):
        from device_timing import time_ms

        return time_ms(call, self.enough)

    def call_of(self, who, instance, path, arrays):
        if who == "torch":
            return by_pairs(instance, path, arrays, self.torch.einsum)
        if who == "cupy":
            import cupy

            views = [cupy.from_dlpack(array) for array in arrays]
            call = by_pairs(instance, path, views, lambda text, *pair: cupy.einsum(text, *pair, optimize=True))
            stream = cupy.cuda.Stream.from_external(self.torch.cuda.current_stream())

            def on_stream():
                with stream:
                    return call()

            return on_stream
        return by_library(who, instance, path, arrays, "torch")

    def release(self):
        """Gives memory that the allocators of both libraries keep back to the device."""
        self.torch.cuda.empty_cache()
        if importlib.util.find_spec("cupy"):
            import cupy

            cupy.get_default_memory_pool().free_all_blocks()


def load_cutensor(folder):
    """Loads cuTENSOR's two libraries from a folder or from below it, before CuPy is imported, which then finds them loaded."""
    for name in ("libcutensor.so.2", "libcutensorMg.so.2"):
        found = sorted(pathlib.Path(folder).rglob(name))
        if not found:
            raise SystemExit(f"there is no {name} in {folder} or below")
        ctypes.CDLL(str(found[0]), mode=ctypes.RTLD_GLOBAL)
    os.environ["CUPY_ACCELERATORS"] = "cub,cutensor"


def cupy_library():
    """What cupy.einsum contracts by: "cuTENSOR" and its version, or "cuBLAS"."""
    from cupy._core import _accelerator

    try:
        from cupy_backends.cuda.libs import cutensor
    except ImportError:
        return "cuBLAS"
    if _accelerator.ACCELERATOR_CUTENSOR not in _accelerator.get_routine_accelerators():
        return "cuBLAS"
    version = cutensor.get_version()
    return f"cuTENSOR {version // 10000}.{version // 100 % 100}.{version % 100}"


def installed(where):
    return [who for who in where.rivals if importlib.util.find_spec(who)]


def by_pairs(instance, path, arrays, einsum):
    """A library's own einsum, step by step, with strings that are made before; None where a step has too many labels for it."""
    steps = [(sorted(places, reverse=True), [places.index(place) for place in sorted(places)], in_letters(taken, kept))
             for places, taken, kept in steps_of(instance, path)]
    if any(text is None for _, _, text in steps):
        return None

    def call():
        left = list(arrays)
        for places, order, text in steps:
            taken = [left.pop(place) for place in places][::-1]  # in the order of their places
            inputs = [None] * len(taken)
            for place, tensor in zip(order, taken):
                inputs[place] = tensor
            left.append(einsum(text, *inputs))
        return left[0]

    return call


def numpy_einsum(text, *tensors):
    """By a matrix product, except for so few elements that NumPy's plain loops are quicker."""
    return numpy.einsum(text, *tensors, optimize=sum(tensor.size for tensor in tensors) > FEW_ELEMENTS)


def by_library(who, instance, path, arrays, backend):
    """opt_einsum's or cotengra's executor of a path, compiled before."""
    shapes = [tuple(shape) for shape in instance.shapes]
    if who == "opt_einsum":
        import opt_einsum

        expression = opt_einsum.contract_expression(instance.text, *shapes, optimize=[tuple(step) for step in path])
        return lambda: expression(*arrays, backend=backend)
    import cotengra

    inputs, output = instance.labels()
    contract = cotengra.ContractionTree.from_path(inputs, output, instance.extents(), path=path).get_contractor()
    return lambda: contract(*arrays, backend=backend)


def by_ttgt(instance, path, arrays):
    """A held plan that orders the products itself or, with a path, along it; and in which way that was done."""
    if path is None:
        plan = ttgt.plan(instance.text, *arrays)
        return lambda: plan.run(*arrays), "its own path"
    try:
        plan = ttgt.plan(instance.text, *arrays, optimize=[tuple(step) for step in path])
        return lambda: plan.run(*arrays), "one plan"
    except TypeError:  # of a version that takes no path: each step is a call, whose plan is kept
        return by_pairs(instance, path, arrays, ttgt.einsum), "a call for each step"
