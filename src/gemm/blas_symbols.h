// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ttgt {

/// The names that the BLAS behind cblas_dgemm() exports, it or a library that it needs: another
/// BLAS in the same process says nothing of ours. Which one it is is known only at run time: the
/// system's alternatives, LD_LIBRARY_PATH and LD_PRELOAD choose.
class BlasSymbols {
public:
    BlasSymbols();
    ~BlasSymbols();
    BlasSymbols(const BlasSymbols&) = delete;
    BlasSymbols& operator=(const BlasSymbols&) = delete;

    /// Null where there is none of that name and type.
    template <class Function>
    [[nodiscard]] Function* find(const char* name) const {
        return reinterpret_cast<Function*>(address(name));
    }
    /// The file of the library, or of the program that it is linked into.
    [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
    [[nodiscard]] void* address(const char* name) const;

    void* library_ = nullptr;
    const void* base_ = nullptr;
    std::string path_;
};

}  // namespace ttgt
