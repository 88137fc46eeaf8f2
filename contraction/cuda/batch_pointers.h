// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <array>
#include <cstdint>

#include "src/core/modes.h"

namespace ttgt::cuda {

/// Pointers to the matrices A, B and C of a batch, in device memory, in one array each.
struct BatchPointers {
    std::array<const void*, 3> first{};  ///< addresses of matrices A, B, C of batch index 0
    void* arrays = nullptr;  ///< pointer_bytes() of the batch, as aligned as a workspace
};

/// Pointers from one array to the next: each starts at a multiple of workspace_alignment.
[[nodiscard]] std::int64_t pointer_pitch(const Modes<3>& batch);
/// Bytes of the three arrays, a multiple of workspace_alignment.
[[nodiscard]] std::int64_t pointer_bytes(const Modes<3>& batch);
/// The address in `arrays` at which the array of pointers to matrices A (0), B (1) or C (2) starts.
[[nodiscard]] void* pointer_array(const Modes<3>& batch, void* arrays, int matrix);

/// Enqueues a kernel that fills the arrays, first mode fastest. The stream's device is the current
/// one. At most 65535 matrices. Throws DeviceError.
void fill_pointers(const Modes<3>& batch, std::int64_t element_bytes, const BatchPointers& pointers,
                   Stream stream);

}  // namespace ttgt::cuda
