// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/problem/statement.h"
#include "network/program/program.h"

namespace ttgt::network {

/// The first product of a sum, which has at most two factors, as a statement for plan_binary(),
/// with the layouts of the program's tensors.
[[nodiscard]] Statement statement_of(const Program& program, const Sum& sum);

}  // namespace ttgt::network
