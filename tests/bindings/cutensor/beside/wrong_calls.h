// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/bindings/cutensor/beside/functions.h"
#include "tests/bindings/cutensor/place.h"

namespace ttgt::test {

struct WrongCall {
    std::string name;    ///< the function, and what is wrong
    std::string status;  ///< its name, or "signal 11"
};

/// Makes calls with null and unmade arguments, and with values that do not fit, each by itself.
/// Programs must not go on with the library where a call ended with a signal.
[[nodiscard]] std::vector<WrongCall> make_wrong_calls(const Functions& library, Place& place);

}  // namespace ttgt::test
