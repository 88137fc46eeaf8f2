// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bindings/cutensor/api.h"

namespace ttgt::test {

/// The functions and compute descriptors of one library that answers cuTENSOR's calls, so that a
/// program can call two of them. The names are cuTENSOR's.
struct Functions {
#define TTGT_FUNCTION(name) decltype(::name)* name = nullptr;
#define TTGT_DESCRIPTOR(name) cutensorComputeDescriptor_t name = nullptr;
#include "tests/bindings/cutensor/beside/functions.inc"
#undef TTGT_DESCRIPTOR
#undef TTGT_FUNCTION

    /// "16F", "16BF", "TF32", "3XTF32", "32F" or "64F".
    [[nodiscard]] cutensorComputeDescriptor_t descriptor(const std::string& name) const;
};

/// Those of the library that the program is linked with.
[[nodiscard]] Functions linked_functions();
/// Those of the library at a path, which stays loaded. Throws std::runtime_error where it cannot be
/// loaded or lacks one.
[[nodiscard]] Functions load_functions(const std::string& path);

}  // namespace ttgt::test
