// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "transpose/cpu/simd.h"

namespace ttgt::cpu {

/// One dimension of a block in an operand: the byte offset of every index.
struct BlockSide {
    const std::int64_t* offsets;
    std::int64_t count;
};

/// Copies blocks of an operand into rows of a buffer: buffer[step][i] = in[side i][step]. Looks for
/// what is contiguous in the offsets themselves, so that any number of labels makes a side.
class Packer {
public:
    /// Rows that are contiguous along the steps are transposed so many at a time.
    static constexpr std::int64_t rows_at_once = 32;

    explicit Packer(std::int64_t element_bytes);

    /// Rows of the buffer start `pitch` bytes apart and are filled with zeros to `padded` elements.
    void pack(const std::byte* in, BlockSide side, BlockSide steps, std::byte* buffer,
              std::int64_t pitch, std::int64_t padded) const;

private:
    void pack_along_steps(const std::byte* in, BlockSide side, BlockSide steps, std::byte* buffer,
                          std::int64_t pitch) const;
    /// The longest piece of the side that one way of copying suits; how long it is.
    std::int64_t pack_piece(const std::byte* in, BlockSide side, BlockSide steps, std::byte* buffer,
                            std::int64_t pitch) const;
    void gather(const std::byte* in, BlockSide side, std::byte* to) const;

    std::int64_t unit_;
    SimdKernels::BlockTranspose block_transpose_;
};

/// Length of the run of equal distances at the start of a side, and the distance.
struct UniformRun {
    std::int64_t count;
    std::int64_t distance;
};
[[nodiscard]] UniformRun uniform_run(BlockSide side);
[[nodiscard]] inline bool is_uniform(BlockSide side) {
    return uniform_run(side).count == side.count;
}

}  // namespace ttgt::cpu
