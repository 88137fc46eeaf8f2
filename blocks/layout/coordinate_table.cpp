// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/layout/coordinate_table.h"

#include <algorithm>
#include <bit>

namespace ttgt::blocks {
namespace {

/// Mixes one coordinate after the other, so that neighbours fall into different slots.
std::uint64_t hash_of_coordinates(std::span<const std::int32_t> coordinates) {
    std::uint64_t hash = 0x9E3779B97F4A7C15U;
    for (const std::int32_t section : coordinates) {
        hash = (hash ^ static_cast<std::uint32_t>(section)) * 0xBF58476D1CE4E5B9U;
        hash ^= hash >> 29U;
    }
    return hash;
}

}  // namespace

CoordinateTable::CoordinateTable(const std::vector<std::int32_t>& coordinates, std::size_t rank,
                                 std::int64_t blocks)
    : slots_(std::bit_ceil(2 * static_cast<std::size_t>(blocks) + 1), -1) {
    const std::span<const std::int32_t> all = coordinates;
    for (std::int64_t block = 0; block < blocks; ++block) {
        std::int32_t& slot =
            slots_[slot_of(coordinates, all.subspan(static_cast<std::size_t>(block) * rank, rank))];
        if (slot < 0) {
            slot = static_cast<std::int32_t>(block);
        } else if (!repeated_) {
            repeated_ = {slot, block};
        }
    }
}

std::size_t CoordinateTable::slot_of(const std::vector<std::int32_t>& coordinates,
                                     std::span<const std::int32_t> wanted) const {
    const std::size_t mask = slots_.size() - 1;
    const std::span<const std::int32_t> all = coordinates;
    for (std::size_t slot = hash_of_coordinates(wanted) & mask;; slot = (slot + 1) & mask) {
        if (slots_[slot] < 0) return slot;
        const std::size_t begin = static_cast<std::size_t>(slots_[slot]) * wanted.size();
        if (std::ranges::equal(all.subspan(begin, wanted.size()), wanted)) return slot;
    }
}

std::optional<std::int64_t> CoordinateTable::find(const std::vector<std::int32_t>& coordinates,
                                                  std::span<const std::int32_t> wanted) const {
    const std::int32_t block = slots_[slot_of(coordinates, wanted)];
    if (block < 0) return std::nullopt;
    return block;
}

}  // namespace ttgt::blocks
