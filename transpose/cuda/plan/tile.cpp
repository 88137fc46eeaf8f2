// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/tile.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "src/core/rounding.h"
#include "transpose/cuda/plan/packed_side.h"
#include "transpose/cuda/plan/tiled_policy.h"

namespace ttgt::cuda {
namespace {

/// Longest run, in units, that a Divisor divides exactly.
constexpr std::int64_t longest_run = std::int64_t{1} << 30;
/// Bytes of shared memory by which packed tiles are limited (to two thirds of it).
constexpr std::int64_t most_staged_bytes = std::int64_t{96} * 1024;

/// Makes the candidates of a shape.
class Candidates {
public:
    explicit Candidates(const Shape& shape) : shape_(shape) {}

    std::vector<CudaTile> unpacked() {
        add_copies();
        add_tiled();
        return std::move(tiles_);
    }

    std::vector<CudaTile> packed() {
        add_packed();
        return std::move(tiles_);
    }

private:
    const Mode<2>& mode(std::size_t m) const { return shape_.modes[m]; }

    void add(CudaTile tile) { tiles_.push_back(std::move(tile)); }

    /// Whether mode m continues a run of `length` units and `modes` modes in an array.
    bool joins(std::size_t m, std::size_t array, std::int64_t length, std::size_t modes) const {
        return mode(m).strides[array] == length && mode(m).extent < longest_run / length &&
               modes < most_run_modes;
    }

    /// The minor modes of the output that follow each other without a gap.
    std::vector<std::size_t> output_run() const {
        std::vector<std::size_t> run;
        std::int64_t length = 1;
        for (const std::size_t m : shape_.order[output]) {
            if (!joins(m, output, length, run.size())) break;
            run.push_back(m);
            length *= mode(m).extent;
        }
        return run;
    }

    /// Adds tiles of the copy kernel, where rows are long enough for it.
    void add_copies() {
        constexpr std::int64_t shortest_row_bytes = 96;
        const Mode<2>& fastest = mode(shape_.order[output].front());
        const bool has_rows = shape_.order[input].front() == shape_.order[output].front() &&
                              fastest.extent * shape_.unit_bytes >= shortest_row_bytes;
        if (!has_rows && shape_.modes.size() > 1) return;
        const std::vector<std::size_t> longest = output_run();
        if (longest.empty()) return;
        add(CopyTile{longest});
        if (longest.size() > 1) add(CopyTile{{longest.front()}});
    }

    /// A run of the input and a run of the output. They take modes by turns, so that neither takes
    /// a mode that the other one needs.
    std::pair<std::vector<std::size_t>, std::vector<std::size_t>> opposite_runs() const {
        constexpr std::int64_t enough = 128;
        std::vector<std::size_t> runs[2];
        std::int64_t lengths[2] = {1, 1};
        for (bool grown = true; grown;) {
            grown = false;
            for (const std::size_t side : {input, output}) {
                std::vector<std::size_t>& run = runs[side];
                if (lengths[side] >= enough || run.size() == shape_.modes.size()) continue;
                const std::size_t m = shape_.order[side][run.size()];
                const std::vector<std::size_t>& other = runs[1 - side];
                if (!joins(m, side, lengths[side], run.size())) continue;
                if (std::count(other.begin(), other.end(), m) != 0) continue;
                run.push_back(m);
                lengths[side] *= mode(m).extent;
                grown = true;
            }
        }
        return {runs[input], runs[output]};
    }

    /// Adds tiles of the tiled or the narrow kernel, one for each policy that suits the units.
    void add_tiled() {
        const auto [in_run, out_run] = opposite_runs();
        if (in_run.empty() || out_run.empty()) return;
        const int vector = load_vector(shape_.unit_bytes);
        const int loads = vector > 1 && reads_in_vectors(shape_, vector) ? vector : 1;
        const std::int64_t segment = segment_of(in_run, out_run);
        const bool on_sectors = begins_on_sectors(out_run);
        for (int policy = 0; policy < tiled_policy_count; ++policy) {
            if (!suits(tiled_policies[policy], shape_.unit_bytes)) continue;
            add(TiledTile{.in_run = in_run,
                          .out_run = out_run,
                          .policy = policy,
                          .load_vector = loads,
                          .on_sectors = on_sectors});
            if (segment > 0 && segment <= tiled_policies[policy].out_bytes) {
                add(TiledTile{.in_run = {in_run.front()},
                              .out_run = out_run,
                              .policy = policy,
                              .load_vector = loads,
                              .adjoins = true});
            }
        }
    }

    /// Whether the output's run begins on a sector wherever the modes outside it lead.
    bool begins_on_sectors(const std::vector<std::size_t>& out_run) const {
        for (std::size_t m = 0; m < shape_.modes.size(); ++m) {
            if (std::count(out_run.begin(), out_run.end(), m) != 0) continue;
            if (mode(m).strides[output] * shape_.unit_bytes % sector_bytes != 0) return false;
        }
        return true;
    }

    /// Bytes of the output's run, if the run of the input's next position follows it at once in the
    /// output, and units are short enough for the narrow kernel; else 0.
    std::int64_t segment_of(const std::vector<std::size_t>& in_run,
                            const std::vector<std::size_t>& out_run) const {
        if (shape_.unit_bytes >= word_bytes) return 0;
        std::int64_t extent = 1;
        for (const std::size_t m : out_run) extent *= mode(m).extent;
        const std::int64_t bytes = extent * shape_.unit_bytes;
        const bool follows = mode(in_run.front()).strides[output] == extent;
        return follows && bytes >= vector_bytes ? bytes : 0;
    }

    /// Whether the last block of a mode may be shorter than the others, or all of them have nearly
    /// the same length.
    enum class BlockLengths { last_is_shorter, even };

    /// Raises the blocks of the minor modes of `array` until they make a run of `target` units.
    void cover(std::size_t array, std::int64_t target, BlockLengths lengths,
               std::vector<std::int64_t>& blocks) const {
        std::int64_t run = 1;
        for (const std::size_t m : shape_.order[array]) {
            if (run >= target) return;
            const std::int64_t extent = mode(m).extent;
            std::int64_t block = divide_up(target, run);
            if (2 * extent <= 3 * block) block = extent;
            if (lengths == BlockLengths::even) {
                const std::int64_t parts = divide_up(extent, block);
                block = divide_up(extent, parts);
            }
            blocks[m] = std::max(blocks[m], block);
            run *= blocks[m];
        }
    }

    /// Raises blocks of the output's modes where the minor modes of both sides make a small tile.
    void fill(std::vector<std::int64_t>& blocks) const {
        constexpr std::int64_t enough_bytes = std::int64_t{16} * 1024;
        const std::int64_t enough = enough_bytes / shape_.unit_bytes;
        std::int64_t volume = 1;
        for (const std::int64_t block : blocks) volume *= block;
        for (const std::size_t m : shape_.order[output]) {
            if (2 * volume > enough) return;
            if (blocks[m] == mode(m).extent) continue;
            const std::int64_t block = std::min(mode(m).extent, blocks[m] * (enough / volume));
            volume = volume / blocks[m] * block;
            blocks[m] = block;
        }
    }

    /// Adds tiles of the packed kernel, for runs of several lengths.
    void add_packed() {
        // A tile with 16 units along each side fits, whatever the strides are.
        constexpr std::int64_t few = 16;
        std::vector<std::int64_t> blocks;
        cover_both(few, few, BlockLengths::last_is_shorter, blocks);
        add_blocks(blocks);
        for (const std::int64_t in_bytes : {128, 256, 512, 1024, 2048}) {
            for (const std::int64_t out_bytes : {128, 256, 512, 1024, 2048}) {
                for (const BlockLengths lengths :
                     {BlockLengths::last_is_shorter, BlockLengths::even}) {
                    cover_both(in_bytes / shape_.unit_bytes, out_bytes / shape_.unit_bytes, lengths,
                               blocks);
                    fill(blocks);
                    add_blocks(blocks);
                }
            }
        }
    }

    /// Sets the blocks to the smallest ones that make runs of `in_target` units of the input and
    /// `out_target` units of the output.
    void cover_both(std::int64_t in_target, std::int64_t out_target, BlockLengths lengths,
                    std::vector<std::int64_t>& blocks) const {
        blocks.assign(shape_.modes.size(), 1);
        cover(output, out_target, lengths, blocks);
        cover(input, in_target, lengths, blocks);
    }

    /// Adds the packed tile with these blocks, if it is new and fits, as it is and with rows in
    /// parts.
    void add_blocks(const std::vector<std::int64_t>& blocks) {
        if (std::find(packed_.begin(), packed_.end(), blocks) != packed_.end()) return;
        if (fits(blocks)) {
            PackedTile tile{blocks};
            add(tile);
            const std::int64_t whole = staged_side(shape_, tile).run_units;
            tile.parts_rows = true;
            // A part that is shorter than a sector would cost more than any bank conflicts.
            const std::int64_t part = staged_side(shape_, tile).run_units;
            if (part != whole && part * shape_.unit_bytes % sector_bytes == 0) {
                add(std::move(tile));
            }
        }
        packed_.push_back(blocks);
    }

    /// Whether a packed tile with these blocks fits shared memory and the kernel's arguments.
    bool fits(const std::vector<std::int64_t>& blocks) const {
        std::int64_t volume = 1;
        int split_unevenly = 0;
        int spanned = 0;
        for (std::size_t m = 0; m < blocks.size(); ++m) {
            volume *= blocks[m];
            split_unevenly += mode(m).extent % blocks[m] != 0 ? 1 : 0;
            spanned += blocks[m] > 1 ? 1 : 0;
        }
        return volume * shape_.unit_bytes <= most_staged_bytes * 2 / 3 &&
               volume < most_staged_units / 2 && split_unevenly <= most_partial_blocks &&
               spanned <= most_tile_modes;
    }

    const Shape& shape_;
    std::vector<CudaTile> tiles_;
    /// Blocks that add_blocks() has seen.
    std::vector<std::vector<std::int64_t>> packed_;
};

std::string join(const Shape& shape, const std::vector<std::size_t>& run) {
    std::string text;
    for (const std::size_t m : run) {
        text += fmt::format("{}{}", text.empty() ? "" : ".", shape.modes[m].extent);
    }
    return text;
}

struct Description {
    const Shape& shape;

    std::string operator()(const CopyTile& tile) const { return join(shape, tile.run); }
    std::string operator()(const TiledTile& tile) const {
        const TiledPolicy& policy = tiled_policies[tile.policy];
        return fmt::format("{}/{} x {}/{}, {} threads, {}-byte stores{}{}",
                           policy.in_bytes / shape.unit_bytes, join(shape, tile.in_run),
                           policy.out_bytes / shape.unit_bytes, join(shape, tile.out_run),
                           policy.threads, policy.store_bytes,
                           tile.on_sectors ? ", on sectors" : "",
                           tile.load_vector > 1 ? ", 8-byte loads"
                           : tile.adjoins       ? ", one segment"
                                                : "");
    }
    std::string operator()(const PackedTile& tile) const {
        std::string text;
        for (std::size_t m = 0; m < tile.blocks.size(); ++m) {
            if (tile.blocks[m] == 1) continue;
            text += fmt::format("{}{}", text.empty() ? "" : " x ", tile.blocks[m]);
            if (tile.blocks[m] < shape.modes[m].extent) {
                text += fmt::format("/{}", shape.modes[m].extent);
            }
        }
        if (tile.parts_rows) text += ", parted rows";
        return text;
    }
};

}  // namespace

TiledTile anywhere(TiledTile tile) {
    tile.load_vector = 1;
    tile.on_sectors = false;
    return tile;
}

std::vector<CudaTile> unpacked_tiles(const Shape& shape) { return Candidates(shape).unpacked(); }

std::vector<CudaTile> packed_tiles(const Shape& shape) { return Candidates(shape).packed(); }

std::vector<CudaTile> tile_candidates(const Shape& shape) {
    std::vector<CudaTile> tiles = unpacked_tiles(shape);
    std::ranges::move(packed_tiles(shape), std::back_inserter(tiles));
    return tiles;
}

const char* method(const Shape& shape, const CudaTile& tile) {
    if (std::holds_alternative<CopyTile>(tile)) {
        return shape.modes.size() == 1 ? "copy" : "tiled_copy";
    }
    if (std::holds_alternative<TiledTile>(tile)) return "tiled";
    const std::vector<std::int64_t>& blocks = std::get<PackedTile>(tile).blocks;
    for (std::size_t m = 0; m < blocks.size(); ++m) {
        if (blocks[m] > 1 && blocks[m] < shape.modes[m].extent) return "packed_split";
    }
    return "packed";
}

std::string describe(const Shape& shape, const CudaTile& tile) {
    return std::visit(Description{shape}, tile);
}

}  // namespace ttgt::cuda
