// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/backend.h"

namespace ttgt::cpu {

[[nodiscard]] const Backend& backend();

}  // namespace ttgt::cpu
