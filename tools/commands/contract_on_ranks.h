// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/commands/commands.h"

namespace ttgt::tool {

/// `ttgt contract --ranks`: what every process that mpirun started does together. Throws on the
/// first rank what went wrong on any, and SaidByFirstRank on the others.
void run_on_ranks(const ContractCommand& command);

}  // namespace ttgt::tool
