// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/plan/network_plan.h"

namespace ttgt::network {

/// Checks the arguments of a run and writes nothing. Throws InvalidArgument or a class derived from
/// it where an operand's pointer is null or misaligned, an output overlaps another operand, inputs
/// of one group of PathOptions::same have different pointers, RunOptions::unchanged names an input
/// that PathOptions::kept does not, or a scalar, the workspace or the stream does not fit the plan.
void check_operands(const NetworkParts& parts, const Operands& operands, const RunOptions& options);

}  // namespace ttgt::network
