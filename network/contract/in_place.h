// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/contract/call.h"

namespace ttgt {

/// Does a call on operands that lie in the memory of its context's device. Throws as contract().
void contract_in_place(const Call& call);

/// Runs the call's plan on `d` and on the inputs among `operands`, which lie where the plan wants
/// them, with the workspace and the stream of the call's context. Reports to the context's
/// report_sink where it has one. Throws as ContractionPlan::run(), and OutOfMemory.
void run_plan(const Call& call, const ContractionPlan& plan, const TensorView& d,
              const Views& operands);

}  // namespace ttgt
