// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstddef>
#include <cstdint>

#include "src/runtime/cuda/buffer.h"
#include "tests/support/guarded_array.h"

namespace ttgt::test {

/// The bytes of a guarded array on a device, its guards included.
class DeviceTensor {
public:
    /// Its alignment is that of the array's origin in a buffer of 256 bytes, and `shift` bytes
    /// more.
    DeviceTensor(const GuardedArray& array, int device, Stream stream, std::int64_t shift = 0);

    /// Element (0, 0, …).
    [[nodiscard]] void* data() const noexcept { return bytes() + origin_; }
    void upload(const GuardedArray& array);
    void copy(const DeviceTensor& from);
    /// What is there once the stream has come this far.
    [[nodiscard]] GuardedArray fetch() const;
    [[nodiscard]] TensorView view() const {
        return TensorView(host_.dtype(), host_.layout(), data(), MemorySpace::device);
    }

private:
    [[nodiscard]] std::byte* bytes() const noexcept {
        return static_cast<std::byte*>(buffer_.data()) + shift_;
    }

    GuardedArray host_;
    std::int64_t origin_;
    std::int64_t size_;
    std::int64_t shift_;
    cuda::DeviceBuffer buffer_;
};

}  // namespace ttgt::test
