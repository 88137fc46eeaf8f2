// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <memory>

#include "contraction/plan/machine.h"
#include "network/path/path_cost.h"
#include "network/program/program.h"

namespace ttgt::network {

/// The machine that predicts the times of a program's steps on `threads` threads.
[[nodiscard]] std::shared_ptr<const Machine> machine_of(Context& context, const Program& program,
                                                        int threads);
/// What the steps of a program's products cost on that machine.
[[nodiscard]] PathCosts path_costs(std::shared_ptr<const Machine> machine, const Program& program,
                                   Minimize minimize);

}  // namespace ttgt::network
