// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "contraction/cuda/direct/direct_calls.h"
#include "contraction/cuda/direct/gett/plan/gett_tiles.h"

namespace ttgt::test {

/// Whether the tile is among the few that are emulated.
[[nodiscard]] bool is_emulated(const cuda::GettProducts& products, int tile);
/// Runs the blocks of a GETT launch; returns what went wrong, or nothing.
[[nodiscard]] std::string emulate_gett(const cuda::DirectLaunch& launch,
                                       const cuda::DirectCall& call);

}  // namespace ttgt::test
