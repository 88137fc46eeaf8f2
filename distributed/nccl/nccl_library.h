// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nccl.h>

namespace ttgt::nccl {

/// The NCCL functions that ttgt calls, found in the NCCL library that the program has loaded. A
/// communicator of the caller is only valid in that copy of the library.
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

/// The functions of the loaded NCCL library. Throws Unsupported where the program has loaded none.
[[nodiscard]] const Library& library();

/// Throws DeviceError, naming the call and NCCL's error text, where `result` is not ncclSuccess.
void check(ncclResult_t result, const char* call);

}  // namespace ttgt::nccl
