// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ttgt::cuda {

/// Puts the primary context of a device, which the CUDA runtime works in, on top of the calling
/// thread's stack of contexts, making it where there is none yet; takes it off again. Both return
/// an error of the CUDA runtime.
[[nodiscard]] int push_primary_context(int device) noexcept;
int pop_context() noexcept;

}  // namespace ttgt::cuda
