// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <cstdint>

#include "src/core/modes.h"

namespace ttgt::tool {

/// As fill_random of host memory, to the same bits; enqueues on `stream` of the device and does not
/// wait. Throws DeviceError.
void fill_random_on_device(void* data, std::int64_t count, DType dtype, std::uint64_t seed,
                           int device, Stream stream);

/// Two arrays in a device's memory, aligned to an element, and the modes by which elements of one
/// become those of the other; strides of input and output.
struct CheckedArrays {
    const void* out;
    const void* in;
    Modes<2> modes;
    int device;
    Stream stream;
};

/// How many elements of the output are not those of the input, bit by bit; all are looked at.
/// Elements of 1, 2, 4, 8 or 16 bytes. Waits for the stream. Throws DeviceError, OutOfMemory.
[[nodiscard]] std::int64_t count_transpose_mismatches(const CheckedArrays& arrays,
                                                      std::int64_t element_bytes);
/// How many are not those of the input plus what fill_random_on_device() with this seed had written
/// there; float32 and float64 alone.
[[nodiscard]] std::int64_t count_sum_mismatches(const CheckedArrays& arrays, DType dtype,
                                                std::uint64_t old_seed);

}  // namespace ttgt::tool
