// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ttgt::network {

/// A block of memory and the steps of a program that need it.
struct Lifetime {
    std::int64_t bytes = 0;  ///< size of the block
    std::size_t first = 0;   ///< number of the first step that needs it
    std::size_t last = 0;    ///< number of the last step that needs it
};

/// Places of several blocks of memory in one workspace. Blocks needed by the same step do not
/// overlap.
struct WorkspaceOffsets {
    std::vector<std::int64_t> offsets;  ///< byte offset of each block
    std::int64_t bytes = 0;             ///< bytes of workspace that all blocks need together
};

/// Places the blocks in one workspace: the largest block first, each at the lowest offset that is
/// free during its lifetime. Throws SizeOverflow where a size exceeds 64-bit integers.
[[nodiscard]] WorkspaceOffsets place(const std::vector<Lifetime>& lifetimes);

}  // namespace ttgt::network
