// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/compute_type.h>

namespace ttgt {

std::string_view name(ComputeType compute) noexcept {
    switch (compute) {
        case ComputeType::tf32:
            return "tf32";
        case ComputeType::tf32x3:
            return "tf32x3";
        case ComputeType::int8:
            return "int8";
        case ComputeType::int8_fast:
            return "int8-fast";
        default:
            return "full";
    }
}

std::optional<ComputeType> parse_compute_type(std::string_view name) noexcept {
    for (const ComputeType compute : {ComputeType::full, ComputeType::tf32, ComputeType::tf32x3,
                                      ComputeType::int8, ComputeType::int8_fast}) {
        if (ttgt::name(compute) == name) return compute;
    }
    return std::nullopt;
}

}  // namespace ttgt
