// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>

/// Copies and fills of device memory, enqueued on a stream of any device; all throw DeviceError.
/// They make a context on the thread's current device where it has none: a DeviceScope around them
/// keeps other devices untouched.
namespace ttgt::cuda {

/// `from` may be used again on return where it is pageable memory, else once the stream got there.
void copy_to_device(void* to, const void* from, std::int64_t bytes, Stream stream);
/// `to` is complete once the stream got there: synchronize() first.
void copy_to_host(void* to, const void* from, std::int64_t bytes, Stream stream);
void copy_on_device(void* to, const void* from, std::int64_t bytes, Stream stream);
/// Over the link between them where they reach each other's memory; the stream is the first one's.
void copy_between_devices(void* to, int to_device, const void* from, int from_device,
                          std::int64_t bytes, Stream stream);
/// Sets every byte to `value`.
void fill_bytes(void* data, unsigned char value, std::int64_t bytes, Stream stream);

}  // namespace ttgt::cuda
