// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/openblas_copies.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "src/gemm/config_text.h"
#include "src/runtime/loaded_libraries.h"

namespace ttgt {
namespace {

using GetConfig = const char* (*)();

/// The function of this name, with the prefix and suffix that the library gives its functions; null
/// where it has none.
template <class Function>
Function find_function(void* library, std::string_view name) {
    constexpr std::array<std::string_view, 2> prefixes{"", "scipy_"};
    constexpr std::array<std::string_view, 3> suffixes{"", "64_", "_64"};
    for (const std::string_view prefix : prefixes) {
        for (const std::string_view suffix : suffixes) {
            const std::string full = fmt::format("{}{}{}", prefix, name, suffix);
            if (void* const found = dlsym(library, full.c_str())) {
                return reinterpret_cast<Function>(found);
            }
        }
    }
    return nullptr;
}

std::string version_of(GetConfig config) {
    const char* const text = config();
    return text == nullptr ? std::string() : word_after(text, "OpenBLAS");
}

}  // namespace

std::vector<LoadedOpenBlas> find_openblas_copies() {
    std::vector<LoadedOpenBlas> copies;
    std::vector<GetConfig> found;
    for (const std::string& path : paths_of_loaded("blas")) {
        void* const library = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
        if (library == nullptr) continue;
        const GetConfig config = find_function<GetConfig>(library, "openblas_get_config");
        // A wrapper of a BLAS, such as libcblas or SciPy's _fblas, answers with the functions of
        // the library that it wraps.
        if (config == nullptr || std::find(found.begin(), found.end(), config) != found.end()) {
            dlclose(library);
            continue;
        }
        found.push_back(config);
        copies.push_back(
            {path_of_library(reinterpret_cast<const void*>(config)), version_of(config),
             find_function<SetRunJobs>(library, "openblas_set_threads_callback_function")});
    }
    return copies;
}

}  // namespace ttgt
