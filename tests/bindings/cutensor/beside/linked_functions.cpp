// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bindings/cutensor/beside/functions.h"

namespace ttgt::test {

Functions linked_functions() {
    Functions functions;
#define TTGT_FUNCTION(name) functions.name = ::name;
#define TTGT_DESCRIPTOR(name) functions.name = ::name;
#include "tests/bindings/cutensor/beside/functions.inc"
#undef TTGT_DESCRIPTOR
#undef TTGT_FUNCTION
    return functions;
}

}  // namespace ttgt::test
