// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ttgt::by_turns {

/// A rival's library, loaded when the worker starts and kept. What is called of it is declared by
/// the worker; nothing of the rival is needed to build.
class Rival {
public:
    /// Throws std::runtime_error naming the file and why it cannot be loaded.
    explicit Rival(const std::string& file);

    /// Throws std::runtime_error naming file and function where there is none.
    template <class Function>
    [[nodiscard]] Function find(const char* name) const {
        return reinterpret_cast<Function>(address(name, true));
    }
    /// Null where there is none.
    template <class Function>
    [[nodiscard]] Function find_any(const char* name) const {
        return reinterpret_cast<Function>(address(name, false));
    }
    /// Without its folder.
    [[nodiscard]] std::string file_name() const;

private:
    [[nodiscard]] void* address(const char* name, bool is_needed) const;

    std::string file_;
    void* handle_ = nullptr;
};

}  // namespace ttgt::by_turns
