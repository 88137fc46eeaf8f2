// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "network/program/program.h"

namespace ttgt::network {

/// A pairwise program whose sums with terms of one tensor write each element of their output once:
/// D = L*R and D += C become T = L*R, with a temporary T, and D = T + C, one sum of two products.
/// Empty where no output has two terms of which one is a single tensor with all its labels in the
/// output, or where such an output has old values that are added to.
[[nodiscard]] std::optional<Program> with_joined_terms(const Program& program);

}  // namespace ttgt::network
