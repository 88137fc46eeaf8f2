// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace ttgt {

/// Where NVIDIA's packages of PyPI for that major version of CUDA have the library, beside the
/// package of Python whose library is `own`; empty where `own` has no folder.
[[nodiscard]] std::string packaged_library(std::string_view own, int cuda, std::string_view file);

/// As above, beside the library or program that this code is in.
[[nodiscard]] std::string packaged_library(int cuda, std::string_view file);

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
