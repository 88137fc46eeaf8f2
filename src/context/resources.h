// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <memory>

namespace ttgt {

/// A non-blocking stream on a CUDA device, destroyed with its last owner; an empty one for a CPU.
/// Throws DeviceError.
[[nodiscard]] std::shared_ptr<const Stream> make_stream(const Device& device);

/// Memory of the device, aligned to workspace_alignment; on CUDA devices allocated and freed in
/// order on `stream`. `allocate` throws OutOfMemory.
[[nodiscard]] WorkspaceAllocator default_allocator(const Device& device, Stream stream);

}  // namespace ttgt
