// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <memory>

#include "contraction/binary/planned_contraction.h"
#include "network/program/program.h"

namespace ttgt::network {

/// `plan`, the plan of a sum of one product, with a run that is quick where the product is of two
/// tensors and so small that preparing it takes longer than the arithmetic; else `plan` itself. A
/// run with another alpha than 1, or with beta, is that of `plan`. Runs check no pointer: those of
/// a network's steps are checked before.
[[nodiscard]] std::unique_ptr<const PlannedContraction> with_small_run(
    std::unique_ptr<const PlannedContraction> plan, const Program& program, const Sum& sum,
    const Device& device);

}  // namespace ttgt::network
