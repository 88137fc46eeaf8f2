// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>

#include <string>

namespace ttgt {

/// " in tf32", to follow the name of a dtype; nothing for full precision.
[[nodiscard]] inline std::string in_words(ComputeType compute) {
    return compute == ComputeType::full ? std::string() : " in " + std::string(name(compute));
}

}  // namespace ttgt
