// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

namespace ttgt::test {

/// What the `Error` says that `work()` throws; empty where it throws none.
template <class Error, class Work>
[[nodiscard]] std::string refusal_of(Work&& work) {
    try {
        std::forward<Work>(work)();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace ttgt::test
