// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/problem/reached_blocks.h"

#include <algorithm>
#include <span>
#include <utility>

#include "blocks/problem/block_join.h"
#include "blocks/problem/block_problem.h"
#include "blocks/problem/tuple_numbers.h"

namespace ttgt::blocks {
namespace {

/// The coordinates of blocks, sorted with the first mode's section fastest.
std::vector<std::int32_t> sorted_coordinates(const std::vector<Sections>& sections,
                                             std::vector<std::int32_t> coordinates,
                                             std::int64_t blocks) {
    const BlockLayout layout(sections, coordinates, blocks);
    std::vector<std::uint32_t> all(static_cast<std::size_t>(blocks));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
    TupleSource source{&layout, &all, {}};
    std::vector<std::size_t> counts;
    for (std::size_t mode = 0; mode < sections.size(); ++mode) {
        source.modes.push_back(mode);
        counts.push_back(sections[mode].size());
    }
    const TupleNumbers places = number_tuples({&source, 1}, counts);
    const auto rank = static_cast<std::ptrdiff_t>(sections.size());
    std::vector<std::int32_t> sorted(coordinates.size());
    for (std::size_t block = 0; block < all.size(); ++block) {
        std::copy_n(coordinates.begin() + static_cast<std::ptrdiff_t>(block) * rank, rank,
                    sorted.begin() + places.numbers[0][block] * rank);
    }
    return sorted;
}

}  // namespace

BlockLayout sorted_blocks(const std::vector<Sections>& sections,
                          std::vector<std::int32_t> coordinates, std::int64_t blocks) {
    return BlockLayout(sections, sorted_coordinates(sections, std::move(coordinates), blocks),
                       blocks);
}

BlockLayout blocks_of_any(const std::vector<BlockLayout>& layouts) {
    std::vector<std::int32_t> coordinates;
    std::int64_t count = 0;
    for (std::size_t i = 0; i < layouts.size(); ++i) {
        const auto before = std::span(layouts).first(i);
        for (std::int64_t block = 0; block < layouts[i].blocks(); ++block) {
            const auto its = layouts[i].coordinates(block);
            const bool is_known = std::ranges::any_of(
                before, [&](const BlockLayout& each) { return each.find(its).has_value(); });
            if (is_known) continue;
            coordinates.insert(coordinates.end(), its.begin(), its.end());
            ++count;
        }
    }
    return sorted_blocks(layouts.front().sections(), std::move(coordinates), count);
}

BlockLayout reached_blocks(const Expression& expression, const std::vector<BlockLayout>& inputs) {
    const BlockProblem problem = bind_inputs(expression, inputs);
    const BlockJoin join = join_blocks(problem);
    std::vector<std::uint32_t> last_row_of_column(join.columns, none);
    std::vector<std::int32_t> coordinates;
    std::int64_t count = 0;
    join.for_each_product([&](std::uint32_t l, std::uint32_t r) {
        std::uint32_t& last = last_row_of_column[r == none ? 0 : join.column_of_r[r]];
        if (std::exchange(last, join.row_of_l[l]) == join.row_of_l[l]) return;
        const BlockCoordinates block = reached_block(problem, l, r);
        coordinates.insert(coordinates.end(), block.begin(), block.end());
        ++count;
    });
    return sorted_blocks(problem.layout(operand_d).sections(), std::move(coordinates), count);
}

}  // namespace ttgt::blocks
