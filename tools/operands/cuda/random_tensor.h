// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <cstdint>
#include <vector>

#include "src/runtime/cuda/buffer.h"

namespace ttgt::tool {

/// Device memory that one tensor after the other uses; grows where it is too small. Works in order
/// on its stream and waits only where it says so.
class RandomTensor {
public:
    /// Holds nothing yet.
    RandomTensor(int device, Stream stream, std::uint64_t seed);

    /// Makes room; what is held stays only where it was enough. Throws OutOfMemory, and then holds
    /// nothing.
    void reserve(std::int64_t bytes);
    /// Numbers as fill_random writes them with the seed; those that stand there already since the
    /// last fill are not written again, unless overwritten() was called.
    void fill(std::int64_t count, DType dtype);
    /// Something else has written into the tensor.
    void overwritten() noexcept { filled_bytes_ = 0; }

    [[nodiscard]] void* data() const noexcept { return buffer_.data(); }
    /// The elements at `offsets` in this order, side by side; waits.
    [[nodiscard]] std::vector<char> gather(const std::vector<std::int64_t>& offsets,
                                           std::int64_t element_bytes) const;

private:
    cuda::DeviceBuffer buffer_;
    std::uint64_t seed_;
    DType filled_with_ = DType::float64;  ///< real
    std::int64_t filled_bytes_ = 0;
};

}  // namespace ttgt::tool
