// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/batch_pointers.h"

#include "contraction/plan/workspace.h"

namespace ttgt::cuda {

std::int64_t pointer_pitch(const Modes<3>& batch) {
    constexpr std::int64_t bytes = sizeof(void*);
    return align_in_workspace(volume(batch) * bytes) / bytes;
}

std::int64_t pointer_bytes(const Modes<3>& batch) {
    return 3 * pointer_pitch(batch) * static_cast<std::int64_t>(sizeof(void*));
}

void* pointer_array(const Modes<3>& batch, void* arrays, int matrix) {
    return static_cast<void**>(arrays) + matrix * pointer_pitch(batch);
}

}  // namespace ttgt::cuda
