// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "tools/bench/contraction/contraction_arena.h"

namespace ttgt::tool {

/// As make_contraction_arena, for a context on a CUDA device. Keeps its memory from task to task,
/// as much as the largest needed.
[[nodiscard]] std::unique_ptr<ContractionArena> make_device_contraction_arena(
    const Context& context);

}  // namespace ttgt::tool
