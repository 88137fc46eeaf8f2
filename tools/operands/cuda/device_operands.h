// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "tools/operands/placed_operands.h"

namespace ttgt::tool {

/// As place_operands, for a context on a CUDA device.
[[nodiscard]] std::unique_ptr<PlacedOperands> place_on_device(
    const Context& context, const std::vector<HostOperand>& operands, bool reads_output);

}  // namespace ttgt::tool
