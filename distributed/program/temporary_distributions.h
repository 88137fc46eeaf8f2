// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include "distributed/program/program_prices.h"
#include "distributed/program/rank_program.h"

namespace ttgt {

/// Sets the distribution of every temporary to the even one (ttgt::spread_evenly()).
void spread_evenly(RankProgram& program, int ranks);

/// Sets the distribution of every temporary, one after the other in the order of the steps: the one
/// with which the steps that write or read the temporary are predicted to take least. Compared are
/// the even one, and those in which the cheapest ways to do these steps leave or want it. A
/// temporary that is whole on several ranks is among them. Deterministic: equal on all ranks.
void choose_distributions(RankProgram& program, ProgramPrices& prices, int ranks);

}  // namespace ttgt
