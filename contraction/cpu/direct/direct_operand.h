// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/cpu/direct/direct_pack.h"

namespace ttgt::cpu {

/// Packs blocks of one factor, summing over the labels that only it has.
template <class T>
class OperandPacker {
public:
    OperandPacker(const LabelList& lone, std::size_t operand, std::int64_t element_bytes)
        : lone_(lone), operand_(operand), element_bytes_(element_bytes), packer_(element_bytes) {}

    [[nodiscard]] bool sums() const { return !lone_.empty(); }

    void pack(const std::byte* in, BlockSide side, BlockSide steps, std::byte* buffer,
              std::int64_t pitch, std::int64_t padded) const {
        packer_.pack(in, side, steps, buffer, pitch, padded);
        if (!sums()) return;
        for (std::int64_t position = 1; position < lone_.volume(); ++position) {
            add(in + offset_at(lone_, operand_, element_bytes_, position), side, steps, buffer,
                pitch);
        }
    }

private:
    /// Adds the block at `in`, piece by piece through a small buffer.
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

    const LabelList& lone_;
    std::size_t operand_;
    std::int64_t element_bytes_;
    Packer packer_;
};

}  // namespace ttgt::cpu
