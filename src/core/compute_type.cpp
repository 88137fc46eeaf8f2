// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/compute_type.h>

namespace ttgt {

std::string_view name(ComputeType compute) noexcept {
    return compute == ComputeType::tf32 ? "tf32" : "full";
}

std::optional<ComputeType> parse_compute_type(std::string_view name) noexcept {
    for (const ComputeType compute : {ComputeType::full, ComputeType::tf32}) {
        if (ttgt::name(compute) == name) return compute;
    }
    return std::nullopt;
}

}  // namespace ttgt
