// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/traffic.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "transpose/cuda/packed_side.h"
#include "transpose/cuda/residues.h"
#include "transpose/cuda/tiled_policy.h"

namespace ttgt::cuda {
namespace {

double whole(double value) { return std::ceil(value); }

class Counter {
public:
    Counter(const Shape& shape, const Launch& launch)
        : shape_(shape),
          launch_(launch),
          unit_(shape.unit_bytes),
          line_(line_bytes / unit_),
          sector_(sector_bytes / unit_) {
        traffic_.tiles = traffic_.waits = blocks();
    }

    Traffic operator()(const CopyTile& tile) {
        const auto& arguments = std::get<CopyArguments>(launch_.arguments);
        const Residues reads = starts_outside(input, {tile.run.front()});
        const std::int64_t row = shape_.modes[tile.run.front()].extent;
        read(reads, row, 1);
        write_runs(tile.run, arguments.run.extent);
        const double warps = whole(static_cast<double>(volume(shape_.modes)) / 32);
        const double rows = static_cast<double>(arguments.rows) * blocks();
        traffic_.requests = 2.2 * warps + rows / 32;
        traffic_.instructions = 15 * warps + table_instructions(rows, arguments.run.modes);
        return traffic_;
    }

    Traffic operator()(const TiledTile& tile) {
        const auto& arguments = std::get<TiledArguments>(launch_.arguments);
        const TiledPolicy& policy = tiled_policies[tile.policy];
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

        if (unit_ < word_bytes) return count_narrow(tile, arguments, policy);
        return count_tiled(tile, arguments, policy);
    }

    Traffic operator()(const PackedTile& tile) {
        const auto& arguments = std::get<PackedArguments>(launch_.arguments);
        count_packed(tile, input);
        count_packed(tile, output);
        const double in_lanes = 1 << arguments.log2_load_lanes;
        const double out_lanes = 1 << arguments.log2_store_lanes;
        const double vector = packed_store_vector(unit_);
        const double tiles = arguments.loops.tiles;
        traffic_.tiles = traffic_.waits = tiles;
        traffic_.conflicts = staged_conflicts(arguments);
        const double word = elements_per_word(unit_);
        const double load_steps = whole((arguments.in_run + word - 1) / word / in_lanes);
        const double store_steps = whole((arguments.out_run + vector - 1) / vector / out_lanes);
        const double load_rows = arguments.in_rows * in_lanes / 32;
        const double store_rows = arguments.out_rows * out_lanes / 32;
        if (word > 1) wait_for_words(load_rows * load_steps, packed_threads / 32.0, 4);
        traffic_.requests = tiles * (load_rows * (1 + (word > 1 ? 3.5 : 1) * load_steps) +
                                     store_rows * (1 + store_steps * (2 * vector + 1.25)));
        const double row_table = blocks() * (arguments.in_rows + arguments.out_rows);
        const double run_table = blocks() * arguments.out_run;
        // Words are shifted to their places one by one.
        const double effort = word > 1 ? 1.5 : 1;
        traffic_.instructions =
            effort * tiles *
                (load_rows * (12 + (word > 1 ? 16 : 4) * load_steps) +
                 store_rows * (16 + store_steps * (9 + 4 * vector))) +
            table_instructions(row_table,
                               (arguments.in_row.modes + arguments.out_row.modes) / 2.0) +
            run_table / 32 * (10 + 1.5 * arguments.out_element.modes);
        return traffic_;
    }

private:
    /// Words go through registers, so many at a time, and each time has part of a latency.
    void wait_for_words(double loads, double warps, double together) {
        constexpr double part = 0.3;
        traffic_.waits *= 1 + part * std::max(0.0, loads / warps / together - 1);
    }

    /// What tiled_kernel does with a whole tile.
    Traffic count_tiled(const TiledTile& tile, const TiledArguments& arguments,
                        const TiledPolicy& policy) {
        const double columns =
            std::min<double>(arguments.input.extent, static_cast<double>(arguments.input.block));
        const double rows =
            std::min<double>(arguments.output.extent, arguments.output.block + arguments.mask);
        const double loads_per_row =
            whole(static_cast<double>(arguments.input.block) / tile.load_vector / 32.0);
        const double vector = store_vector(policy.store_bytes, unit_);
        const double lanes = store_lanes(policy.store_bytes, unit_);
        const double passes =
            whole((arguments.output.block + arguments.mask / 2.0) / (lanes * vector));
        const double loads =
            rows * loads_per_row *
            std::min(1.0, static_cast<double>(arguments.input.block) / tile.load_vector / 32.0);
        const double stores = columns * lanes / 32 * passes;
        const double table = rows + columns;
        traffic_.requests = blocks() * (loads * 1.5 + stores * (vector + 1.25) + table / 32);
        traffic_.instructions =
            blocks() * (loads * 5 + stores * (vector + 9) + columns * lanes / 32 * 14) +
            table_instructions(table * blocks(),
                               std::max(arguments.input.modes, arguments.output.modes));
        return traffic_;
    }

    /// What narrow_kernel does with the mean tile.
    Traffic count_narrow(const TiledTile& tile, const TiledArguments& arguments,
                         const TiledPolicy& policy) {
        const auto in_blocks = static_cast<double>(arguments.input.blocks.value);
        const auto out_blocks = static_cast<double>(arguments.output.blocks.value);
        const double columns = arguments.input.extent / in_blocks;
        const double rows =
            (arguments.output.extent + (out_blocks - 1) * arguments.mask) / out_blocks;
        const auto vector = static_cast<double>(vector_bytes / unit_);
        const auto word = static_cast<double>(elements_per_word(unit_));
        const double loads = rows * (policy.in_bytes / 16.0 + 1) / 32;
        const double turns = rows / word * policy.in_bytes / 128;
        double store_requests = 0;
        double store_instructions = 0;
        if (tile.adjoins) {
            const double stores = columns * rows / vector / 32;
            store_requests = stores * 26;
            store_instructions = stores * 50;
        } else {
            const double stores = columns / 4 * whole(rows / (8 * vector));
            const double edges = std::min(columns / 2 / out_blocks, stores);
            store_requests = stores * 11.5 + edges * vector;
            store_instructions = columns / 4 * 14 + stores * 17 + edges * 2.7 * vector;
        }
        traffic_.requests = blocks() * (loads * 9 + turns * 4 * word + store_requests);
        traffic_.instructions =
            blocks() * (loads * 10 + turns * (8 + 4.5 * word) + store_instructions) +
            table_instructions((rows + columns) * blocks(),
                               std::max(arguments.input.modes, arguments.output.modes));
        return traffic_;
    }

    double blocks() const { return static_cast<double>(launch_.blocks); }

    /// Entries of tables, each a sum over modes, filled by warps; and what finding a tile takes.
    double table_instructions(double entries, double modes) const {
        return entries / 32 * (12 + 12 * modes) +
               traffic_.tiles * (120 + 10.0 * launch_.threads / 32);
    }

    /// Where the pieces start that the modes outside `inside` lead to.
    Residues starts_outside(std::size_t array, const std::vector<std::size_t>& inside) const {
        Residues starts(line_);
        for (std::size_t m = 0; m < shape_.modes.size(); ++m) {
            if (std::count(inside.begin(), inside.end(), m) != 0) continue;
            starts.add(shape_.modes[m].extent, shape_.modes[m].strides[array]);
        }
        return starts;
    }

    void read(const Residues& starts, std::int64_t length, double times) {
        traffic_.read_sectors += times * starts.lines(length, sector_);
        traffic_.read_lines += times * starts.lines(length, line_);
    }

    void write(const Residues& starts, std::int64_t length) {
        traffic_.written_sectors += starts.lines(length, sector_);
        traffic_.written_lines += starts.lines(length, line_);
        traffic_.partial_sectors += starts.partial_lines(length, sector_);
    }

    /// Runs of the output that are cut between sectors alone.
    void write_runs(const std::vector<std::size_t>& run, std::int64_t length) {
        write(starts_outside(output, run), length);
    }

    /// Blocks of columns that follow each other.
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

    void count_packed(const PackedTile& tile, std::size_t array) {
        const PackedSide side = side_of(shape_, tile, array);
        const Residues starts = starts_outside(array, side.run);
        if (side.run.empty()) return count(array, starts, side.run_units);
        // The run's last mode may be split: its pieces start at the blocks, the last being shorter.
        const std::size_t last = side.run.back();
        const std::int64_t block = tile.blocks[last];
        const std::int64_t extent = shape_.modes[last].extent;
        Residues whole_blocks = starts;
        whole_blocks.add(extent / block, shape_.modes[last].strides[array] * block);
        count(array, whole_blocks, side.run_units);
        if (extent % block == 0) return;
        // Where the last block starts is nearly enough known by the others.
        count(array, starts, side.run_units / block * (extent % block));
    }

    /// How often the banks must be read for one read of the first rows that are stored, 1 at best.
    double staged_conflicts(const PackedArguments& arguments) const {
        const int step = packed_store_vector(unit_) << arguments.log2_store_lanes;
        const int steps = (arguments.out_run + step - 1) / step;
        int reads = 0;
        for (int i = 0; i < steps; ++i) reads += bank_reads(arguments, i * step);
        return reads / static_cast<double>(steps);
    }

    /// Of one read of the lanes that one access to shared memory serves, the first of slot `begin`.
    int bank_reads(const PackedArguments& arguments, int begin) const {
        const int lanes = 1 << arguments.log2_store_lanes;
        const int vector = packed_store_vector(unit_);
        const int together = static_cast<int>(std::min<std::int64_t>(32, line_bytes / unit_));
        int used[32] = {};
        int most = 1;
        for (int lane = 0; lane < together; ++lane) {
            const int slot = begin + lane % lanes * vector;
            if (slot >= arguments.out_run || lane / lanes >= arguments.out_rows) continue;
            const std::int64_t place =
                staged(arguments.out_element, slot) + staged(arguments.out_row, lane / lanes);
            most = std::max(most, ++used[place * unit_ / 4 % 32]);
        }
        return most;
    }

    static std::int64_t staged(const TileDigits& digits, int number) {
        std::int64_t place = 0;
        for (int m = 0; m < digits.modes; ++m) {
            const auto extent = static_cast<int>(digits.mode[m].extent.value);
            place += number % extent * digits.mode[m].staged;
            number /= extent;
        }
        return place;
    }

    void count(std::size_t array, const Residues& starts, std::int64_t length) {
        if (array == input) {
            read(starts, length, 1);
        } else {
            write(starts, length);
        }
    }

    const Shape& shape_;
    const Launch& launch_;
    std::int64_t unit_;
    std::int64_t line_;    ///< units
    std::int64_t sector_;  ///< units
    Traffic traffic_;
};

}  // namespace

Traffic count_traffic(const Shape& shape, const Tile& tile, const Launch& launch) {
    return std::visit(Counter(shape, launch), tile);
}

}  // namespace ttgt::cuda
