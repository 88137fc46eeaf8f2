// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/problem/statement.h"
#include "network/program/program.h"

namespace ttgt::network {

/// A sum of one product of at most two factors as the binary planner takes it, in the layouts that
/// the program's tensors have.
[[nodiscard]] Statement statement_of(const Program& program, const Sum& sum);

}  // namespace ttgt::network
