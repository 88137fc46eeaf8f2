// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ttgt::cuda {

/// What a call of the CUDA runtime returned, as an int, so that this header needs none of CUDA's;
/// 0 is success. Throws OutOfMemory or DeviceError with the call, the error's name and text, file
/// and line, after clearing the error, so that the next launch check does not find it again.
void check(int code, const char* call, const char* file, int line);
/// Throws as check() where the launch of `kernel` just before failed. Does not wait: faults while
/// the kernel runs appear in a later call.
void check_launch(const char* kernel, const char* file, int line);
/// For destructors, and where failing is an answer: whether the call failed; clears the error.
bool forget(int code) noexcept;

}  // namespace ttgt::cuda

/// Evaluates the call once, in every build type.
#define TTGT_CUDA_CHECK(call) ::ttgt::cuda::check(static_cast<int>(call), #call, __FILE__, __LINE__)
/// Goes behind every kernel launch, with the kernel's name.
#define TTGT_CUDA_CHECK_LAUNCH(kernel) ::ttgt::cuda::check_launch(kernel, __FILE__, __LINE__)
