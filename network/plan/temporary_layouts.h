// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/plan/machine.h"
#include "network/program/program.h"

namespace ttgt::network {

/// Orders the modes of every temporary of a pairwise program in memory as its product leaves them:
/// those of the first factor, then those of the second.
void lay_out_as_produced(Program& program);

/// Orders them so that producers and consumers together are predicted to take least: a few orders
/// of each temporary are tried in turn, those that its producer or a consumer needs no transpose
/// for, until none of them gains. Returns the estimate of the whole program in milliseconds.
double choose_layouts(Program& program, const Machine& machine);

}  // namespace ttgt::network
