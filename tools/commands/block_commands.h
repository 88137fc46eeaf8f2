// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/commands/commands.h"

/// Commands with --blocks: of tensors of blocks, which a case file describes. They throw as run()
/// of the same command does.
namespace ttgt::tool {

/// Reads the values of the inputs, and of an output that is read, and writes the output's, each an
/// array of one axis: all blocks one after the other, the first mode of each fastest, in the order
/// of the case.
void contract_blocks(const ContractCommand& command);
void explain_blocks(const ExplainCommand& command);
void bench_blocks(const BenchContractionsCommand& command);

}  // namespace ttgt::tool
