// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ttgt::blocks {

/// Finds a block by its coordinates: a hash table with open addressing. The coordinates are those
/// that it was made from; callers keep them and pass them again.
class CoordinateTable {
public:
    CoordinateTable() = default;
    /// `coordinates`: those of block i from i * rank. `blocks` is below 2^31.
    CoordinateTable(const std::vector<std::int32_t>& coordinates, std::size_t rank,
                    std::int64_t blocks);

    /// The block with these coordinates; nothing where there is none.
    [[nodiscard]] std::optional<std::int64_t> find(const std::vector<std::int32_t>& coordinates,
                                                   std::span<const std::int32_t> wanted) const;
    /// The first two blocks with the same coordinates; nothing where all differ.
    [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> repeated() const noexcept {
        return repeated_;
    }

private:
    /// The slot of these coordinates, or the empty one where they would be entered.
    [[nodiscard]] std::size_t slot_of(const std::vector<std::int32_t>& coordinates,
                                      std::span<const std::int32_t> wanted) const;

    std::vector<std::int32_t> slots_;  // numbers of blocks; -1: empty; a power of two of them
    std::optional<std::pair<std::int64_t, std::int64_t>> repeated_;
};

}  // namespace ttgt::blocks
