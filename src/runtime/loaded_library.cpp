// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/loaded_library.h"

#include <ttgt/error.h>

#include <dlfcn.h>

#include <fmt/format.h>

#include "src/runtime/loaded_libraries.h"

namespace ttgt {
namespace {

std::string loader_reason() {
    const char* const reason = dlerror();
    return reason == nullptr ? "unknown reason" : reason;
}

}  // namespace

std::string packaged_library(std::string_view own, int cuda, std::string_view file) {
    const std::size_t slash = own.rfind('/');
    if (slash == std::string_view::npos) return {};
    // Its folder is ttgt/lib; that of NVIDIA's packages lies where ttgt does.
    return fmt::format("{}/../../nvidia/cu{}/lib/{}", own.substr(0, slash), cuda, file);
}

std::string packaged_library(int cuda, std::string_view file) {
    return packaged_library(path_of_library(reinterpret_cast<const void*>(&loader_reason)), cuda,
                            file);
}

LoadedLibrary::LoadedLibrary(const std::string& file, const std::string& packaged,
                             const char* needed)
    : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)), needed_(needed) {
    if (handle_ != nullptr) return;
    const std::string reason = loader_reason();
    // An empty name would be the program.
    if (!packaged.empty()) handle_ = dlopen(packaged.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) throw Unsupported(fmt::format("{}: {}", needed_, reason));
}

void* LoadedLibrary::address_of(const char* name) const {
    void* const symbol = dlsym(handle_, name);
    if (symbol == nullptr) throw Unsupported(fmt::format("{}: {}", needed_, loader_reason()));
    return symbol;
}

}  // namespace ttgt
