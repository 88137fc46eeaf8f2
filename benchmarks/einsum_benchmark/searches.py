# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Paths of instances by opt_einsum and cotengra, and the published instances with the paths that they bring."""

import random

import cotengra
import opt_einsum

from instances import Instance, cost_of


def add_paths(instance, seconds):
    """`given` is opt_einsum's default path where the instance brings none; the searches of both libraries get `seconds` each."""
    shapes = [tuple(shape) for shape in instance.shapes]

    def of_opt_einsum(optimize):
        return _plain(opt_einsum.contract_path(instance.text, *shapes, shapes=True, optimize=optimize)[0])

    instance.paths.setdefault("given", of_opt_einsum("auto"))
    random.seed(instance.name)
    searched = of_opt_einsum(opt_einsum.RandomGreedy(max_repeats=1 << 20, max_time=seconds))
    instance.paths["opt_einsum"] = cheaper(instance, searched, instance.paths["given"])
    inputs, output = instance.labels()
    # In one process, by methods that need no packages beside cotengra.
    search = cotengra.HyperOptimizer(methods=["greedy", "random-greedy"], minimize="flops", max_time=seconds, max_repeats=1 << 16,
                                     parallel=False, optlib="random", progbar=False, reconf_opts={}, seed=1)
    tree = search.search(inputs, output, instance.extents())
    instance.paths["cotengra"] = _plain(tree.get_path())


def cheaper(instance, *paths):
    return min(paths, key=lambda path: cost_of(instance, path).operations)


def _plain(path):
    return [[int(place) for place in step] for step in path]


def published():
    """The instances of the package's file where the user has downloaded it (einsum_benchmark.instances does so)."""
    import os
    import pickle

    import numpy
    import pooch

    folder = os.path.join(pooch.os_cache("einsum_benchmark"), "instances")
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        with open(os.path.join(folder, name), "rb") as file:
            text, tensors, (_, by_operations), _ = pickle.load(file)
        dtype = str(numpy.result_type(*(tensor.dtype for tensor in tensors)))
        kind = name.partition("_")[0]
        shapes = [list(map(int, tensor.shape)) for tensor in tensors]
        if dtype in ("float32", "float64", "complex64", "complex128"):
            yield Instance(os.path.splitext(name)[0], f"published {kind}", text.replace(" ", ""), shapes, dtype,
                           {"given": _plain(by_operations[0])})
