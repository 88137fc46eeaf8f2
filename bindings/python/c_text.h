// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "bindings/python/errors.h"

namespace ttgt::python {

/// The text that a function of the C interface writes. `write(text, capacity, length)` calls that
/// function: first for the length of the text alone, then for the text. Where the text grew in
/// between, it is cut. Raises as check() does.
template <class Write>
std::string text_from(const Write& write) {
    std::size_t length = 0;
    check(write(static_cast<char*>(nullptr), std::size_t{0}, &length));
    std::string text(length + 1, '\0');
    check(write(text.data(), text.size(), &length));
    text.resize(std::min(length, text.size() - 1));
    return text;
}

}  // namespace ttgt::python
