// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "contraction/cpu/block_sums.h"
#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/cpu/direct/product/direct_pack.h"

namespace ttgt::cpu {

/// Packs blocks of one factor, summed over the labels that this factor alone has.
template <class T>
class OperandPacker {
public:
    OperandPacker(const LabelList& lone, std::size_t operand, std::int64_t element_bytes)
        : lone_(lone), operand_(operand), element_bytes_(element_bytes), packer_(element_bytes) {}

    /// Whether there are labels to sum over: labels that this factor alone has.
    [[nodiscard]] bool sums() const { return !lone_.empty(); }

    /// Packs a block as Packer::pack() does, summed over the lone labels.
    void pack(const std::byte* in, BlockSide side, BlockSide steps, std::byte* buffer,
              std::int64_t pitch, std::int64_t padded) const {
        packer_.pack(in, side, steps, buffer, pitch, padded);
        if (!sums()) return;
        if (lone_.volume() > block_length) return sum_in_blocks(in, side, steps, buffer, pitch);
        for (std::int64_t position = 1; position < lone_.volume(); ++position) {
            add(in + offset_at(lone_, operand_, element_bytes_, position), side, steps, buffer,
                pitch);
        }
    }

private:
    /// Maximum number of elements of a piece along its side.
    static constexpr std::int64_t most_side = 16;
    /// Maximum number of inner steps of a piece.
    static constexpr std::int64_t most_steps = 8;
    /// A small part of a block, as real numbers.
    struct Piece {
        alignas(64) T numbers[most_side * most_steps * 2];
    };

    /// Sums over many index tuples. Each piece is summed by itself, so that its rounding errors can
    /// be kept.
    void sum_in_blocks(const std::byte* in, BlockSide side, BlockSide steps, std::byte* buffer,
                       std::int64_t pitch) const {
        for (std::int64_t i = 0; i < side.count; i += most_side) {
            const std::int64_t width = std::min(most_side, side.count - i);
            for (std::int64_t step = 0; step < steps.count; step += most_steps) {
                const std::int64_t depth = std::min(most_steps, steps.count - step);
                sum_piece(in, {side.offsets + i, width}, {steps.offsets + step, depth},
                          buffer + step * pitch + i * element_bytes_, pitch);
            }
        }
    }

    /// Sums one piece. Not inlined, so that its arrays are on the stack only where sums are long.
    [[gnu::noinline]] void sum_piece(const std::byte* in, BlockSide side, BlockSide steps,
                                     std::byte* to, std::int64_t pitch) const {
        const std::int64_t row_bytes = side.count * element_bytes_;
        const std::int64_t count = steps.count * row_bytes / static_cast<std::int64_t>(sizeof(T));
        Piece terms;
        Piece sums{};
        Piece totals{};
        Piece lost{};
        for (std::int64_t position = 0; position < lone_.volume(); ++position) {
            packer_.pack(in + offset_at(lone_, operand_, element_bytes_, position), side, steps,
                         reinterpret_cast<std::byte*>(terms.numbers), row_bytes, side.count);
            for (std::int64_t i = 0; i < count; ++i) sums.numbers[i] += terms.numbers[i];
            if ((position + 1) % block_length != 0 && position + 1 < lone_.volume()) continue;
            add_blocks(sums.numbers, totals.numbers, lost.numbers, count);
        }
        finish_blocks(sums.numbers, totals.numbers, lost.numbers, count);
        for (std::int64_t step = 0; step < steps.count; ++step, to += pitch) {
            std::memcpy(to, reinterpret_cast<std::byte*>(sums.numbers) + step * row_bytes,
                        static_cast<std::size_t>(row_bytes));
        }
    }

    /// Adds the block at `in` to the packed block, piece by piece through a small buffer.
    void add(const std::byte* in, BlockSide side, BlockSide steps, std::byte* buffer,
             std::int64_t pitch) const {
        constexpr std::int64_t piece = 8;
        alignas(64) std::byte terms[piece * piece * 2 * sizeof(T)];
        for (std::int64_t i = 0; i < side.count; i += piece) {
            const std::int64_t width = std::min(piece, side.count - i);
            for (std::int64_t step = 0; step < steps.count; step += piece) {
                const std::int64_t depth = std::min(piece, steps.count - step);
                const std::int64_t row_bytes = width * element_bytes_;
                packer_.pack(in, {side.offsets + i, width}, {steps.offsets + step, depth}, terms,
                             row_bytes, width);
                std::byte* to = buffer + step * pitch + i * element_bytes_;
                for (std::int64_t row = 0; row < depth; ++row, to += pitch) {
                    add_row(terms + row * row_bytes, row_bytes, to);
                }
            }
        }
    }

    static void add_row(const std::byte* terms, std::int64_t bytes, std::byte* to) {
        const T* const from = reinterpret_cast<const T*>(terms);
        T* const sums = reinterpret_cast<T*>(to);
        const std::int64_t count = bytes / static_cast<std::int64_t>(sizeof(T));
        for (std::int64_t i = 0; i < count; ++i) sums[i] += from[i];
    }

    /// The labels that this factor alone has.
    const LabelList& lone_;
    /// The factor: its position in Mode::strides.
    std::size_t operand_;
    /// Bytes of an element of the factor.
    std::int64_t element_bytes_;
    /// Packs a block for one index tuple of the lone labels.
    Packer packer_;
};

}  // namespace ttgt::cpu
