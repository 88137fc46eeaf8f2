// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstdint>
#include <string>

namespace ttgt {

/// What runs of every kind of plan check of their options: throw InvalidArgument as
/// ContractionPlan::run() says. `text` is the plan's expression.
void check_beta(const std::string& text, bool beta_is_zero, const Scalar& beta);
void check_workspace(std::int64_t needed, const Workspace& workspace);
void check_stream(const Device& device, const Stream& stream);

}  // namespace ttgt
