// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/problem/tuple_numbers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ttgt::blocks {
namespace {

/// Keys of all blocks of all sources, one source after the other.
struct Keys {
    std::vector<std::uint64_t> values;
    std::uint64_t bound = 1;  ///< all values are below
};

/// The order of the keys, by passes over digits of 11 bits.
std::vector<std::uint32_t> sorted_order(const Keys& keys) {
    constexpr unsigned digit_bits = 11;
    constexpr std::size_t digits = std::size_t{1} << digit_bits;
    std::vector<std::uint32_t> order(keys.values.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    std::vector<std::uint32_t> next(order.size());
    for (unsigned shift = 0; shift < 64 && (keys.bound >> shift) > 0; shift += digit_bits) {
        std::array<std::size_t, digits + 1> begins{};
        const auto digit = [&](std::uint32_t entry) {
            return (keys.values[entry] >> shift) & (digits - 1);
        };
        for (const std::uint32_t entry : order) ++begins[digit(entry) + 1];
        for (std::size_t i = 0; i < digits; ++i) begins[i + 1] += begins[i];
        for (const std::uint32_t entry : order) next[begins[digit(entry)]++] = entry;
        std::swap(order, next);
    }
    return order;
}

/// Replaces the keys by their ranks: 0, 1, ... without gaps. Keys that are few beside their number
/// are ranked by a table.
void compress(Keys& keys) {
    constexpr std::uint64_t least_table = 1024;
    if (keys.bound <= 4 * keys.values.size() + least_table) {
        std::vector<std::uint32_t> ranks(keys.bound + 1, 0);
        for (const std::uint64_t key : keys.values) ranks[key + 1] = 1;
        for (std::size_t i = 1; i < ranks.size(); ++i) ranks[i] += ranks[i - 1];
        for (std::uint64_t& key : keys.values) key = ranks[key];
        keys.bound = ranks.back();
        return;
    }
    std::uint64_t rank = 0;
    std::uint64_t previous = 0;
    bool is_first = true;
    for (const std::uint32_t entry : sorted_order(keys)) {
        std::uint64_t& key = keys.values[entry];
        if (!is_first && key != previous) ++rank;
        is_first = false;
        previous = std::exchange(key, rank);
    }
    keys.bound = is_first ? 0 : rank + 1;
}

void add_label(Keys& keys, std::span<const TupleSource> sources, std::size_t label,
               std::size_t sections) {
    std::uint64_t bound = 0;
    if (__builtin_mul_overflow(keys.bound, std::max<std::uint64_t>(sections, 1), &bound)) {
        compress(keys);  // at most 2^32 blocks and 2^31 sections
        bound = keys.bound * std::max<std::uint64_t>(sections, 1);
    }
    std::size_t entry = 0;
    for (const TupleSource& source : sources) {
        for (const std::uint32_t block : *source.blocks) {
            const auto section =
                static_cast<std::uint64_t>(source.layout->coordinates(block)[source.modes[label]]);
            keys.values[entry++] += section * keys.bound;
        }
    }
    keys.bound = bound;
}

}  // namespace

TupleNumbers number_tuples(std::span<const TupleSource> sources,
                           std::span<const std::size_t> section_counts) {
    Keys keys;
    std::size_t entries = 0;
    for (const TupleSource& source : sources) entries += source.blocks->size();
    keys.values.assign(entries, 0);
    for (std::size_t label = 0; label < section_counts.size(); ++label) {
        add_label(keys, sources, label, section_counts[label]);
    }
    compress(keys);
    TupleNumbers found;
    found.count = static_cast<std::uint32_t>(keys.bound);
    auto from = keys.values.begin();
    for (const TupleSource& source : sources) {
        auto& numbers = found.numbers.emplace_back();
        numbers.reserve(source.blocks->size());
        for (std::size_t i = 0; i < source.blocks->size(); ++i) {
            numbers.push_back(static_cast<std::uint32_t>(*from++));
        }
    }
    return found;
}

}  // namespace ttgt::blocks
