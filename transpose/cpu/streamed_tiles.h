// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "src/core/rounding.h"
#include "src/runtime/threads.h"
#include "transpose/cpu/element_operation.h"
#include "transpose/cpu/gathered_pieces.h"
#include "transpose/cpu/kernel_plan.h"
#include "transpose/cpu/prefetcher.h"
#include "transpose/cpu/row_groups.h"
#include "transpose/cpu/simd.h"
#include "transpose/cpu/tile_gather.h"
#include "transpose/cpu/tile_walk.h"

namespace ttgt::cpu {

/// Runs a plan for an operation that does not read the output, with non-temporal stores. Where rows
/// of a tile consist of whole cache lines, squares go from registers to the output; else some rows
/// at a time are gathered into a buffer first. With each line that is written a line of the next
/// tile is prefetched, so that memory reads and writes all the time.
template <class Operation>
class StreamedTiles {
public:
    static_assert(Operation::reads_in && !Operation::reads_out);

    StreamedTiles(const CpuKernelPlan& plan, const void* in, void* out, const Operation& operation)
        : plan_(plan),
          in_(static_cast<const std::byte*>(in)),
          out_(static_cast<std::byte*>(out)),
          operation_(operation),
          simd_(simd_kernels()),
          gather_(plan, simd_),
          whole_elements_(is_multiple(out, unit)),
          whole_lines_(plan.lines_aligned && is_multiple(out, cache_line_bytes)) {}

    /// Whether a plan can be run in this way: its stores are non-temporal, and runs are contiguous
    /// in the output.
    [[nodiscard]] static bool can_run(const CpuKernelPlan& plan) {
        return plan.stores == Stores::non_temporal && !plan.tile.run.empty() &&
               plan.tile.run.front().mode.strides[output] == 1;
    }

    void run(int threads) const {
        const std::int64_t tiles = TileWalk(plan_).count();
        parallel_ranges(tiles, bytes_moved(plan_.problem), threads,
                        [&](std::int64_t begin, std::int64_t end) { move_range(begin, end); });
    }

private:
    using T = typename Operation::Element;
    static constexpr auto unit = static_cast<std::int64_t>(sizeof(T));
    static constexpr bool moves = std::is_same_v<Operation, Move<T>>;
    // Bytes of the buffer. It is on the stack, and callers may have little stack.
    static constexpr std::int64_t buffer_bytes = std::int64_t{20} * 1024;
    /// Number of rows that are gathered at a time: a cache line of the input for each element of a
    /// run.
    static constexpr std::int64_t wanted_rows = std::max<std::int64_t>(cache_line_bytes / unit, 1);

    /// Memory for gathered rows.
    struct Buffer {
        alignas(cache_line_bytes) std::byte bytes[buffer_bytes];
    };

    /// Whether an address is a multiple of `bytes`.
    static bool is_multiple(const void* address, std::int64_t bytes) {
        return reinterpret_cast<std::uintptr_t>(address) % static_cast<std::uintptr_t>(bytes) == 0;
    }

    /// Moves tiles [begin, end).
    void move_range(std::int64_t begin, std::int64_t end) const {
        TileWalk walk(plan_);
        walk.seek(begin);
        for (std::int64_t tile = begin; tile < end; ++tile) {
            const TilePosition current = walk.position();
            walk.advance();
            Prefetcher prefetcher = tile + 1 < end ? ahead(walk.position()) : Prefetcher();
            if (is_direct()) {
                move_directly(current, prefetcher);
            } else if (consists_of_lines(current)) {
                move_squares(current, prefetcher);
            } else if (has_adjoining_rows(current)) {
                move_adjoining_rows(current, prefetcher);
            } else {
                move_rows(current, prefetcher);
            }
        }
        end_non_temporal_stores();
    }

    /// The prefetcher for the next tile.
    [[nodiscard]] Prefetcher ahead(const TilePosition& next) const {
        OutputPieces ends;
        if (next.ends_run && !is_direct()) {
            ends.out = out_ + next.offsets.out;
            ends.at = plan_.rows.data();
            ends.stride = std::min(plan_.adjoining_rows, next.row_count);
            ends.count = divide_up(next.row_count, ends.stride);
            ends.bytes = next.run_length * ends.stride * unit;
        }
        const std::int64_t bytes = next.run_length * next.row_count * unit;
        return {in_ + next.offsets.in, plan_.in_pieces, plan_.in_piece_bytes,
                bytes / cache_line_bytes, ends};
    }

    /// Whether pieces of the input are long enough to be written without a buffer.
    [[nodiscard]] bool is_direct() const { return moves && gather_.has_long_pieces(); }

    /// Whether all rows of a tile consist of whole cache lines, and enough rows are contiguous in
    /// the input to be transposed in squares.
    [[nodiscard]] bool consists_of_lines(const TilePosition& tile) const {
        return moves && plan_.has_squares() && whole_lines_ &&
               tile.run_length * unit % cache_line_bytes == 0 &&
               contiguous_rows(tile.row_count) * unit >= least_square_bytes &&
               tile.row_count % contiguous_rows(tile.row_count) == 0;
    }

    /// Number of rows of the input that follow each other without a gap in a tile of `rows` rows.
    [[nodiscard]] std::int64_t contiguous_rows(std::int64_t rows) const {
        return std::min(plan_.contiguous_rows, rows);
    }

    /// Moves a tile from registers to the output.
    void move_squares(const TilePosition& tile, Prefetcher& prefetcher) const {
        const std::int64_t rows = contiguous_rows(tile.row_count);
        for (std::int64_t row = 0; row < tile.row_count; row += rows) {
            const ByteOffsets* const at = plan_.rows.data() + row;
            simd_.of<sizeof(T)>().write_squares(in_ + tile.offsets.in + at->in, plan_.run_in.data(),
                                                tile.run_length, rows, out_ + tile.offsets.out, at,
                                                prefetcher);
        }
    }

    /// Whether rows of a tile follow each other without a gap in both tensors, so that whole groups
    /// of them can be written.
    [[nodiscard]] bool has_adjoining_rows(const TilePosition& tile) const {
        return moves && plan_.has_squares() && plan_.adjoining_rows > 1 &&
               std::min(plan_.adjoining_rows, plan_.contiguous_rows) * unit >= least_square_bytes &&
               2 * tile.run_length * unit + 3 * cache_line_bytes <= buffer_bytes;
    }

    /// Moves a tile whose rows follow each other without a gap.
    void move_adjoining_rows(const TilePosition& tile, Prefetcher& prefetcher) const {
        Buffer buffer;
        GatheredPieces pieces;
        pieces.out = out_ + tile.offsets.out;
        pieces.at = plan_.rows.data();
        pieces.stride = std::min(plan_.adjoining_rows, plan_.contiguous_rows);
        pieces.count = divide_up(tile.row_count, pieces.stride);
        pieces.bytes = std::min(pieces.stride, tile.row_count) * tile.run_length * unit;
        claim_ends(pieces);
        simd_.of<sizeof(T)>().write_adjoining(in_ + tile.offsets.in, plan_.run_in.data(),
                                              tile.run_length, tile.row_count, buffer.bytes,
                                              buffer_bytes, pieces, prefetcher);
    }

    /// Moves a tile by way of a buffer, some rows at a time.
    void move_rows(const TilePosition& tile, Prefetcher& prefetcher) const {
        Buffer buffer;
        const std::byte* const in = in_ + tile.offsets.in;
        const bool shares_lines = whole_elements_ && !whole_lines_ && plan_.run_more > 0;
        GatheredPieces pieces;
        pieces.out = out_ + tile.offsets.out;
        pieces.from = buffer.bytes;
        pieces.from_line = shares_lines && !tile.begins_run;
        pieces.to_line = shares_lines && !tile.ends_run;
        const std::int64_t more = pieces.to_line ? std::min(plan_.run_more, tile.run_left) : 0;
        pieces.more = more * unit;
        const std::int64_t length = tile.run_length + more;
        const std::int64_t adjoin = plan_.adjoining_rows;
        const std::int64_t pitch =
            adjoin > 1 ? length * unit : align_up(length * unit, cache_line_bytes);
        const RowGroups groups(plan_, wanted_rows,
                               std::clamp<std::int64_t>(buffer_bytes / pitch, 1, most_together));
        const bool by_turns = moves && plan_.has_squares() && adjoin == 1;
        for (std::int64_t row = 0; row < tile.row_count;) {
            const std::int64_t rows = groups.rows(row, tile.row_count - row);
            const std::int64_t together = std::min(adjoin, rows);
            pieces.pitch = pitch * together;
            pieces.at = plan_.rows.data() + row;
            pieces.stride = together;
            pieces.count = divide_up(rows, together);
            pieces.bytes = tile.run_length * together * unit;
            claim_ends(pieces);
            if (by_turns) {
                simd_.of<sizeof(T)>().write_rows(in + pieces.at->in, plan_.run_in.data(), length,
                                                 buffer.bytes, pieces, prefetcher);
            } else {
                gather_.rows(in, pieces.at, rows, length, buffer.bytes, pitch);
                if constexpr (!moves) update(buffer.bytes, rows, length, pitch);
                simd_.write(pieces, prefetcher);
            }
            row += rows;
        }
    }

    /// Moves a tile whose pieces are long in both tensors, without a buffer.
    void move_directly(const TilePosition& tile, Prefetcher& prefetcher) const {
        GatheredPieces pieces;
        pieces.count = 1;
        const std::int64_t* run = plan_.run_in.data();
        for (std::int64_t done = 0; done < tile.run_length; done += plan_.piece) {
            pieces.from = in_ + tile.offsets.in + *run++;
            pieces.out = out_ + tile.offsets.out + done * unit;
            pieces.bytes = std::min(plan_.piece, tile.run_length - done) * unit;
            for (std::int64_t row = 0; row < tile.row_count; ++row) {
                pieces.at = plan_.rows.data() + row;
                simd_.write(pieces, prefetcher);
            }
        }
    }

    /// Applies the operation to gathered rows. The local copy of the operation, whose factors no
    /// store can change, lets compilers use vectors.
    void update(std::byte* buffer, std::int64_t rows, std::int64_t length,
                std::int64_t pitch) const {
        const Operation operation = operation_;
        for (std::int64_t row = 0; row < rows; ++row, buffer += pitch) {
            for (std::int64_t i = 0; i < length; ++i) {
                store(buffer + i * unit, operation(load<T>(buffer + i * unit), T{}));
            }
        }
    }

    const CpuKernelPlan& plan_;
    const std::byte* in_;
    std::byte* out_;
    const Operation& operation_;
    SimdKernels simd_;
    TileGather<T> gather_;
    /// Whether no element of the output reaches over the end of a cache line.
    bool whole_elements_;
    /// Whether every run begins with a cache line of the output.
    bool whole_lines_;
};

}  // namespace ttgt::cpu
