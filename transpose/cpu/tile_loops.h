// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "src/runtime/threads.h"
#include "transpose/cpu/element_operation.h"
#include "transpose/cpu/kernel_plan.h"
#include "transpose/cpu/prefetcher.h"
#include "transpose/cpu/simd.h"
#include "transpose/cpu/tile_walk.h"
#include "transpose/cpu/transpose_kernel.h"

namespace ttgt::cpu {

/// A run of one operation over one plan. Every tile is gathered some rows at a time into a buffer
/// in L1, laid out as the output is, and put from there: both sides see whole runs only, however
/// their rows lie to each other.
template <class Operation>
class TileLoops {
public:
    TileLoops(const CpuKernelPlan& plan, const void* in, void* out, const Operation& operation)
        : plan_(plan),
          in_(static_cast<const std::byte*>(in)),
          out_(static_cast<std::byte*>(out)),
          operation_(operation),
          simd_(simd_kernels()),
          non_temporal_(plan.stores == Stores::non_temporal),
          out_step_(plan.tile.run.empty() ? unit
                                          : plan.tile.run.front().mode.strides[output] * unit),
          // Long pieces that stay in the caches are read ahead by the machine itself.
          reads_ahead_(non_temporal_ ||
                       (!is_direct() && bytes_moved(plan.problem, false) >= read_ahead_bytes)) {}

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
            if (non_temporal_) end_non_temporal_stores();
        };
        parallel_ranges(tiles, bytes, threads, range);
    }

private:
    using T = typename Operation::Element;
    static constexpr auto unit = static_cast<std::int64_t>(sizeof(T));
    // On the stack, of which callers may have little.
    static constexpr std::int64_t buffer_elements = std::int64_t{36} * 1024 / unit;
    /// Contiguous pieces from this length on are put straight from the input.
    static constexpr std::int64_t direct_bytes = 1024;
    /// Bytes moved from which a tensor does not wait in L2.
    static constexpr std::int64_t read_ahead_bytes = std::int64_t{2} << 20;
    static constexpr bool moves = std::is_same_v<Operation, Move<T>>;

    [[nodiscard]] Prefetcher ahead(const TilePosition& next) const {
        if (!reads_ahead_ || !Operation::reads_in) return {};
        return {in_ + next.offsets.in, plan_.in_pieces, plan_.in_piece_bytes};
    }

    void update_tile(const TilePosition& tile, Prefetcher prefetcher) const {
        std::byte* const out = out_ + tile.offsets.out;
        const std::int64_t length = tile.run_length;
        const std::int64_t count = tile.row_count;
        // An operation without input may have a null one.
        const std::byte* const in = Operation::reads_in ? in_ + tile.offsets.in : in_;
        if (is_direct() && stores_where_computed()) {
            return update_direct(in, out, length, count, prefetcher);
        }
        if (moves && needs_no_buffer()) return gather_to_output(in, out, length, count, prefetcher);
        alignas(cache_line_bytes) std::byte buffer[buffer_elements * unit];
        const bool whole = length == elements(plan_.tile.run);
        for (std::int64_t row = 0; row < count;) {
            const std::int64_t rows = rows_at_once(length, count - row);
            const ByteOffsets* const at = plan_.rows.data() + row;
            if (non_temporal_) claim_ends(out, at, length, rows);
            if constexpr (Operation::reads_in) gather(in, at, length, rows, buffer);
            if (plan_.rows_adjoin && whole) {
                put(buffer, out + at->out, rows * length, prefetcher);
            } else {
                for (std::int64_t i = 0; i < rows; ++i) {
                    put(buffer + i * length * unit, out + at[i].out, length, prefetcher);
                }
            }
            row += rows;
        }
    }

    /// Asks for the lines that a run shares with its neighbours. Their stores are not non-temporal,
    /// and one that waits for its line would hold up all those behind it.
    void claim_ends(const std::byte* out, const ByteOffsets* at, std::int64_t length,
                    std::int64_t rows) const {
        for (std::int64_t row = 0; row < rows; ++row) {
            claim(out + at[row].out);
            claim(out + at[row].out + length * unit);
        }
    }
    /// The line that begins before `end` and reaches over it, if there is one.
    static void claim(const std::byte* end) {
        constexpr int write = 1;
        constexpr int first_level = 3;
        if (reinterpret_cast<std::uintptr_t>(end) % cache_line_bytes == 0) return;
        __builtin_prefetch(end, write, first_level);
    }

    /// A cache line of the input, for each element of the run, holds the rows gathered at once.
    [[nodiscard]] std::int64_t rows_at_once(std::int64_t length, std::int64_t left) const {
        const std::int64_t fit = std::max<std::int64_t>(buffer_elements / length, 1);
        const std::int64_t line = std::max<std::int64_t>(cache_line_bytes / unit, 1);
        const std::int64_t rows = std::min(fit, line);
        return left < 2 * rows ? std::min(left, fit) : rows;
    }

    [[nodiscard]] bool is_direct() const {
        return out_step_ == unit && plan_.piece * unit >= direct_bytes;
    }

    /// Non-temporal stores of computed values are made from the buffer.
    [[nodiscard]] bool stores_where_computed() const {
        return Operation::reads_in && (moves || Operation::reads_out || !non_temporal_);
    }

    /// What stays in the caches is stored at once where it is gathered row by row anyway.
    [[nodiscard]] bool needs_no_buffer() const {
        return !non_temporal_ && out_step_ == unit && plan_.tile.method != TransposeMethod::tiled;
    }

    void gather_to_output(const std::byte* in, std::byte* out, std::int64_t length,
                          std::int64_t count, Prefetcher& prefetcher) const {
        for (std::int64_t row = 0; row < count; ++row) {
            const ByteOffsets at = plan_.rows[static_cast<std::size_t>(row)];
            gather_row(in + at.in, length, out + at.out);
            prefetcher.step(length * unit / cache_line_bytes + 1);
        }
    }

    void update_direct(const std::byte* in, std::byte* out, std::int64_t length, std::int64_t count,
                       Prefetcher& prefetcher) const {
        const std::int64_t piece = std::min(plan_.piece, length);
        for (std::int64_t row = 0; row < count; ++row) {
            const ByteOffsets at = plan_.rows[static_cast<std::size_t>(row)];
            for (std::int64_t i = 0; i * piece < length; ++i) {
                const std::byte* const from =
                    in + at.in + plan_.run_in[static_cast<std::size_t>(i)];
                std::byte* const to = out + at.out + i * piece * unit;
                if (moves) {
                    put_bytes(from, to, piece * unit, prefetcher);
                } else {
                    update_output(from, to, piece, prefetcher);
                }
            }
        }
    }

    /// `rows` of the tile's rows, packed.
    void gather(const std::byte* in, const ByteOffsets* at, std::int64_t length, std::int64_t rows,
                std::byte* buffer) const {
        const std::int64_t* const run = plan_.run_in.data();
        const CpuTile& tile = plan_.tile;
        if (tile.method == TransposeMethod::tiled && tile.rows.front().mode.strides[input] == 1) {
            return block_transpose()(in + at->in, run, length, rows, buffer, length * unit);
        }
        for (std::int64_t row = 0; row < rows; ++row, buffer += length * unit) {
            gather_row(in + at[row].in, length, buffer);
        }
    }

    void gather_row(const std::byte* in, std::int64_t length, std::byte* buffer) const {
        const std::int64_t* const run = plan_.run_in.data();
        if (plan_.piece == 1) return gather_elements(in, run, length, buffer);
        const std::int64_t piece = std::min(plan_.piece, length);
        for (std::int64_t i = 0; i * piece < length; ++i) {
            // In place both are the same.
            std::memmove(buffer + i * piece * unit, in + run[i],
                         static_cast<std::size_t>(piece * unit));
        }
    }

    /// Four at a time: the compiler must take each store for one that may change the table.
    static void gather_elements(const std::byte* in, const std::int64_t* run, std::int64_t length,
                                std::byte* buffer) {
        std::int64_t i = 0;
        for (; i + 4 <= length; i += 4) {
            const T four[] = {load<T>(in + run[i]), load<T>(in + run[i + 1]),
                              load<T>(in + run[i + 2]), load<T>(in + run[i + 3])};
            std::memcpy(buffer + i * unit, four, sizeof four);
        }
        for (; i < length; ++i) store(buffer + i * unit, load<T>(in + run[i]));
    }

    [[nodiscard]] SimdKernels::BlockTranspose block_transpose() const {
        if constexpr (unit == 1) return simd_.transpose1;
        if constexpr (unit == 2) return simd_.transpose2;
        if constexpr (unit == 4) return simd_.transpose4;
        if constexpr (unit == 8) return simd_.transpose8;
        return simd_.transpose16;
    }

    /// out[i] = operation(buffer[i], out[i]).
    void put(std::byte* buffer, std::byte* out, std::int64_t length, Prefetcher& prefetcher) const {
        if constexpr (Operation::reads_in && !Operation::reads_out) {
            if (out_step_ == unit) {
                if (!moves) update(buffer, buffer, length, unit);
                return put_bytes(buffer, out, length * unit, prefetcher);
            }
        }
        update_output(buffer, out, length, prefetcher);
    }

    void update_output(const std::byte* from, std::byte* out, std::int64_t length,
                       Prefetcher& prefetcher) const {
        update(from, out, length, out_step_);
        prefetcher.step(length * unit / cache_line_bytes + 1);
    }

    void put_bytes(const std::byte* from, std::byte* to, std::int64_t bytes,
                   Prefetcher& prefetcher) const {
        if (non_temporal_) return simd_.copy_non_temporal(from, to, bytes, prefetcher);
        const auto size = static_cast<std::size_t>(bytes);
        std::memmove(to, from, size);  // it may be the same row
        prefetcher.step(static_cast<std::int64_t>(size / cache_line_bytes) + 1);
    }

    /// target[i] = operation(buffer[i], target[i]); reads only what the operation asks for.
    void update(const std::byte* buffer, std::byte* target, std::int64_t length,
                std::int64_t step) const {
        if (step == unit) return update_line(buffer, target, length, unit);
        update_line(buffer, target, length, step);
    }

    /// A copy of the operation, whose factors no store can change, lets compilers use vectors.
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
    SimdKernels simd_;
    bool non_temporal_;
    std::int64_t out_step_;
    bool reads_ahead_;
};

}  // namespace ttgt::cpu
