// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ttgt {

/// How many libraries this process has loaded since it began. One that is loaded later makes the
/// number larger.
[[nodiscard]] unsigned long long loaded_libraries();

/// Paths of the libraries that are loaded now and have `part` in their file's name.
[[nodiscard]] std::vector<std::string> paths_of_loaded(std::string_view part);

/// Path of the library that the function is in; empty where it is in none.
[[nodiscard]] std::string path_of_library(const void* function);

}  // namespace ttgt
