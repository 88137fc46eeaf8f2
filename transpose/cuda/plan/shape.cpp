// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/shape.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "src/core/sort_few.h"

namespace ttgt::cuda {
namespace {

bool is_contiguous(const Mode<2>& mode) {
    return mode.strides[input] == 1 && mode.strides[output] == 1;
}

/// Whether pairs of neighbouring units stay together in both arrays.
bool can_pair(const Modes<2>& modes) {
    bool has_pairs = false;
    for (const Mode<2>& mode : modes) {
        if (is_contiguous(mode) && mode.extent % 2 == 0) {
            has_pairs = true;
        } else if (mode.strides[input] % 2 != 0 || mode.strides[output] % 2 != 0) {
            return false;
        }
    }
    return has_pairs;
}

/// Makes one unit of each pair of neighbouring units.
void pair(Modes<2>& modes) {
    for (Mode<2>& mode : modes) {
        if (is_contiguous(mode)) {
            mode.extent /= 2;
        } else {
            mode.strides[input] /= 2;
            mode.strides[output] /= 2;
        }
    }
    modes = merge(std::move(modes));
}

/// The positions of the modes, smallest stride in an array first.
std::vector<std::size_t> by_stride(const Modes<2>& modes, std::size_t array) {
    std::vector<std::size_t> order(modes.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    sort_few(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(modes[a].strides[array]) < std::abs(modes[b].strides[array]);
    });
    return order;
}

}  // namespace

Shape make_shape(Modes<2> modes, std::int64_t unit_bytes) {
    Shape shape;
    shape.unit_bytes = unit_bytes;
    if (modes.empty()) modes.push_back({1, {1, 1}});
    shape.modes = std::move(modes);
    shape.order = {by_stride(shape.modes, input), by_stride(shape.modes, output)};
    return shape;
}

Shape vectorise(const TransposeProblem& problem) {
    constexpr std::int64_t widest = 16;
    Modes<2> modes = problem.modes;
    std::int64_t unit_bytes = size_bytes(problem.dtype);
    while (unit_bytes < widest && can_pair(modes)) {
        pair(modes);
        unit_bytes *= 2;
    }
    return make_shape(std::move(modes), unit_bytes);
}

bool reads_in_vectors(const Shape& shape, std::int64_t count) {
    const Mode<2>& fastest = shape.modes[shape.order[input].front()];
    return std::all_of(shape.modes.begin(), shape.modes.end(), [&](const Mode<2>& mode) {
        return &mode == &fastest ? mode.extent % count == 0 : mode.strides[input] % count == 0;
    });
}

}  // namespace ttgt::cuda
