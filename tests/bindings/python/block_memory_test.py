# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The memory of large tensors of blocks, which later results get again."""

import numpy

import ttgt
from ttgt._kept_memory import KeptMemory

MIB = 1 << 20


def address(array):
    return array.__array_interface__["data"][0]


def test_large_results_get_memory_that_is_free_again(close, monkeypatch):
    memory = KeptMemory(16 * MIB)
    monkeypatch.setattr("ttgt._blocks.results", memory)
    left = ttgt.BlockArray.from_dense(numpy.ones((800, 2)), [[400, 400], [2]])
    right = ttgt.BlockArray.from_dense(numpy.ones((2, 500)), [[2], [500]])

    def product(**settings):
        return ttgt.contract("ak,kb->ab", left, right, **settings)

    first = product()
    result_bytes = 8 * 800 * 500
    place, block = address(first[0, 0]), first[1, 0]
    del first
    second = product()
    assert address(second[0, 0]) != place  # a block of the first is held
    close(block, numpy.full((400, 500), 2.0))
    del second, block
    assert memory.free_bytes == 2 * result_bytes
    places = {address(product()[0, 0]) for _ in range(4)}
    assert len(places) == 1 and memory.free_bytes == 2 * result_bytes

    third = product(alpha=3)

    assert address(third[0, 0]) in places
    close(third.to_dense(), numpy.full((800, 500), 6.0), 2)
    del third
    zeros = ttgt.output_blocks("ak,kb->ab", left, right)
    assert address(zeros[0, 0]) in places and not zeros.to_dense().any()


def test_memory_is_given_out_once_and_kept_up_to_a_limit():
    memory = KeptMemory(8 * MIB)
    first, second = (memory.empty(3 * MIB // 8, "float64") for _ in range(2))
    assert first.dtype == "float64" and first.shape == (3 * MIB // 8,) and first.flags.writeable
    places = [address(first), address(second)]
    assert places[0] != places[1] and memory.free_bytes == 0
    view = second[5:7].reshape(1, 2)
    del first, second
    assert memory.free_bytes == 3 * MIB  # the other has a view

    found = memory.empty(5 * MIB // 16, "complex64")
    assert address(found) == places[0] and memory.free_bytes == 0
    del found, view
    assert memory.free_bytes == 6 * MIB
    small = memory.empty(2 * MIB // 8, "float64")
    assert address(small) not in places and memory.free_bytes == 6 * MIB  # a third of it would lie idle
    del small
    assert memory.free_bytes == 8 * MIB
    last = memory.empty(4 * MIB // 8, "float64")
    del last
    assert memory.free_bytes == 6 * MIB  # of 12, without the oldest two
    del memory
    assert KeptMemory(MIB - 1).empty(MIB // 8, "float64").flags.owndata
