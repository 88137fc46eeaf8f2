// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/execute/backend.h"

namespace ttgt::cpu {

[[nodiscard]] const Backend& backend();

}  // namespace ttgt::cpu
