// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

struct CUctx_st;
struct CUfunc_st;
struct CUkern_st;
struct CUlib_st;
struct CUstream_st;

/// What the runtime cannot do without touching what is the caller's: calls of the driver. All
/// return an error of the runtime, 0 for success; that of a call that needs a newer driver where
/// there is none.
namespace ttgt::cuda::driver {

/// The context of a device that the runtime works in, made where there is none yet.
[[nodiscard]] int retain_primary_context(CUctx_st*& context, int device) noexcept;
/// Onto the calling thread's stack of contexts, and off it.
[[nodiscard]] int push(CUctx_st* context) noexcept;
int pop() noexcept;
/// The device of a stream, for runtimes before CUDA 12.8, which have no function for it. Not of the
/// default streams, whose context may not be made yet.
[[nodiscard]] int device_of_stream(int& device, CUstream_st* stream) noexcept;
/// Machine code, copied, and its kernel of that name.
[[nodiscard]] int load_library(CUlib_st*& library, const void* binary) noexcept;
[[nodiscard]] int find_kernel(CUkern_st*& kernel, CUlib_st* library, const char* name) noexcept;
void unload_library(CUlib_st* library) noexcept;
/// Brings a kernel onto the current device, whose launches may ask for so much dynamic shared
/// memory.
[[nodiscard]] int prepare_kernel(CUkern_st* kernel, int shared_bytes, int device) noexcept;
/// Registers and bytes of local memory of a thread; -1 where the driver does not say.
[[nodiscard]] int registers_of(CUkern_st* kernel, int device) noexcept;
[[nodiscard]] int local_bytes_of(CUkern_st* kernel, int device) noexcept;
/// Lets launches of a kernel ask for up to `bytes` of dynamic shared memory.
[[nodiscard]] int grant_shared_memory(CUfunc_st* kernel, int bytes) noexcept;

}  // namespace ttgt::cuda::driver
