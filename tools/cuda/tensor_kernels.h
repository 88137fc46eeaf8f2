// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <cstdint>
#include <vector>

namespace ttgt::tool {

/// As fill_random of host memory, to the same bits; enqueues on `stream` of the device and does not
/// wait. Throws DeviceError.
void fill_random_on_device(void* data, std::int64_t count, DType dtype, std::uint64_t seed,
                           int device, Stream stream);

/// How many elements of `out` are not those of `in` moved as `perm` says, bit by bit; all are
/// looked at. Both packed in the device's memory, aligned to an element, of 1, 2, 4, 8 or 16 bytes.
/// Waits for `stream`. Throws DeviceError, OutOfMemory.
[[nodiscard]] std::int64_t count_transpose_mismatches(const void* out, const void* in,
                                                      const std::vector<std::int64_t>& in_extents,
                                                      const std::vector<int>& perm,
                                                      std::int64_t element_bytes, int device,
                                                      Stream stream);

}  // namespace ttgt::tool
