// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <memory>

#include "contraction/execute/backend.h"
#include "contraction/plan/machine.h"

namespace ttgt {

/// What runs contractions on a device that a context was made for. Lives as long as the program.
[[nodiscard]] const Backend& backend_of(const Device& device);

/// What plans them there by, for a contraction that touches so many bytes.
[[nodiscard]] std::unique_ptr<const Machine> make_machine(const ContextOptions& options,
                                                          double footprint_bytes);

}  // namespace ttgt
