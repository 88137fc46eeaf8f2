// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <memory>

#include "contraction/binary/planned_contraction.h"
#include "network/program/program.h"

namespace ttgt::network {

/// A step that writes a sum of several terms of one tensor each, in one pass over memory, by a
/// formula. `scale_only`: a plan of the sum's first term, which does runs with alpha = 0. Throws
/// what plan_evaluation() throws.
[[nodiscard]] std::unique_ptr<const PlannedContraction> plan_terms(
    Context& context, const Program& program, const Sum& sum,
    std::unique_ptr<const PlannedContraction> scale_only);

}  // namespace ttgt::network
