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
#include "transpose/cpu/kernel_plan.h"
#include "transpose/cpu/piece_writer.h"
#include "transpose/cpu/prefetcher.h"
#include "transpose/cpu/row_groups.h"
#include "transpose/cpu/simd.h"
#include "transpose/cpu/tile_gather.h"
#include "transpose/cpu/tile_walk.h"

namespace ttgt::cpu {

/// A run of an operation that only writes the output, with non-temporal stores. Rows are gathered
/// into one of two buffers while those in the other are written and the input of the next tile is
/// on its way: memory reads and writes all the time.
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

    /// Whether the plan is of this kind.
    [[nodiscard]] static bool can_run(const CpuKernelPlan& plan) {
        return plan.stores == Stores::non_temporal && !plan.tile.run.empty() &&
               plan.tile.run.front().mode.strides[output] == 1;
    }

    void run(int threads) const {
        const std::int64_t tiles = TileWalk(plan_).count();
        parallel_ranges(tiles, bytes_moved(plan_.problem, false), threads,
                        [&](std::int64_t begin, std::int64_t end) { move_range(begin, end); });
    }

private:
    using T = typename Operation::Element;
    static constexpr auto unit = static_cast<std::int64_t>(sizeof(T));
    static constexpr bool moves = std::is_same_v<Operation, Move<T>>;
    // On the stack, of which callers may have little.
    static constexpr std::int64_t buffer_bytes = std::int64_t{20} * 1024;
    /// Rows that are gathered at once have two cache lines of each of the run's elements: where
    /// these begin within a line, a third is read for two, not a second for one.
    static constexpr std::int64_t wanted_rows =
        std::max<std::int64_t>(2 * cache_line_bytes / unit, 1);

    struct Buffers {
        alignas(cache_line_bytes) std::byte bytes[2][buffer_bytes];
        int free = 0;  ///< the one that nothing is written from
    };

    static bool is_multiple(const void* address, std::int64_t bytes) {
        return reinterpret_cast<std::uintptr_t>(address) % static_cast<std::uintptr_t>(bytes) == 0;
    }

    void move_range(std::int64_t begin, std::int64_t end) const {
        Buffers buffers;
        PieceWriter writer;
        TileWalk walk(plan_);
        walk.seek(begin);
        for (std::int64_t tile = begin; tile < end; ++tile) {
            const TilePosition current = walk.position();
            walk.advance();
            writer.prefetcher = tile + 1 < end ? ahead(walk.position()) : Prefetcher();
            if (is_direct()) {
                move_directly(current, writer);
            } else {
                move_tile(current, writer, buffers);
            }
        }
        write_all(writer);
        end_non_temporal_stores();
    }

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

    [[nodiscard]] bool is_direct() const { return moves && gather_.has_long_pieces(); }

    void move_tile(const TilePosition& tile, PieceWriter& writer, Buffers& buffers) const {
        const std::byte* const in = in_ + tile.offsets.in;
        const bool shares_lines = whole_elements_ && !whole_lines_ && plan_.run_more > 0;
        GatheredPieces pieces;
        pieces.out = out_ + tile.offsets.out;
        pieces.from_line = shares_lines && !tile.begins_run;
        pieces.to_line = shares_lines && !tile.ends_run;
        const std::int64_t more = pieces.to_line ? std::min(plan_.run_more, tile.run_left) : 0;
        pieces.more = more * unit;
        const std::int64_t length = tile.run_length + more;
        const std::int64_t adjoin = plan_.adjoining_rows;
        const std::int64_t pitch =
            adjoin > 1 ? length * unit : align_up(length * unit, cache_line_bytes);
        const RowGroups groups(plan_, wanted_rows, std::max<std::int64_t>(buffer_bytes / pitch, 1));
        for (std::int64_t row = 0; row < tile.row_count;) {
            const std::int64_t rows = groups.rows(row, tile.row_count - row);
            const std::int64_t together = std::min(adjoin, rows);
            std::byte* const buffer = buffers.bytes[buffers.free];
            pieces.from = buffer;
            pieces.pitch = pitch * together;
            pieces.at = plan_.rows.data() + row;
            pieces.stride = together;
            pieces.count = divide_up(rows, together);
            pieces.bytes = tile.run_length * together * unit;
            claim_ends(pieces);
            gather_.rows(in, pieces.at, rows, length, buffer, pitch,
                         [&](std::int64_t bytes) { simd_.write(writer, bytes); });
            if constexpr (!moves) update(buffer, rows, length, pitch);
            write_all(writer);
            writer.begin(pieces);
            buffers.free = 1 - buffers.free;
            row += rows;
        }
    }

    void move_directly(const TilePosition& tile, PieceWriter& writer) const {
        GatheredPieces pieces;
        pieces.at = plan_.rows.data();
        pieces.count = tile.row_count;
        const std::int64_t* run = plan_.run_in.data();
        for (std::int64_t done = 0; done < tile.run_length; done += plan_.piece) {
            pieces.from = in_ + tile.offsets.in + *run++;
            pieces.out = out_ + tile.offsets.out + done * unit;
            pieces.bytes = std::min(plan_.piece, tile.run_length - done) * unit;
            writer.begin(pieces);
            write_all(writer);
        }
    }

    void write_all(PieceWriter& writer) const {
        while (!writer.is_done()) simd_.write(writer, buffer_bytes);
    }

    /// A copy of the operation, whose factors no store can change, lets compilers use vectors.
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
    bool whole_elements_;  // the output's elements do not reach over the end of a cache line
    bool whole_lines_;     // nor do runs begin within one
};

}  // namespace ttgt::cpu
