// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/loops.h"

#include <algorithm>
#include <cstdlib>

#include "src/core/rounding.h"
#include "src/core/sort_few.h"

namespace ttgt::cuda {

Loop loop_over(const Mode<2>& mode, std::int64_t block) {
    return {std::abs(mode.strides[output]), divide_up(mode.extent, block),
            mode.strides[input] * block, mode.strides[output] * block};
}

void sort_by_output(std::vector<Loop>& loops) {
    sort_few(loops.begin(), loops.end(),
             [](const Loop& a, const Loop& b) { return a.key < b.key; });
}

bool fill_loops(const std::vector<Loop>& order, TileLoops& loops) {
    constexpr std::int64_t most_tiles = std::int64_t{1} << 30;
    std::int64_t below = 1;
    for (const Loop& loop : order) {
        if (loop.extent > most_tiles / below) return false;
        if (loop.run != nullptr) {
            loop.run->below = divide_by(below);
            loop.run->blocks = divide_by(loop.extent);
        } else {
            if (loops.digits == most_loops) return false;
            if (loop.partial != nullptr) loop.partial->loop = loops.digits;
            loops.digit[loops.digits++] = {divide_by(below), divide_by(loop.extent), loop.in_stride,
                                           loop.out_stride};
        }
        below *= loop.extent;
    }
    loops.tiles = static_cast<std::uint32_t>(below);
    return true;
}

}  // namespace ttgt::cuda
