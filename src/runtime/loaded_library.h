// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>

#include <dlfcn.h>

#include <string>

#include <fmt/format.h>

namespace ttgt {

/// A library that is loaded when it is first needed, and kept.
class LoadedLibrary {
public:
    /// `needed` says who needs what: it begins the text of the errors. Throws Unsupported where the
    /// file cannot be loaded.
    LoadedLibrary(const std::string& file, const char* needed)
        : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)), needed_(needed) {
        if (handle_ == nullptr) refuse();
    }

    /// Throws Unsupported where the library has no such function.
    template <class Function>
    void find(const char* name, Function& function) const {
        void* const symbol = dlsym(handle_, name);
        if (symbol == nullptr) refuse();
        function = reinterpret_cast<Function>(symbol);
    }

private:
    [[noreturn]] void refuse() const {
        const char* const reason = dlerror();
        throw Unsupported(
            fmt::format("{}: {}", needed_, reason == nullptr ? "unknown reason" : reason));
    }

    void* handle_;
    const char* needed_;
};

}  // namespace ttgt
