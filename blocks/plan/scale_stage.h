// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "blocks/plan/component_plan.h"

namespace ttgt::blocks {

/// D = beta * D for the blocks of D of which `is_scaled` is not 0 and that have elements.
[[nodiscard]] Stage scale_stage(const ComponentSetting& setting,
                                const std::vector<char>& is_scaled);

}  // namespace ttgt::blocks
