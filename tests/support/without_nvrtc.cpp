// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// For programs of their own: NVRTC cannot be loaded in them, whether it is installed or not.
#include <dlfcn.h>

#include <string_view>

/// Takes the place of the C library's in the whole program.
extern "C" void* dlopen(const char* file, int mode) {
    using Open = void* (*)(const char*, int);
    static const auto open = reinterpret_cast<Open>(dlsym(RTLD_NEXT, "dlopen"));
    const bool is_nvrtc = file != nullptr && std::string_view(file).starts_with("libnvrtc");
    return open(is_nvrtc ? "libnvrtc.so.that-is-missing" : file, mode);
}
