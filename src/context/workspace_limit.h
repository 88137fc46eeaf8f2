// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstdint>
#include <optional>

namespace ttgt {

/// The most bytes of workspace that a plan may need: its own limit, else the context's. Throws
/// InvalidArgument where it is negative.
[[nodiscard]] std::int64_t checked_workspace_limit(const std::optional<std::int64_t>& own,
                                                   const ContextOptions& settings);

}  // namespace ttgt
