// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/commands/commands.h"

namespace ttgt::tool {

/// `ttgt contract --ranks`: what every process that mpirun started does together. The first rank
/// prints what went wrong on any, and SaidByFirstRank is thrown on all; a rank that fails without
/// the others' knowing throws what went wrong, and ends them.
void run_on_ranks(const ContractCommand& command);

}  // namespace ttgt::tool
