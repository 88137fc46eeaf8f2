// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cpu/kernel_plan.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "src/core/rounding.h"

namespace ttgt {
namespace {

/// The fixed word for a method in a KernelKey, which is on disk.
const char* kind_of(TransposeMethod method) {
    switch (method) {
        case TransposeMethod::copy:
            return "copy";
        case TransposeMethod::tiled_copy:
            return "tiled_copy";
        case TransposeMethod::tiled:
            return "tiled";
        case TransposeMethod::packed:
            return "packed";
    }
    return "";
}

/// The modes as a list of integers, four for each mode: its extent, its stride in the input, its
/// stride in the output, and the length of its blocks.
std::vector<std::int64_t> numbers_of(const std::vector<BlockedMode>& modes) {
    std::vector<std::int64_t> numbers;
    for (const auto& [mode, block] : modes) {
        numbers.insert(numbers.end(),
                       {mode.extent, mode.strides[input], mode.strides[output], block});
    }
    return numbers;
}

/// Whether tiles should follow each other along the input: the hardware reads on where a piece of
/// the input ends, and the next tile begins there. They should not where runs of neighbouring tiles
/// share cache lines of the output, because these lines wait in a cache to be completed.
bool go_along_input(const TransposeProblem& problem, const CpuTile& tile) {
    return exceeds_caches(problem) &&
           (is_cut(tile.rows) || is_cut(tile.run) || runs_begin_with_lines(problem, tile));
}

/// The loops over tiles: blocks of the tile's modes, and single indices of modes outside the tile.
std::vector<BlockedMode> loops_over_tiles(const TransposeProblem& problem, const CpuTile& tile) {
    std::vector<BlockedMode> loops;
    for (const Mode<2>& mode : problem.modes) loops.push_back({mode, 1});
    for (const auto* part : {&tile.run, &tile.rows}) {
        for (const BlockedMode& blocked : *part) {
            std::find_if(loops.begin(), loops.end(), [&](const BlockedMode& loop) {
                return loop.mode == blocked.mode;
            })->block = blocked.block;
        }
    }
    std::erase_if(loops, [](const BlockedMode& loop) { return loop.block == loop.mode.extent; });
    if (go_along_input(problem, tile)) {
        const auto step = [](const BlockedMode& loop) {
            const std::int64_t stride = std::abs(loop.mode.strides[input]);
            return stride == 0 ? std::numeric_limits<std::int64_t>::max() : stride;
        };
        const auto first =
            std::min_element(loops.begin(), loops.end(),
                             [&](const auto& a, const auto& b) { return step(a) < step(b); });
        if (first != loops.end()) std::rotate(loops.begin(), first, first + 1);
    }
    return loops;
}

/// The tile with one cache line more of a run that is cut: wherever the tile ends, its last line is
/// then whole.
CpuTile with_whole_lines(CpuTile tile, std::int64_t line_elements) {
    BlockedMode& last = tile.run.back();
    const std::int64_t inner = elements(tile.run) / last.block;
    last.block = std::min(last.mode.extent, last.block + divide_up(line_elements, inner));
    return tile;
}

/// Fills in the tables of addresses of a plan.
void fill_tables(CpuKernelPlan& plan) {
    const CpuTile& tile = plan.tile;
    const std::int64_t element_bytes = size_bytes(plan.problem.dtype);
    const std::vector<std::int64_t> in = byte_offsets(tile.rows, input, element_bytes);
    const std::vector<std::int64_t> out = byte_offsets(tile.rows, output, element_bytes);
    for (std::size_t row = 0; row < in.size(); ++row) plan.rows.push_back({in[row], out[row]});
    plan.contiguous_rows = evenly_spaced_rows(tile, input, 1);
    plan.adjoining_rows = adjoining_rows(tile);
    plan.lines_aligned = runs_begin_with_lines(plan.problem, tile);

    CpuTile read_tile = tile;
    const std::int64_t line_elements = cache_line_bytes / element_bytes;
    const bool is_one_piece = copies_rows(tile.method) && tile.run.size() < 2;
    if (is_cut(tile.run) && !is_one_piece && line_elements > 1) {
        read_tile = with_whole_lines(tile, line_elements);
        plan.run_more = line_elements;
    }
    std::vector<BlockedMode> pieces = read_tile.run;
    if (copies_rows(tile.method) && !pieces.empty()) {
        plan.piece = pieces.front().block;
        pieces.erase(pieces.begin());
    }
    plan.run_in = byte_offsets(pieces, input, element_bytes);

    const InputPieces read = input_pieces(plan.lines_aligned ? tile : read_tile);
    plan.in_pieces = byte_offsets(read.outside, input, element_bytes);
    plan.in_piece_bytes = elements(read.inside) * element_bytes;
}

/// The plan with this tile, without loops and tables.
CpuKernelPlan priced_plan(TransposeProblem problem, PricedCpuTile tile) {
    CpuKernelPlan plan;
    plan.problem = std::move(problem);
    plan.tile = std::move(tile.tile);
    plan.cost_ns = tile.cost_ns;
    if (exceeds_caches(plan.problem)) plan.stores = Stores::non_temporal;
    return plan;
}

}  // namespace

CpuKernelPlan price_transpose_kernel(TransposeProblem problem) {
    PricedCpuTile cheapest = cheapest_tile(problem);
    return priced_plan(std::move(problem), std::move(cheapest));
}

CpuKernelPlan complete(CpuKernelPlan priced) {
    priced.loops = loops_over_tiles(priced.problem, priced.tile);
    fill_tables(priced);
    return priced;
}

CpuKernelPlan plan_transpose_kernel(TransposeProblem problem) {
    return complete(price_transpose_kernel(std::move(problem)));
}

CpuKernelPlan plan_transpose_kernel(TransposeProblem problem, CpuTile tile) {
    const double cost = cost_ns(problem, tile);
    return plan_transpose_kernel(std::move(problem), PricedCpuTile{std::move(tile), cost});
}

CpuKernelPlan plan_transpose_kernel(TransposeProblem problem, PricedCpuTile tile) {
    return complete(priced_plan(std::move(problem), std::move(tile)));
}

double CpuKernelPlan::predicted_ms() const { return cost_ns * 1e-6; }

const char* CpuKernelPlan::method() const { return to_string(tile.method); }

KernelKey CpuKernelPlan::key() const {
    return {kind_of(tile.method), {numbers_of(tile.run), numbers_of(tile.rows)}};
}

std::string CpuKernelPlan::parameters() const { return describe(tile, size_bytes(problem.dtype)); }

std::string CpuKernelPlan::explain() const {
    const std::int64_t element_bytes = size_bytes(problem.dtype);
    std::string text = fmt::format(
        "  kernel     {} {}\n"
        "  tile       {}\n"
        "  predicted  {:.4g} ms of one core\n",
        method(), to_string(problem), parameters(), predicted_ms());
    std::vector<PricedCpuTile> others = tiles_by_cost(problem);
    std::erase_if(others, [&](const PricedCpuTile& other) { return other.tile == tile; });
    constexpr std::size_t most_others = 3;
    others.resize(std::min(others.size(), most_others));
    for (const PricedCpuTile& other : others) {
        text += fmt::format("  not taken  {} {}, {:.4g} ms\n", to_string(other.tile.method),
                            describe(other.tile, element_bytes), other.cost_ns * 1e-6);
    }
    return text;
}

}  // namespace ttgt
