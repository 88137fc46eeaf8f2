// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>

namespace ttgt::cuda {

/// `bytes` bytes of device memory, aligned to 256 bytes, for work on `stream` from now on, or work
/// that waits for it; null for 0 bytes. Does not wait. Throws OutOfMemory naming `purpose`, the
/// bytes asked for and those free; DeviceError.
[[nodiscard]] void* allocate(std::int64_t bytes, int device, Stream stream, const char* purpose);
/// Frees it once the work enqueued on `stream` so far has ended; does not wait.
void release(void* data, int device, Stream stream) noexcept;

/// Owns device memory, allocated and released in order on one stream, which must outlive it. Its
/// elements are undefined at first.
class DeviceBuffer {
public:
    /// Throws as allocate() does.
    DeviceBuffer(std::int64_t bytes, int device, Stream stream, const char* purpose);
    ~DeviceBuffer();
    DeviceBuffer(DeviceBuffer&& other) noexcept;
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept;
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;

    [[nodiscard]] void* data() const noexcept { return data_; }
    [[nodiscard]] std::int64_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] int device() const noexcept { return device_; }
    [[nodiscard]] Stream stream() const noexcept { return stream_; }

private:
    void* data_;
    std::int64_t bytes_;
    int device_;
    Stream stream_;
};

}  // namespace ttgt::cuda
