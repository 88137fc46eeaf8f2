// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/core/rounding.h"
#include "transpose/cuda/plan/launch.h"
#include "transpose/cuda/plan/line_reuse.h"
#include "transpose/cuda/plan/loops.h"
#include "transpose/cuda/plan/packed_side.h"

namespace ttgt::cuda {
namespace {

/// log2 of the threads that share a row of `length` steps: the power of two that wastes the least;
/// of two that waste nearly the same, the larger one, whose accesses are longer. It is more than a
/// warp where rows are so few that most threads of a block would have none.
std::int32_t log2_lanes(std::int64_t rows, std::int64_t length) {
    // The worth of 4, 8, 16 and 32 lanes, chosen by eye.
    constexpr double worth[] = {0, 0, 0.7, 0.9, 0.97, 1};
    std::int32_t best = 5;
    double best_use = 0;
    for (std::int32_t log2 = 5; log2 >= 2; --log2) {
        const std::int64_t lanes = std::int64_t{1} << log2;
        const double use = worth[log2] * static_cast<double>(length) /
                           static_cast<double>(align_up(length, lanes));
        if (use > best_use) {
            best_use = use;
            best = log2;
        }
    }
    if (4 * rows << best > packed_threads) return best;
    while (rows << best < packed_threads && std::int64_t{1} << best < length) ++best;
    return best;
}

/// Number of tiles that a block of threads moves with the same tables: several where filling the
/// tables takes as long as a good part of moving a tile, and there are blocks enough.
std::uint32_t tiles_per_block(const PackedArguments& tile) {
    // With 8 tiles nothing more was gained.
    constexpr std::uint32_t several = 4;
    constexpr std::uint32_t fewest_blocks = 4096;
    const std::int64_t volume = std::int64_t{tile.in_rows} * tile.in_run;
    const std::int64_t entries = std::int64_t{tile.in_rows} + tile.out_rows + tile.out_run;
    return 5 * entries >= volume && tile.loops.tiles >= several * fewest_blocks ? several : 1;
}

/// Shortens the run of the output, if it is longer than it need be, so that rows of the output that
/// adjoin share the table of one run. The run keeps at least 256 bytes that end with a sector, or
/// 1024 bytes; its further modes lead to other rows.
void share_run(PackedSide& side, const std::vector<std::int64_t>& blocks, std::int64_t unit_bytes) {
    const auto is_enough = [&](std::int64_t bytes) {
        return bytes >= 1024 || (bytes >= 256 && bytes % sector_bytes == 0);
    };
    const std::size_t most = side.run_modes;
    side.run_units = 1;
    side.run_modes = 0;
    while (side.run_modes < most && !is_enough(side.run_units * unit_bytes)) {
        side.run_units *= blocks[side.modes[side.run_modes++]];
    }
}

/// Computes the arguments of the packed kernel for one tile.
class PackedMaker {
public:
    PackedMaker(const Shape& shape, const PackedTile& tile, PackedArguments& arguments)
        : shape_(shape),
          blocks_(tile.blocks),
          arguments_(arguments),
          in_(staged_side(shape, tile)),
          out_(side_of(shape, tile, output)),
          staged_(blocks_.size(), 0),
          partial_of_(blocks_.size(), -1) {
        share_run(out_, blocks_, shape_.unit_bytes);
        std::int64_t volume = 1;
        for (const std::int64_t block : blocks_) volume *= block;
        arguments_.in_run = static_cast<std::int32_t>(in_.run_units);
        arguments_.out_run = static_cast<std::int32_t>(out_.run_units);
        arguments_.in_rows = static_cast<std::int32_t>(volume / in_.run_units);
        arguments_.out_rows = static_cast<std::int32_t>(volume / out_.run_units);
        lay_out_stage();
        find_cuts();
        fill_digits(in_.rows(), input, arguments_.in_row);
        fill_digits(out_.rows(), output, arguments_.out_row);
        fill_digits(out_.run(), output, arguments_.out_element);
        const std::int64_t vector = packed_store_vector(shape_.unit_bytes);
        const int word = elements_per_word(shape_.unit_bytes);
        arguments_.log2_load_lanes =
            log2_lanes(arguments_.in_rows, divide_up(in_.run_units + word - 1, word));
        arguments_.reach = reach_of(shape_);
        for (std::size_t m = 0; m < blocks_.size(); ++m) {
            arguments_.tile_reach.add(blocks_[m], shape_.modes[m].strides[input]);
        }
        arguments_.log2_store_lanes =
            log2_lanes(arguments_.out_rows,
                       divide_up(out_.run_units + sector_bytes / shape_.unit_bytes, vector));
        // The table of the run is filled in whole vectors, which may reach beyond its end.
        const std::int64_t tables =
            16 * (std::int64_t{arguments_.in_rows} + arguments_.out_rows) + 2 * out_.run_units;
        arguments_.stage_offset =
            static_cast<std::int32_t>(std::min(align_up(tables, vector_bytes), most_shared_bytes));
    }

    /// Number of units of shared memory of the staged tile.
    std::int64_t staged_units() const {
        return std::int64_t{arguments_.in_rows} * arguments_.pitch;
    }

    /// Bytes of shared memory of a block.
    std::int64_t shared_bytes() const {
        return arguments_.stage_offset + staged_units() * shape_.unit_bytes;
    }

    /// What a tile reads, for bring_near().
    Pieces pieces() const {
        return {in_.run_units, leads_on(shape_, in_.rows(), in_.run_units),
                std::int64_t{arguments_.in_rows} * in_.run_units * shape_.unit_bytes};
    }

    /// The partial block of mode m; null where its blocks are even.
    PartialBlock* partial_of(std::size_t m) {
        return partial_of_[m] < 0 ? nullptr : &arguments_.partial[partial_of_[m]];
    }

private:
    /// Lays out the staged tile: rows of the input one after the other. Their pitch is odd where
    /// the output runs across them.
    void lay_out_stage() {
        const bool crosses_rows =
            out_.run_modes > 0 && std::ranges::count(in_.run(), out_.modes.front()) == 0;
        // A gap between rows keeps two rows from sharing a word.
        const int gap = 2 * (elements_per_word(shape_.unit_bytes) - 1);
        arguments_.pitch = arguments_.in_run + gap;
        if (crosses_rows && arguments_.pitch % 2 == 0) ++arguments_.pitch;
        std::int64_t place = 1;
        for (const std::size_t m : in_.run()) {
            staged_[m] = place;
            place *= blocks_[m];
        }
        place = arguments_.pitch;
        for (const std::size_t m : in_.rows()) {
            staged_[m] = place;
            place *= blocks_[m];
        }
    }

    /// Finds the modes whose blocks are uneven.
    void find_cuts() {
        for (std::size_t m = 0; m < blocks_.size(); ++m) {
            const std::int64_t rest = shape_.modes[m].extent % blocks_[m];
            if (rest == 0) continue;
            PartialBlock& partial = arguments_.partial[arguments_.partials];
            partial_of_[m] = arguments_.partials++;
            partial.last = static_cast<std::uint32_t>(shape_.modes[m].extent / blocks_[m]);
            partial.in_run = left_of(in_, m, rest);
            partial.out_run = left_of(out_, m, rest);
        }
    }

    /// Number of units of a run of one side in the last block of mode m, which has `rest` indices.
    /// A split mode is the last one of a run, so that the run becomes shorter with it.
    std::int32_t left_of(const PackedSide& side, std::size_t m, std::int64_t rest) const {
        const bool ends_run = side.run_modes > 0 && side.run().back() == m;
        return static_cast<std::int32_t>(ends_run ? side.run_units / blocks_[m] * rest
                                                  : side.run_units);
    }

    /// Writes modes of one side as digits of a row's or an element's number.
    void fill_digits(std::span<const std::size_t> modes, std::size_t array,
                     TileDigits& digits) const {
        for (const std::size_t m : modes) {
            const Mode<2>& mode = shape_.modes[m];
            digits.mode[digits.modes++] = {divide_by(blocks_[m]),
                                           mode.strides[array] * shape_.unit_bytes,
                                           static_cast<std::int32_t>(staged_[m]), partial_of_[m],
                                           static_cast<std::uint32_t>(mode.extent % blocks_[m])};
        }
    }

    const Shape& shape_;
    const std::vector<std::int64_t>& blocks_;
    PackedArguments& arguments_;
    PackedSide in_;
    PackedSide out_;
    /// For each mode, units of shared memory from one index to the next.
    std::vector<std::int64_t> staged_;
    /// For each mode, the entry of PackedArguments::partial; -1 where its blocks are even.
    std::vector<int> partial_of_;
};

}  // namespace

std::optional<Launch> make_packed_launch(const Shape& shape, const PackedTile& tile) {
    std::optional<Launch> launch(std::in_place);
    auto& arguments = launch->arguments.emplace<PackedArguments>();
    PackedMaker maker(shape, tile, arguments);
    std::vector<Loop> loops;
    loops.reserve(shape.modes.size());
    for (std::size_t m = 0; m < shape.modes.size(); ++m) {
        const Mode<2>& mode = shape.modes[m];
        const std::int64_t block = tile.blocks[m];
        if (block == mode.extent) continue;
        loops.push_back(loop_over(mode, block));
        loops.back().partial = maker.partial_of(m);
    }
    if (maker.staged_units() > most_staged_units || maker.shared_bytes() > most_shared_bytes) {
        return {};
    }
    sort_by_output(loops);
    arguments.whole_lines = bring_near(loops, shape, maker.pieces());
    if (!fill_loops(loops, arguments.loops)) return {};
    arguments.tiles_per_block = tiles_per_block(arguments);
    launch->threads = packed_threads;
    launch->blocks =
        divide_up(std::int64_t{arguments.loops.tiles}, std::int64_t{arguments.tiles_per_block});
    launch->shared_bytes = static_cast<int>(maker.shared_bytes());
    return launch;
}

}  // namespace ttgt::cuda
