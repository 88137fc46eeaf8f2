// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cpu/kernel_plan.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace ttgt {
namespace {

/// Outputs from this size on go past the caches: half of the L3 that the cores of one die share.
/// They would be evicted before anyone reads them, and storing them would first read the old lines.
constexpr std::int64_t streamed_bytes = std::int64_t{16} << 20;

bool is_streamed(const TransposeProblem& problem) {
    return volume(problem.modes) >= streamed_bytes / size_bytes(problem.dtype);
}

/// The modes' blocks in the tile; 1 for those outside.
std::vector<BlockedMode> loops_over_tiles(const TransposeProblem& problem, const Tile& tile) {
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
    return loops;
}

bool adjoin(const Tile& tile) {
    if (tile.run.empty() || tile.rows.empty()) return false;
    const std::int64_t run_end = tile.run.front().mode.strides[output] * elements(tile.run);
    return tile.run.back().block == tile.run.back().mode.extent && tile.rows.size() == 1 &&
           tile.rows.front().mode.strides[output] == run_end;
}

void fill_tables(CpuKernelPlan& plan) {
    const Tile& tile = plan.tile;
    const std::int64_t element_bytes = size_bytes(plan.problem.dtype);
    const std::vector<std::int64_t> in = byte_offsets(tile.rows, input, element_bytes);
    const std::vector<std::int64_t> out = byte_offsets(tile.rows, output, element_bytes);
    for (std::size_t row = 0; row < in.size(); ++row) plan.rows.push_back({in[row], out[row]});
    plan.rows_adjoin = adjoin(tile);

    std::vector<BlockedMode> pieces = tile.run;
    if (copies_rows(tile.method) && !pieces.empty()) {
        plan.piece = pieces.front().block;
        pieces.erase(pieces.begin());
    }
    plan.run_in = byte_offsets(pieces, input, element_bytes);

    const InputPieces read = input_pieces(tile);
    plan.in_pieces = byte_offsets(read.outside, input, element_bytes);
    plan.in_piece_bytes = elements(read.inside) * element_bytes;
}

}  // namespace

CpuKernelPlan plan_transpose_kernel(TransposeProblem problem) {
    PricedTile cheapest = cheapest_tile(problem);
    return plan_transpose_kernel(std::move(problem), std::move(cheapest));
}

CpuKernelPlan plan_transpose_kernel(TransposeProblem problem, Tile tile) {
    const double cost = cost_ns(problem, tile);
    return plan_transpose_kernel(std::move(problem), PricedTile{std::move(tile), cost});
}

CpuKernelPlan plan_transpose_kernel(TransposeProblem problem, PricedTile tile) {
    CpuKernelPlan plan;
    plan.problem = std::move(problem);
    plan.tile = std::move(tile.tile);
    plan.cost_ns = tile.cost_ns;
    plan.loops = loops_over_tiles(plan.problem, plan.tile);
    fill_tables(plan);
    if (is_streamed(plan.problem)) plan.locality = Locality::streamed;
    return plan;
}

double CpuKernelPlan::predicted_ms() const { return cost_ns * 1e-6; }

const char* CpuKernelPlan::method() const { return to_string(tile.method); }

std::string CpuKernelPlan::parameters() const { return describe(tile, size_bytes(problem.dtype)); }

std::string CpuKernelPlan::explain() const {
    const std::int64_t element_bytes = size_bytes(problem.dtype);
    std::string text = fmt::format(
        "  kernel     {} {}\n"
        "  tile       {}\n"
        "  predicted  {:.4g} ms of one core\n",
        method(), to_string(problem), parameters(), predicted_ms());
    std::vector<PricedTile> others = tiles_by_cost(problem);
    std::erase_if(others, [&](const PricedTile& other) { return other.tile == tile; });
    constexpr std::size_t most_others = 3;
    others.resize(std::min(others.size(), most_others));
    for (const PricedTile& other : others) {
        text += fmt::format("  not taken  {} {}, {:.4g} ms\n", to_string(other.tile.method),
                            describe(other.tile, element_bytes), other.cost_ns * 1e-6);
    }
    return text;
}

}  // namespace ttgt
