// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "network/contract/call.h"

namespace ttgt {

/// Does a call some of whose operands lie in host memory on packed copies of them on the device,
/// then copies D back and waits for that. Throws as contract(); D is written only after all checks.
void contract_on_copies(const Call& call);

/// The plan of a call on packed copies of those operands that lie in host memory. A call like one
/// before finds its plan in the plan cache and parses nothing. Throws as plan_contraction(), and
/// AliasedOutput where a D that is to be copied has two elements at one address.
[[nodiscard]] std::shared_ptr<const ContractionPlan> plan_on_copies(const Call& call);

}  // namespace ttgt
