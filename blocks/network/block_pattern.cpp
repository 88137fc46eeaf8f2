// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/network/block_pattern.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "blocks/problem/reached_blocks.h"
#include "blocks/problem/tuple_numbers.h"

namespace ttgt::blocks {
namespace {

/// The modes of a tensor that have these labels of it.
std::vector<std::size_t> modes_of(const BlockPattern& pattern, const network::Labels& labels) {
    std::vector<std::size_t> modes;
    for (const std::size_t label : labels) {
        const auto place = std::ranges::lower_bound(pattern.labels, label);
        modes.push_back(static_cast<std::size_t>(place - pattern.labels.begin()));
    }
    return modes;
}

/// The product of the extents that a block has in these modes.
double elements_of(const BlockLayout& layout, std::int64_t block,
                   const std::vector<std::size_t>& modes) {
    const std::span<const std::int32_t> coordinates = layout.coordinates(block);
    double elements = 1;
    for (const std::size_t mode : modes) {
        const auto section = static_cast<std::size_t>(coordinates[mode]);
        elements *= static_cast<double>(layout.sections()[mode][section]);
    }
    return elements;
}

std::vector<std::size_t> counting(std::size_t count) {
    std::vector<std::size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
}

std::vector<std::uint32_t> all_blocks(const BlockLayout& layout) {
    std::vector<std::uint32_t> blocks(static_cast<std::size_t>(layout.blocks()));
    std::iota(blocks.begin(), blocks.end(), 0U);
    return blocks;
}

/// The blocks of L with one tuple of sections of the common labels.
struct Meeting {
    double elements = 0;
    double blocks = 0;
    double common = 1;  ///< product of the common labels' extents
};

Factor factor_of(const network::Labels& labels) {
    Factor factor;
    factor.name = "tensor";
    for (const std::size_t label : labels) factor.labels.push_back(std::to_string(label));
    return factor;
}

}  // namespace

BlockPattern pattern_of(const BlockSum& sum, const network::Use& use) {
    const BlockLayout& layout = sum.operands[use.tensor].layout;
    network::Labels labels = use.labels;
    std::ranges::sort(labels);
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    std::vector<Sections> sections;
    std::vector<std::size_t> modes;  // one of each label
    for (const std::size_t label : labels) {
        sections.push_back(sum.sections[label]);
        const auto first = std::ranges::find(use.labels, label);
        modes.push_back(static_cast<std::size_t>(first - use.labels.begin()));
    }
    std::vector<std::int32_t> coordinates;
    std::int64_t count = 0;
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        const std::span<const std::int32_t> its = layout.coordinates(block);
        bool is_useful = elements_of(layout, block, counting(its.size())) > 0;
        for (std::size_t mode = 0; is_useful && mode < its.size(); ++mode) {
            const auto first = std::ranges::find(use.labels, use.labels[mode]);
            is_useful = its[mode] == its[static_cast<std::size_t>(first - use.labels.begin())];
        }
        if (!is_useful) continue;
        for (const std::size_t mode : modes) coordinates.push_back(its[mode]);
        ++count;
    }
    return {std::move(labels), BlockLayout(std::move(sections), std::move(coordinates), count)};
}

ProductCount count_product(const BlockPattern& l, const BlockPattern& r) {
    network::Labels common;
    std::ranges::set_intersection(l.labels, r.labels, std::back_inserter(common));
    const std::vector<std::uint32_t> l_blocks = all_blocks(l.layout);
    const std::vector<std::uint32_t> r_blocks = all_blocks(r.layout);
    const std::array<TupleSource, 2> sources{
        {{&l.layout, &l_blocks, modes_of(l, common)}, {&r.layout, &r_blocks, modes_of(r, common)}}};
    std::vector<std::size_t> counts;
    for (const std::size_t mode : sources[0].modes) {
        counts.push_back(l.layout.sections()[mode].size());
    }
    const TupleNumbers tuples = number_tuples(sources, counts);
    std::vector<Meeting> meetings(tuples.count);
    const std::vector<std::size_t> l_modes = counting(l.labels.size());
    const std::vector<std::size_t> r_modes = counting(r.labels.size());
    for (const std::uint32_t block : l_blocks) {
        Meeting& meeting = meetings[tuples.numbers[0][block]];
        meeting.elements += elements_of(l.layout, block, l_modes);
        meeting.blocks += 1;
        meeting.common = elements_of(l.layout, block, sources[0].modes);
    }
    ProductCount count;
    for (const std::uint32_t block : r_blocks) {
        const Meeting& meeting = meetings[tuples.numbers[1][block]];
        count.multiplications +=
            meeting.elements * (elements_of(r.layout, block, r_modes) / meeting.common);
        count.pairs += meeting.blocks;
    }
    return count;
}

BlockPattern multiplied(const BlockPattern& l, const BlockPattern& r, const network::Labels& kept) {
    Expression product;
    product.output = factor_of(kept);
    product.terms.push_back({1, {factor_of(l.labels), factor_of(r.labels)}});
    return {kept, reached_blocks(product, {l.layout, r.layout})};
}

bool share_label(const BlockPattern& l, const BlockPattern& r) {
    return std::ranges::any_of(
        l.labels, [&](std::size_t label) { return std::ranges::binary_search(r.labels, label); });
}

}  // namespace ttgt::blocks
