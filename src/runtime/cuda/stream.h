// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cassert>

struct CUstream_st;  // CUDA's: a cudaStream_t points to one

namespace ttgt::cuda {

/// The cudaStream_t of a stream. It must not be empty: that would be CUDA's default stream, which
/// waits for other streams behind our back.
[[nodiscard]] inline CUstream_st* native(Stream stream) {
    assert(stream.handle != nullptr);
    return static_cast<CUstream_st*>(stream.handle);
}

/// The device of a stream.
[[nodiscard]] int device_of(Stream stream);

/// Waits until all work enqueued on the stream has ended. Throws DeviceError, also for a fault of
/// that work. Makes a context on the current device where it has none.
void synchronize(Stream stream);

/// A stream that does not wait for CUDA's default one. What was enqueued still runs when it is
/// destroyed.
class OwnedStream {
public:
    /// Throws DeviceError.
    explicit OwnedStream(int device);
    ~OwnedStream();  // NOLINT(performance-trivially-destructible): in a build without CUDA it is
    OwnedStream(OwnedStream&& other) noexcept;
    OwnedStream& operator=(OwnedStream&& other) noexcept;
    OwnedStream(const OwnedStream&) = delete;
    OwnedStream& operator=(const OwnedStream&) = delete;

    [[nodiscard]] const Stream& get() const noexcept { return stream_; }
    [[nodiscard]] int device() const noexcept { return device_; }

private:
    int device_;
    Stream stream_;
};

}  // namespace ttgt::cuda
