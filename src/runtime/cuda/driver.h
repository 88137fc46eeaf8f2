// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

struct CUctx_st;
struct CUfunc_st;

/// What the runtime cannot do without touching what is the caller's: calls of the driver. All
/// return an error of the runtime, 0 for success; that of a call that needs a newer driver where
/// there is none.
namespace ttgt::cuda::driver {

/// The context of a device that the runtime works in, made where there is none yet.
[[nodiscard]] int retain_primary_context(CUctx_st*& context, int device) noexcept;
/// Onto the calling thread's stack of contexts, and off it.
[[nodiscard]] int push(CUctx_st* context) noexcept;
int pop() noexcept;
/// Lets launches of a kernel ask for up to `bytes` of dynamic shared memory.
[[nodiscard]] int grant_shared_memory(CUfunc_st* kernel, int bytes) noexcept;

}  // namespace ttgt::cuda::driver
