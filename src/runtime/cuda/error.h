// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ttgt::cuda {

// CUDA keeps a thread's last error until it is fetched, and a call that works leaves it there. So
// what went wrong is told by what our calls return, kernel launches too, never by that last error:
// it may be one that the caller has yet to fetch.

/// What a call of the CUDA runtime returned, as an int, so that this header needs none of CUDA's;
/// 0 is success. Throws OutOfMemory or DeviceError with the call, the error's name and text, file
/// and line, after fetching that error, so that nobody finds it again.
void check(int code, const char* call, const char* file, int line);
/// For destructors, and where failing is an answer: whether the call failed; fetches its error.
bool forget(int code) noexcept;

}  // namespace ttgt::cuda

/// Evaluates the call once, in every build type.
#define TTGT_CUDA_CHECK(...) \
    ::ttgt::cuda::check(static_cast<int>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
