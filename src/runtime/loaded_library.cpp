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

std::string packaged_library(std::string_view own, const PackagedFile& wanted) {
    const std::size_t slash = own.rfind('/');
    if (slash == std::string_view::npos) return {};
    constexpr int first_in_one_folder = 13;
    const std::string folder = wanted.cuda < first_in_one_folder ? std::string(wanted.package)
                                                                 : fmt::format("cu{}", wanted.cuda);
    // Its folder is ttgt/lib; that of NVIDIA's packages lies where ttgt does.
    return fmt::format("{}/../../nvidia/{}/lib/{}", own.substr(0, slash), folder, wanted.file);
}

std::string packaged_library(const PackagedFile& wanted) {
    return packaged_library(path_of_library(reinterpret_cast<const void*>(&loader_reason)), wanted);
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
