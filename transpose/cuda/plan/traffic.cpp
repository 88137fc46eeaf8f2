// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/traffic.h"

#include <algorithm>
#include <span>
#include <variant>
#include <vector>

#include "transpose/cuda/plan/packed_side.h"
#include "transpose/cuda/plan/residues.h"

namespace ttgt::cuda {
namespace {

/// The addresses in an array, in units, where contiguous pieces begin: one for each index tuple of
/// the modes that are not in `inside`.
Residues starts(const Shape& shape, std::size_t array, std::span<const std::size_t> inside) {
    Residues starts(line_bytes / shape.unit_bytes);
    for (std::size_t m = 0; m < shape.modes.size(); ++m) {
        if (std::count(inside.begin(), inside.end(), m) != 0) continue;
        starts.add(shape.modes[m].extent, shape.modes[m].strides[array]);
    }
    return starts;
}

/// Counts the sectors and lines of the input that are read: a piece of `length` units at each
/// address in `starts`, each piece `times` times.
void add_reads(Traffic& traffic, const Residues& starts, std::int64_t length, double times,
               const Shape& shape) {
    traffic.read_sectors += times * starts.lines(length, sector_bytes / shape.unit_bytes);
    traffic.read_lines += times * starts.lines(length, line_bytes / shape.unit_bytes);
}

/// Counts the sectors and lines of the output that are written: a piece of `length` units at each
/// address in `starts`.
void add_writes(Traffic& traffic, const Residues& starts, std::int64_t length, const Shape& shape) {
    traffic.written_sectors += starts.lines(length, sector_bytes / shape.unit_bytes);
    traffic.written_lines += starts.lines(length, line_bytes / shape.unit_bytes);
    traffic.partial_sectors += starts.partial_lines(length, sector_bytes / shape.unit_bytes);
}

/// Counts a piece of `length` units at each address in `starts`: reads if array = input, writes if
/// array = output.
void add_pieces(Traffic& traffic, std::size_t array, const Residues& starts, std::int64_t length,
                const Shape& shape) {
    if (array == input) {
        add_reads(traffic, starts, length, 1, shape);
    } else {
        add_writes(traffic, starts, length, shape);
    }
}

/// Counts the traffic of one launch.
class Counter {
public:
    Counter(const Shape& shape, const Launch& launch)
        : shape_(shape), launch_(launch), unit_(shape.unit_bytes) {
        traffic_.tiles = blocks();
    }

    Traffic operator()(const CopyTile& tile) {
        const auto& arguments = std::get<CopyArguments>(launch_.arguments);
        const Residues reads = starts_outside(input, std::span(tile.run).first(1));
        const std::int64_t row = shape_.modes[tile.run.front()].extent;
        read(reads, row, 1);
        write_runs(tile.run, arguments.run.extent);
        traffic_.work = copy_work(shape_, launch_);
        return traffic_;
    }

    Traffic operator()(const TiledTile& tile) {
        const auto& arguments = std::get<TiledArguments>(launch_.arguments);
        const double out_blocks = arguments.output.blocks.value;
        const double halo =
            1 + (out_blocks - 1) * arguments.mask / static_cast<double>(arguments.output.extent);
        Residues reads = starts_outside(input, tile.in_run);
        const std::int64_t in_block = arguments.input.block;
        const std::int64_t whole_blocks = arguments.input.extent / in_block;
        if (whole_blocks > 0) {
            Residues starts = reads;
            starts.add(whole_blocks, in_block);
            read(starts, in_block, halo);
        }
        if (arguments.input.extent % in_block > 0) {
            read(reads, arguments.input.extent % in_block, halo);
        }
        if (tile.adjoins) {
            write_segments(tile, arguments);
        } else {
            write_runs(tile.out_run, arguments.output.extent);
        }
        traffic_.work = unit_ < word_bytes ? narrow_work(shape_, tile, launch_)
                                           : tiled_work(shape_, tile, launch_);
        return traffic_;
    }

    Traffic operator()(const PackedTile& tile) {
        PackedTraffic packed(shape_);
        Traffic traffic = packed.with_work(packed.moved(tile), launch_);
        traffic.work.conflicts = packed_conflicts(shape_, launch_);
        return traffic;
    }

private:
    double blocks() const { return static_cast<double>(launch_.blocks); }

    Residues starts_outside(std::size_t array, std::span<const std::size_t> inside) const {
        return starts(shape_, array, inside);
    }

    void read(const Residues& starts, std::int64_t length, double times) {
        add_reads(traffic_, starts, length, times, shape_);
    }
    void write(const Residues& starts, std::int64_t length) {
        add_writes(traffic_, starts, length, shape_);
    }

    /// Counts the writes of runs of the output of `length` units. Tiles cut such a run between
    /// sectors only, so it is counted as one piece.
    void write_runs(const std::vector<std::size_t>& run, std::int64_t length) {
        write(starts_outside(output, run), length);
    }

    /// Counts the writes of blocks of columns that follow each other in the output.
    void write_segments(const TiledTile& tile, const TiledArguments& arguments) {
        std::vector<std::size_t> both = tile.out_run;
        both.insert(both.end(), tile.in_run.begin(), tile.in_run.end());
        const Residues starts = starts_outside(output, both);
        const std::int64_t column = arguments.output.extent;
        const std::int64_t block = arguments.input.block;
        const std::int64_t whole_blocks = arguments.input.extent / block;
        if (whole_blocks > 0) {
            Residues of_blocks = starts;
            of_blocks.add(whole_blocks, block * column);
            write(of_blocks, block * column);
        }
        if (arguments.input.extent % block > 0) {
            write(starts, arguments.input.extent % block * column);
        }
    }

    const Shape& shape_;
    const Launch& launch_;
    std::int64_t unit_;
    Traffic traffic_;
};

}  // namespace

Traffic count_traffic(const Shape& shape, const CudaTile& tile, const Launch& launch) {
    return std::visit(Counter(shape, launch), tile);
}

PackedTraffic::PackedTraffic(const Shape& shape) : shape_(shape) {}

const Residues& PackedTraffic::starts_outside(std::size_t array, std::span<const std::size_t> run) {
    std::uint64_t key = array;
    for (const std::size_t m : run) key |= std::uint64_t{2} << m;
    const auto known = std::find_if(known_.begin(), known_.end(),
                                    [&](const auto& entry) { return entry.first == key; });
    if (known != known_.end()) return known->second;
    return known_.emplace_back(key, starts(shape_, array, run)).second;
}

Traffic PackedTraffic::moved(const PackedTile& tile) {
    Traffic traffic;
    for (const std::size_t array : {input, output}) {
        // A packed tile touches contiguous runs of each array.
        const PackedSide side = side_of(shape_, tile, array);
        const Residues& starts = starts_outside(array, side.run());
        if (side.run_modes == 0) {
            add_pieces(traffic, array, starts, side.run_units, shape_);
            continue;
        }
        // The run's last mode may be split: pieces begin at its blocks, and the last piece is
        // shorter.
        const std::size_t last = side.run().back();
        const std::int64_t block = tile.blocks[last];
        const std::int64_t extent = shape_.modes[last].extent;
        Residues whole_blocks = starts;
        whole_blocks.add(extent / block, shape_.modes[last].strides[array] * block);
        add_pieces(traffic, array, whole_blocks, side.run_units, shape_);
        if (extent % block == 0) continue;
        // The shorter last block is counted as if it began where the run begins: the modes outside
        // the run show well enough at which remainders pieces begin.
        add_pieces(traffic, array, starts, side.run_units / block * (extent % block), shape_);
    }
    return traffic;
}

Traffic PackedTraffic::with_work(Traffic moved, const Launch& launch) const {
    moved.tiles = std::get<PackedArguments>(launch.arguments).loops.tiles;
    moved.work = packed_work(shape_, launch);
    return moved;
}

}  // namespace ttgt::cuda
