// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/loaded_libraries.h"

#include <dlfcn.h>
#include <link.h>

#include <cstddef>
#include <utility>

namespace ttgt {
namespace {

struct Search {
    std::string_view part;
    std::vector<std::string> paths;
};

int add_path(dl_phdr_info* info, std::size_t /*size*/, void* search) {
    auto& its = *static_cast<Search*>(search);
    const std::string_view path = info->dlpi_name;
    const std::string_view file = path.substr(path.rfind('/') + 1);
    if (file.find(its.part) != std::string_view::npos) its.paths.emplace_back(path);
    return 0;
}

int read_loads(dl_phdr_info* info, std::size_t /*size*/, void* loads) {
    *static_cast<unsigned long long*>(loads) = info->dlpi_adds;
    return 1;  // the number is the same for all libraries
}

}  // namespace

unsigned long long loaded_libraries() {
    unsigned long long loads = 0;
    dl_iterate_phdr(read_loads, &loads);
    return loads;
}

std::vector<std::string> paths_of_loaded(std::string_view part) {
    Search search{part, {}};
    dl_iterate_phdr(add_path, &search);
    return std::move(search.paths);
}

std::string path_of_library(const void* function) {
    Dl_info info{};
    return dladdr(function, &info) != 0 ? std::string(info.dli_fname) : std::string();
}

}  // namespace ttgt
