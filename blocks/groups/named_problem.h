// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>

#include "blocks/named_errors.h"

namespace ttgt::blocks {

/// Calls check(). Where it throws an error of an argument, throws one of the same type whose
/// message begins with the number of the problem.
template <class Check>
void naming_problem(std::size_t problem, Check&& check) {
    naming_part("problem", problem, std::forward<Check>(check));
}

}  // namespace ttgt::blocks
