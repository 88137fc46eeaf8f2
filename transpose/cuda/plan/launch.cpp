// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/launch.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "src/core/rounding.h"
#include "transpose/cuda/plan/line_reuse.h"
#include "transpose/cuda/plan/loops.h"
#include "transpose/cuda/plan/narrow_stage.h"
#include "transpose/cuda/plan/tiled_policy.h"

namespace ttgt::cuda {
namespace {

/// Makes the launch for each kind of tile.
class LaunchMaker {
public:
    explicit LaunchMaker(const Shape& shape) : shape_(shape) {}

    std::optional<Launch> operator()(const CopyTile& tile) const {
        constexpr int block = copy_threads * copy_count;
        std::optional<Launch> launch(std::in_place);
        auto& arguments = launch->arguments.emplace<CopyArguments>();
        arguments.mask = static_cast<std::int32_t>(line_bytes / shape_.unit_bytes - 1);
        arguments.run = flat_run(tile.run, input, block, arguments.mask);
        const std::int64_t row = shape_.modes[tile.run.front()].extent;
        arguments.rows = static_cast<std::int32_t>(
            std::min(arguments.run.extent / row, (block + arguments.mask) / row + 2));
        std::vector<Loop> loops = loops_over(tile.run, {});
        loops.push_back({-1, arguments.run.blocks.value, 0, 0, &arguments.run});
        sort_by_output(loops);
        if (!fill_loops(loops, arguments.loops)) return {};
        launch->threads = copy_threads;
        launch->blocks = arguments.loops.tiles;
        launch->shared_bytes = arguments.rows * 8;
        return launch;
    }

    std::optional<Launch> operator()(const TiledTile& tile) const {
        const TiledPolicy& policy = tiled_policies[tile.policy];
        const std::int64_t unit = shape_.unit_bytes;
        std::optional<Launch> launch(std::in_place);
        auto& arguments = launch->arguments.emplace<TiledArguments>();
        const std::int64_t start = std::max({sector_bytes, std::int64_t{policy.store_bytes}, unit});
        const bool is_aligned = tile.adjoins || tile.on_sectors;
        arguments.mask = is_aligned ? 0 : static_cast<std::int32_t>(start / unit - 1);
        arguments.input = flat_run(tile.in_run, output, policy.in_bytes / unit, 0);
        arguments.output = flat_run(tile.out_run, input, policy.out_bytes / unit, arguments.mask);
        arguments.adjoins = tile.adjoins;
        arguments.column = divide_by(arguments.output.extent);
        if (!fill_tiled_loops(tile, arguments)) return {};
        const std::int64_t rows = arguments.output.block + arguments.mask;
        arguments.stage_offset =
            static_cast<std::int32_t>(align_up(8 * (rows + arguments.input.block), vector_bytes));
        launch->policy = tile.policy;
        launch->load_vector = tile.load_vector;
        launch->threads = policy.threads;
        launch->blocks = arguments.loops.tiles;
        const std::int64_t staged =
            unit < word_bytes ? narrow_stage(policy.in_bytes, policy.out_bytes, unit).bytes
                              : rows * (arguments.input.block + tile.load_vector) * unit;
        launch->shared_bytes = static_cast<int>(arguments.stage_offset + staged);
        arguments.reach = reach_of(shape_);
        return launch;
    }

    std::optional<Launch> operator()(const PackedTile& tile) const {
        return make_packed_launch(shape_, tile);
    }

private:
    /// The run of these modes of one array, cut into blocks of `block` units; `across` is the other
    /// array.
    FlatRun flat_run(const std::vector<std::size_t>& run, std::size_t across, std::int64_t block,
                     std::int64_t mask) const {
        FlatRun flat;
        std::int64_t extent = 1;
        for (const std::size_t m : run) {
            flat.mode[flat.modes++] = {divide_by(shape_.modes[m].extent),
                                       shape_.modes[m].strides[across]};
            extent *= shape_.modes[m].extent;
        }
        flat.extent = static_cast<std::int32_t>(extent);
        flat.block = static_cast<std::int32_t>(block);
        flat.blocks = divide_by(divide_up(extent + mask, block));
        return flat;
    }

    /// Fills in the loops of a tiled kernel; false where the tiles are too many.
    bool fill_tiled_loops(const TiledTile& tile, TiledArguments& arguments) const {
        FlatRun& in_run = arguments.input;
        FlatRun& out_run = arguments.output;
        Pieces pieces;
        pieces.units = std::min(in_run.block, in_run.extent);
        pieces.adjoin = in_run.blocks.value == 1 && leads_on(shape_, tile.out_run, pieces.units);
        pieces.tile_bytes = std::int64_t{in_run.block} * out_run.block * shape_.unit_bytes;
        std::vector<Loop> loops = loops_over(tile.in_run, tile.out_run);
        // The loops over both runs come first, so that lines which two tiles share are met again
        // soon.
        loops.push_back({-1, in_run.blocks.value, in_run.block, 0, &in_run});
        loops.push_back({-2, out_run.blocks.value, 0, 0, &out_run});
        sort_by_output(loops);
        arguments.whole_lines = bring_near(loops, shape_, pieces);
        return fill_loops(loops, arguments.loops);
    }

    /// Loops over the modes that are in neither of two runs.
    std::vector<Loop> loops_over(const std::vector<std::size_t>& a,
                                 const std::vector<std::size_t>& b) const {
        std::vector<Loop> loops;
        loops.reserve(shape_.modes.size() + 2);
        for (std::size_t m = 0; m < shape_.modes.size(); ++m) {
            if (std::count(a.begin(), a.end(), m) + std::count(b.begin(), b.end(), m) > 0) continue;
            const Mode<2>& mode = shape_.modes[m];
            loops.push_back(loop_over(mode, 1));
        }
        return loops;
    }

    const Shape& shape_;
};

}  // namespace

Reach reach_of(const Shape& shape) {
    Reach reach;
    for (const Mode<2>& mode : shape.modes) reach.add(mode.extent, mode.strides[input]);
    return reach;
}

std::optional<Launch> make_launch(const Shape& shape, const CudaTile& tile) {
    return std::visit(LaunchMaker(shape), tile);
}

}  // namespace ttgt::cuda
