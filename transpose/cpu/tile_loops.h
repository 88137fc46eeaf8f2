// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "src/runtime/threads.h"
#include "transpose/cpu/copy_bytes.h"
#include "transpose/cpu/element_operation.h"
#include "transpose/cpu/kernel_plan.h"
#include "transpose/cpu/prefetcher.h"
#include "transpose/cpu/row_groups.h"
#include "transpose/cpu/simd.h"
#include "transpose/cpu/tile_gather.h"
#include "transpose/cpu/tile_walk.h"

namespace ttgt::cpu {

/// Runs the plan of a transpose with stores through the caches. The Operation computes an element
/// of the output from the element of the input and the old output. A tile whose elements cannot go
/// straight to the output is moved some rows (runs of the output) at a time: they are gathered into
/// a buffer in L1, laid out as the output is, and written from there. So both tensors are accessed
/// in whole runs, however rows lie to each other.
template <class Operation>
class TileLoops {
public:
    TileLoops(const CpuKernelPlan& plan, const void* in, void* out, const Operation& operation)
        : plan_(plan),
          in_(static_cast<const std::byte*>(in)),
          out_(static_cast<std::byte*>(out)),
          operation_(operation),
          gather_(plan, simd_kernels()),
          out_step_(plan.tile.run.empty() ? unit
                                          : plan.tile.run.front().mode.strides[output] * unit),
          // Long pieces that stay in the caches are prefetched by the hardware.
          reads_ahead_(plan.stores == Stores::non_temporal ||
                       (!is_direct() && bytes_moved(plan.problem) >= read_ahead_bytes)) {}

    void run(int threads) const {
        const std::int64_t tiles = TileWalk(plan_).count();
        const std::int64_t bytes = bytes_moved(plan_.problem, Operation::reads_out);
        const auto range = [&](std::int64_t begin, std::int64_t end) {
            TileWalk walk(plan_);
            walk.seek(begin);
            for (std::int64_t tile = begin; tile < end; ++tile) {
                const TilePosition current = walk.position();
                walk.advance();
                update_tile(current, tile + 1 < end ? ahead(walk.position()) : Prefetcher());
            }
        };
        parallel_ranges(tiles, bytes, threads, range);
    }

private:
    using T = typename Operation::Element;
    static constexpr auto unit = static_cast<std::int64_t>(sizeof(T));
    // Number of elements of the buffer. It is on the stack, and callers may have little stack.
    static constexpr std::int64_t buffer_elements = std::int64_t{36} * 1024 / unit;
    /// Number of rows that are gathered at a time: a cache line of the input for each element of a
    /// run.
    static constexpr std::int64_t wanted_rows = std::max<std::int64_t>(cache_line_bytes / unit, 1);
    /// Bytes moved from which the input is not expected to be in L2, so that prefetching pays.
    static constexpr std::int64_t read_ahead_bytes = std::int64_t{2} << 20;
    static constexpr bool moves = std::is_same_v<Operation, Move<T>>;

    /// The prefetcher for the next tile.
    [[nodiscard]] Prefetcher ahead(const TilePosition& next) const {
        if (!reads_ahead_ || !Operation::reads_in) return {};
        return {in_ + next.offsets.in, plan_.in_pieces, plan_.in_piece_bytes,
                next.run_length * next.row_count * unit / cache_line_bytes};
    }

    /// Moves one tile.
    void update_tile(const TilePosition& tile, Prefetcher prefetcher) const {
        // The input's pointer may be null where the operation does not read the input.
        const std::byte* const in = Operation::reads_in ? in_ + tile.offsets.in : in_;
        std::byte* const out = out_ + tile.offsets.out;
        const std::int64_t length = tile.run_length;
        if (Operation::reads_in && is_direct()) {
            return update_direct(in, out, length, tile.row_count, prefetcher);
        }
        if (moves && out_step_ == unit && plan_.tile.method != TransposeMethod::tiled) {
            return gather_to_output(in, out, length, tile.row_count, prefetcher);
        }
        alignas(cache_line_bytes) std::byte buffer[buffer_elements * unit];
        const RowGroups groups(plan_, wanted_rows,
                               std::max<std::int64_t>(buffer_elements / length, 1));
        for (std::int64_t row = 0; row < tile.row_count;) {
            const std::int64_t rows = groups.rows(row, tile.row_count - row);
            const ByteOffsets* const at = plan_.rows.data() + row;
            if constexpr (Operation::reads_in) {
                gather_.rows(in, at, rows, length, buffer, length * unit);
            }
            const std::int64_t together = std::min(plan_.adjoining_rows, rows);
            for (std::int64_t i = 0; i < rows; i += together) {
                const std::int64_t count = std::min(together, rows - i) * length;
                put(buffer + i * length * unit, out + at[i].out, count, prefetcher);
            }
            row += rows;
        }
    }

    /// Whether pieces of the input are long enough to be written without a buffer.
    [[nodiscard]] bool is_direct() const { return out_step_ == unit && gather_.has_long_pieces(); }

    /// Moves a tile whose rows are read one by one: straight to the output, without a buffer.
    void gather_to_output(const std::byte* in, std::byte* out, std::int64_t length,
                          std::int64_t count, Prefetcher& prefetcher) const {
        for (std::int64_t row = 0; row < count; ++row) {
            const ByteOffsets at = plan_.rows[static_cast<std::size_t>(row)];
            gather_.row(in + at.in, length, out + at.out);
            prefetcher.step(length * unit / cache_line_bytes + 1);
        }
    }

    /// Moves a tile whose pieces are long in both tensors, without a buffer.
    void update_direct(const std::byte* in, std::byte* out, std::int64_t length, std::int64_t count,
                       Prefetcher& prefetcher) const {
        for (std::int64_t row = 0; row < count; ++row) {
            const ByteOffsets at = plan_.rows[static_cast<std::size_t>(row)];
            const std::int64_t* run = plan_.run_in.data();
            for (std::int64_t done = 0; done < length; done += plan_.piece) {
                const std::int64_t piece = std::min(plan_.piece, length - done);
                put(in + at.in + *run++, out + at.out + done * unit, piece, prefetcher);
            }
        }
    }

    /// Writes out[i] = operation(from[i], out[i]) for `length` elements.
    void put(const std::byte* from, std::byte* out, std::int64_t length,
             Prefetcher& prefetcher) const {
        if (moves && out_step_ == unit) {
            copy_bytes(from, out, length * unit);
        } else {
            update(from, out, length, out_step_);
        }
        prefetcher.step(length * unit / cache_line_bytes + 1);
    }

    /// Writes target[i] = operation(buffer[i], target[i]); elements of `target` are `step` bytes
    /// apart. Reads only what the operation asks for.
    void update(const std::byte* buffer, std::byte* target, std::int64_t length,
                std::int64_t step) const {
        if (step == unit) return update_line(buffer, target, length, unit);
        update_line(buffer, target, length, step);
    }

    /// Does what update() does. The local copy of the operation, whose factors no store can change,
    /// lets compilers use vectors.
    void update_line(const std::byte* from, std::byte* target, std::int64_t length,
                     std::int64_t step) const {
        const Operation operation = operation_;
        for (std::int64_t i = 0; i < length; ++i) {
            T before{};
            T value{};
            if constexpr (Operation::reads_in) value = load<T>(from + i * unit);
            if constexpr (Operation::reads_out) before = load<T>(target + i * step);
            store(target + i * step, operation(value, before));
        }
    }

    const CpuKernelPlan& plan_;
    const std::byte* in_;
    std::byte* out_;
    const Operation& operation_;
    TileGather<T> gather_;
    /// Bytes of the output from one element of a run to the next.
    std::int64_t out_step_;
    /// Whether the next tile is prefetched.
    bool reads_ahead_;
};

}  // namespace ttgt::cpu
