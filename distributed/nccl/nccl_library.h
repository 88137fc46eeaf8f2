// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nccl.h>

namespace ttgt::nccl {

/// What is called of NCCL, in the library that the program has loaded, whose communicators are
/// given to us.
struct Library {
    decltype(&ncclGetErrorString) error_string = nullptr;
    decltype(&ncclCommUserRank) user_rank = nullptr;
    decltype(&ncclCommCount) count = nullptr;
    decltype(&ncclCommCuDevice) device = nullptr;
    decltype(&ncclGroupStart) group_start = nullptr;
    decltype(&ncclGroupEnd) group_end = nullptr;
    decltype(&ncclSend) send = nullptr;
    decltype(&ncclRecv) receive = nullptr;
    decltype(&ncclAllGather) all_gather = nullptr;
};

/// Throws Unsupported where the program has none.
[[nodiscard]] const Library& library();

/// Throws DeviceError naming the call and NCCL's text where `result` is not success.
void check(ncclResult_t result, const char* call);

}  // namespace ttgt::nccl
