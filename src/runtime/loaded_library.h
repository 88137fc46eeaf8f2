// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace ttgt {

/// A file of NVIDIA's packages of PyPI for a major version of CUDA.
struct PackagedFile {
    int cuda;
    std::string_view package;  ///< such as cublas: its folder before CUDA 13; all share one since
    std::string_view file;
};

/// Where it lies, beside the package of Python whose library is `own`; empty where `own` has no
/// folder.
[[nodiscard]] std::string packaged_library(std::string_view own, const PackagedFile& wanted);

/// As above, beside the library or program that this code is in.
[[nodiscard]] std::string packaged_library(const PackagedFile& wanted);

/// A library that is loaded when it is first needed, and kept.
class LoadedLibrary {
public:
    /// The one that the system finds by the file's name or that is loaded already, else the one
    /// with the path `packaged`, if any. `needed` says who needs what: it begins the text of the
    /// errors. Throws Unsupported where neither can be loaded.
    LoadedLibrary(const std::string& file, const std::string& packaged, const char* needed);

    /// Throws Unsupported where the library has no such function.
    template <class Function>
    void find(const char* name, Function& function) const {
        function = reinterpret_cast<Function>(address_of(name));
    }

private:
    [[nodiscard]] void* address_of(const char* name) const;

    void* handle_;
    const char* needed_;
};

}  // namespace ttgt
