// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/nccl/nccl_library.h"

#include <dlfcn.h>
#include <ttgt/error.h>

#include <fmt/format.h>

namespace ttgt::nccl {
namespace {

template <class Function>
void find(void* handle, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    if (function == nullptr) {
        throw Unsupported(fmt::format("the libnccl of this program has no {}", name));
    }
}

Library load() {
    // Only finds a library that is loaded already, because a communicator is invalid in another
    // copy of the library.
    void* handle = dlopen("libnccl.so.2", RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr && dlsym(RTLD_DEFAULT, "ncclSend") != nullptr) {
        handle = dlopen(nullptr, RTLD_LAZY);  // the program is linked to NCCL statically
    }
    if (handle == nullptr) {
        throw Unsupported(
            "this program has not loaded libnccl.so.2, so it cannot have a communicator of NCCL");
    }
    Library library;
    find(handle, "ncclGetErrorString", library.error_string);
    find(handle, "ncclCommUserRank", library.user_rank);
    find(handle, "ncclCommCount", library.count);
    find(handle, "ncclCommCuDevice", library.device);
    find(handle, "ncclGroupStart", library.group_start);
    find(handle, "ncclGroupEnd", library.group_end);
    find(handle, "ncclSend", library.send);
    find(handle, "ncclRecv", library.receive);
    find(handle, "ncclAllGather", library.all_gather);
    return library;
}

}  // namespace

const Library& library() {
    static const Library loaded = load();
    return loaded;
}

void check(ncclResult_t result, const char* call) {
    if (result == ncclSuccess) return;
    throw DeviceError(fmt::format("{} failed: {}", call, library().error_string(result)));
}

}  // namespace ttgt::nccl
