// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <memory>

#include "contraction/execute/run_replay.h"

namespace ttgt {

/// Makes what keeps runs on a CUDA device: as graphs. Throws Unsupported in a build without CUDA.
[[nodiscard]] std::unique_ptr<const RunKeeper> make_run_keeper(const Device& device);

}  // namespace ttgt
