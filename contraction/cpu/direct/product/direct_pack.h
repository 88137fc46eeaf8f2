// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "transpose/cpu/simd.h"

namespace ttgt::cpu {

/// One side of a block in an operand: its rows, columns or inner indices.
struct BlockSide {
    /// Byte offset of every index.
    const std::int64_t* offsets;
    /// Number of indices.
    std::int64_t count;
};

/// Copies blocks of an operand into rows of a buffer: buffer[step][i] = in[side i][step]. It finds
/// what is contiguous from the offsets, so that a side may consist of any number of labels.
class Packer {
public:
    /// Number of rows that are transposed at a time where they are contiguous along the steps.
    static constexpr std::int64_t rows_at_once = 32;

    explicit Packer(std::int64_t element_bytes);

    /// Packs a block. Rows of the buffer begin `pitch` bytes apart and are filled with zeros to
    /// `padded` elements.
    void pack(const std::byte* in, BlockSide side, BlockSide steps, std::byte* buffer,
              std::int64_t pitch, std::int64_t padded) const;

private:
    /// Packs a block that is contiguous along the steps.
    void pack_along_steps(const std::byte* in, BlockSide side, BlockSide steps, std::byte* buffer,
                          std::int64_t pitch) const;
    /// Packs the longest piece from the beginning of the side that one way of copying suits;
    /// returns its length.
    std::int64_t pack_piece(const std::byte* in, BlockSide side, BlockSide steps, std::byte* buffer,
                            std::int64_t pitch) const;
    /// Copies the elements of one step one by one.
    void gather(const std::byte* in, BlockSide side, std::byte* to) const;

    /// Bytes of an element.
    std::int64_t unit_;
    /// The vector loop that transposes elements of this size.
    SimdKernels::BlockTranspose block_transpose_;
};

/// The indices at the beginning of a side whose neighbours all lie the same distance apart.
struct UniformRun {
    /// Number of indices.
    std::int64_t count;
    /// Bytes from one index to the next.
    std::int64_t distance;
};
/// The uniform run at the beginning of a side.
[[nodiscard]] UniformRun uniform_run(BlockSide side);
/// Whether all neighbouring indices of a side lie the same distance apart.
[[nodiscard]] inline bool is_uniform(BlockSide side) {
    return uniform_run(side).count == side.count;
}

}  // namespace ttgt::cpu
