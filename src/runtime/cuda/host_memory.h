// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>
#include <memory>

namespace ttgt::cuda {

/// Page-locked memory of the host, which every device copies from and to at its full rate.
class PageLockedBuffer {
public:
    /// Throws OutOfMemory naming the bytes; DeviceError.
    PageLockedBuffer(std::int64_t bytes, int device);

    [[nodiscard]] char* data() const noexcept { return static_cast<char*>(data_.get()); }
    [[nodiscard]] std::int64_t bytes() const noexcept { return bytes_; }

private:
    struct Delete {
        void operator()(void* data) const noexcept;
    };

    std::unique_ptr<void, Delete> data_;
    std::int64_t bytes_;
};

/// Whether CUDA knows the memory of both bytes as page-locked. Makes no context. Throws
/// DeviceError.
[[nodiscard]] bool is_page_locked(const void* first, const void* last, int device);

/// Some rows of equal length at equal distances in page-locked memory, contiguous on the device.
struct HostRows {
    std::int64_t row_bytes = 0;
    std::int64_t rows = 1;
    std::int64_t pitch = 0;  ///< bytes from row to row in host memory
};
/// Enqueued on a stream of any device; both throw DeviceError.
void copy_rows_to_device(void* to, const void* from, const HostRows& rows, Stream stream);
void copy_rows_to_host(void* to, const void* from, const HostRows& rows, Stream stream);

}  // namespace ttgt::cuda
