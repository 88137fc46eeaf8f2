// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "tools/bench/transpose/transpose_arena.h"

namespace ttgt::tool {

/// As make_transpose_arena, for a context on a CUDA device.
[[nodiscard]] std::unique_ptr<TransposeArena> make_device_arena(const Context& context);

}  // namespace ttgt::tool
