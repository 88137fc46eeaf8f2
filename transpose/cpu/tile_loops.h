// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "src/runtime/threads.h"
#include "transpose/cpu/element_operation.h"
#include "transpose/cpu/tile_walk.h"
#include "transpose/kernel_plan.h"

namespace ttgt::cpu {

/// out[i] = operation(in[i], out[i]) for `length` elements, `steps` bytes apart.
template <class Operation>
inline void update_line(const std::byte* in, std::byte* out, std::int64_t length, Steps steps,
                        const Operation& operation) {
    using T = typename Operation::Element;
    for (std::int64_t i = 0; i < length; ++i) {
        T before{};
        T value{};
        if constexpr (Operation::reads_in) value = load<T>(in + i * steps.in);
        if constexpr (Operation::reads_out) before = load<T>(out + i * steps.out);
        store(out + i * steps.out, operation(value, before));
    }
}

/// As update_line, with the common unit strides known to the compiler. Plain copies go to the C
/// library: its wide vectors gain most where rows are short and far apart. It may be the same row
/// on both sides, therefore memmove.
template <class Operation>
inline void update_row(const std::byte* in, std::byte* out, std::int64_t length, Steps steps,
                       const Operation& operation) {
    using T = typename Operation::Element;
    constexpr auto unit = static_cast<std::int64_t>(sizeof(T));
    if (steps.in == unit && steps.out == unit) {
        if constexpr (std::is_same_v<Operation, Move<T>>) {
            std::memmove(out, in, static_cast<std::size_t>(length * unit));
        } else {
            update_line(in, out, length, {unit, unit}, operation);
        }
    } else if (steps.out == unit) {
        update_line(in, out, length, {steps.in, unit}, operation);
    } else {
        update_line(in, out, length, steps, operation);
    }
}

/// Elements in each direction of the block that the tile kernel turns in registers.
inline constexpr std::int64_t register_edge = 4;

/// out[i][o] = operation(in[o][i], out[i][o]) for a block of register_edge x register_edge;
/// `in_pitch` and `out_pitch` are bytes between rows. All is read before the first is written, and
/// the compiler knows every length, so that it can keep the block in registers and write vectors.
template <class Operation>
inline void transpose_block(const std::byte* in, std::int64_t in_pitch, std::byte* out,
                            std::int64_t out_pitch, const Operation& operation) {
    using T = typename Operation::Element;
    constexpr auto unit = static_cast<std::int64_t>(sizeof(T));
    T block[register_edge][register_edge];
    for (std::int64_t o = 0; o < register_edge; ++o) {
        for (std::int64_t i = 0; i < register_edge; ++i) {
            block[i][o] = load<T>(in + o * in_pitch + i * unit);
        }
    }
    for (std::int64_t i = 0; i < register_edge; ++i) {
        for (std::int64_t o = 0; o < register_edge; ++o) {
            std::byte* target = out + i * out_pitch + o * unit;
            T before{};
            if constexpr (Operation::reads_out) before = load<T>(target);
            store(target, operation(block[i][o], before));
        }
    }
}

/// A run of one operation over one plan: the tile at a time, through steps in bytes.
template <class Operation>
class TileLoops {
public:
    TileLoops(const TransposeKernelPlan& plan, const void* in, void* out,
              const Operation& operation)
        : plan_(plan),
          in_(static_cast<const std::byte*>(in)),
          out_(static_cast<std::byte*>(out)),
          operation_(operation),
          row_(byte_steps(plan.row.mode, unit)),
          in_fast_(byte_steps(plan.in_fast.mode, unit)),
          out_fast_(byte_steps(plan.out_fast.mode, unit)) {}

    void run(int threads) const {
        const std::int64_t tiles = TileWalk(plan_).count();
        const std::int64_t bytes = bytes_moved(plan_, Operation::reads_out);
        const auto range = [&](std::int64_t begin, std::int64_t end) {
            TileWalk walk(plan_);
            walk.seek(begin);
            for (std::int64_t tile = begin; tile < end; ++tile, walk.advance()) update_tile(walk);
        };
        parallel_ranges(tiles, bytes, threads, range);
    }

private:
    using T = typename Operation::Element;
    static constexpr auto unit = static_cast<std::int64_t>(sizeof(T));
    static constexpr std::int64_t pitch = (max_tile_edge + 1) * unit;

    /// `base` itself where the operation reads no input: it may then be null.
    static const std::byte* input_at(const std::byte* base, std::int64_t offset) {
        return Operation::reads_in ? base + offset : base;
    }

    void update_tile(const TileWalk& walk) const {
        const std::byte* in = input_at(in_, walk.offsets().in);
        std::byte* out = out_ + walk.offsets().out;
        if (plan_.method == TransposeMethod::copy) {
            update_rows(in, out, walk);
        } else {
            transpose_tile(in, out, walk);
        }
    }

    void update_rows(const std::byte* in, std::byte* out, const TileWalk& walk) const {
        for (std::int64_t i = 0; i < walk.in_length(); ++i) {
            for (std::int64_t o = 0; o < walk.out_length(); ++o) {
                update_row(input_at(in, i * in_fast_.in + o * out_fast_.in),
                           out + i * in_fast_.out + o * out_fast_.out, walk.rows(), row_,
                           operation_);
            }
        }
    }

    /// Both sides go through a buffer in L1: each row of the input is read at once and each row of
    /// the output written at once. Without it, rows a power of two apart would evict each other
    /// before the tile has used their lines.
    void transpose_tile(const std::byte* in, std::byte* out, const TileWalk& walk) const {
        alignas(64) std::array<std::byte, max_tile_edge * pitch> buffer;
        if constexpr (Operation::reads_in) {
            for (std::int64_t o = 0; o < walk.out_length(); ++o) {
                update_row(in + o * out_fast_.in, buffer.data() + o * pitch, walk.in_length(),
                           {in_fast_.in, unit}, Move<T>{});
            }
        }
        std::int64_t i = 0;
        if (Operation::reads_in && out_fast_.out == unit) {
            for (; i + register_edge <= walk.in_length(); i += register_edge) {
                write_rows(buffer.data() + i * unit, out + i * in_fast_.out, walk.out_length());
            }
        }
        for (; i < walk.in_length(); ++i) {
            update_row(buffer.data() + i * unit, out + i * in_fast_.out, walk.out_length(),
                       {pitch, out_fast_.out}, operation_);
        }
    }

    /// register_edge rows of the output, contiguous elements.
    void write_rows(const std::byte* buffer, std::byte* out, std::int64_t length) const {
        std::int64_t o = 0;
        for (; o + register_edge <= length; o += register_edge) {
            transpose_block(buffer + o * pitch, pitch, out + o * unit, in_fast_.out, operation_);
        }
        for (std::int64_t i = 0; i < register_edge; ++i) {
            update_line(buffer + o * pitch + i * unit, out + o * unit + i * in_fast_.out,
                        length - o, {pitch, unit}, operation_);
        }
    }

    const TransposeKernelPlan& plan_;
    const std::byte* in_;
    std::byte* out_;
    const Operation& operation_;
    Steps row_;
    Steps in_fast_;
    Steps out_fast_;
};

}  // namespace ttgt::cpu
