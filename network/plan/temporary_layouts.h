// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/plan/machine.h"
#include "network/program/program.h"

namespace ttgt::network {

/// Sets the order of modes of every temporary of a pairwise program to the order in which a matrix
/// product leaves them: the labels of its first factor, then those of its second factor.
void lay_out_as_produced(Program& program);

/// Sets the order of modes of every temporary of a pairwise program so that the steps are predicted
/// to take least time together. For each temporary in turn, tries the orders for which the step
/// that writes it, or a step that reads it, needs no transpose. Repeats this until no order reduces
/// the time, at most four times. Returns the estimated milliseconds of the whole program.
double choose_layouts(Program& program, const Machine& machine);

}  // namespace ttgt::network
