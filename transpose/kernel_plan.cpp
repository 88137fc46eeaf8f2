// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/kernel_plan.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "src/core/checked.h"

namespace ttgt {
namespace {

// Bytes that a tile takes of a row of either side: four cache lines, enough for the adjacent-line
// prefetcher and to make a line torn at both ends a small part. A tile of 8-byte elements is then
// 32 x 32, 8 KiB, a quarter of the smallest L1 cache in use.
constexpr std::int64_t tile_row_bytes = 256;

// Rows longer than this are cut, so that one long row can be shared between threads.
constexpr std::int64_t row_block_bytes = std::int64_t{32} * 1024;

// One core's copy bandwidth, read plus written, and the cost of a call; nominal, to compare plans.
constexpr double nominal_bytes_per_ms = 1e7;
constexpr double nominal_start_ms = 1e-3;

/// The mode of smallest nonzero |stride| in `array`, first of equals; end() where all are 0.
Modes<2>::iterator fastest(Modes<2>& modes, std::size_t array) {
    auto best = modes.end();
    for (auto mode = modes.begin(); mode != modes.end(); ++mode) {
        const std::int64_t stride = std::abs(mode->strides[array]);
        if (stride == 0) continue;
        if (best == modes.end() || stride < std::abs(best->strides[array])) best = mode;
    }
    return best;
}

/// Removes the mode from `modes`; the unit loop where there is none.
Mode<2> take(Modes<2>& modes, Modes<2>::iterator mode) {
    if (mode == modes.end()) return Mode<2>{};
    const Mode<2> taken = *mode;
    modes.erase(mode);
    return taken;
}

/// How many rows of `row_bytes` a tile takes in each direction.
std::int64_t tile_edge(std::int64_t row_bytes) {
    return std::clamp<std::int64_t>(tile_row_bytes / row_bytes, 1, max_tile_edge);
}

/// The property of every mode as text.
template <class Property>
std::string join(const Modes<2>& modes, char separator, Property property) {
    std::string text;
    for (const Mode<2>& mode : modes) {
        if (!text.empty()) text += separator;
        text += std::to_string(property(mode));
    }
    return text;
}

std::string strides(const Modes<2>& modes, std::size_t array) {
    return join(modes, ',', [array](const Mode<2>& mode) { return mode.strides[array]; });
}

std::string extents(const Modes<2>& modes) {
    return join(modes, 'x', [](const Mode<2>& mode) { return mode.extent; });
}

}  // namespace

TransposeKernelPlan plan_transpose_kernel(TransposeProblem problem) {
    TransposeKernelPlan plan;
    plan.problem = std::move(problem);
    plan.outer = plan.problem.modes;
    Modes<2>& rest = plan.outer;
    const std::int64_t element_bytes = size_bytes(plan.problem.dtype);
    const auto in_fastest = fastest(rest, input);
    const auto out_fastest = fastest(rest, output);
    if (in_fastest == out_fastest || in_fastest == rest.end()) {
        plan.method = TransposeMethod::copy;
        plan.row.mode = take(rest, out_fastest);
    } else {
        plan.method = TransposeMethod::tiled;
    }
    plan.row.block = std::min(plan.row.mode.extent, row_block_bytes / element_bytes);
    const std::int64_t edge = tile_edge(plan.row.block * element_bytes);
    plan.out_fast = {take(rest, fastest(rest, output)), edge};
    plan.in_fast = {take(rest, fastest(rest, input)), edge};
    return plan;
}

double predicted_ms(const TransposeKernelPlan& plan) {
    const double bytes = plan.problem.empty
                             ? 0.0
                             : 2.0 * static_cast<double>(volume(plan.problem.modes)) *
                                   static_cast<double>(size_bytes(plan.problem.dtype));
    return nominal_start_ms + bytes / nominal_bytes_per_ms;
}

std::int64_t bytes_moved(const TransposeKernelPlan& plan, bool accumulates) {
    if (plan.problem.empty) return 0;
    const std::int64_t passes = accumulates ? 3 : 2;
    return checked_multiply(volume(plan.problem.modes), passes * size_bytes(plan.problem.dtype),
                            "the bytes moved by a transpose");
}

std::string to_string(const TransposeKernelPlan& plan) {
    const TransposeProblem& problem = plan.problem;
    const char* method = plan.method == TransposeMethod::copy ? "copy" : "tiled";
    if (problem.empty) return fmt::format("{} nothing", method);
    if (problem.modes.empty()) return fmt::format("{} scalar", method);
    return fmt::format("{} {} in {} out {}{}", method, extents(problem.modes),
                       strides(problem.modes, input), strides(problem.modes, output),
                       problem.conjugate ? " conjugated" : "");
}

}  // namespace ttgt
