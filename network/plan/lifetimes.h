// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ttgt::network {

/// Memory that steps first to last need, both included.
struct Lifetime {
    std::int64_t bytes = 0;
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Where each lies in one workspace, memory whose lifetimes meet apart, and how large that is.
struct WorkspaceOffsets {
    std::vector<std::int64_t> offsets;
    std::int64_t bytes = 0;
};

/// The largest first, each at the lowest place that is free while it lives. Throws SizeOverflow.
[[nodiscard]] WorkspaceOffsets place(const std::vector<Lifetime>& lifetimes);

}  // namespace ttgt::network
