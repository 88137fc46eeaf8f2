// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/block_contraction.h>

#include <algorithm>
#include <utility>

#include "blocks/problem/block_join.h"
#include "blocks/problem/tuple_numbers.h"

namespace ttgt {
namespace {

/// The coordinates of blocks, sorted with the first mode's section fastest.
std::vector<std::int32_t> sorted_coordinates(const std::vector<Sections>& sections,
                                             std::vector<std::int32_t> coordinates,
                                             std::int64_t blocks) {
    const BlockLayout layout(sections, coordinates, blocks);
    std::vector<std::uint32_t> all(static_cast<std::size_t>(blocks));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
    blocks::TupleSource source{&layout, &all, {}};
    std::vector<std::size_t> counts;
    for (std::size_t mode = 0; mode < sections.size(); ++mode) {
        source.modes.push_back(mode);
        counts.push_back(sections[mode].size());
    }
    const blocks::TupleNumbers places = blocks::number_tuples({&source, 1}, counts);
    const auto rank = static_cast<std::ptrdiff_t>(sections.size());
    std::vector<std::int32_t> sorted(coordinates.size());
    for (std::size_t block = 0; block < all.size(); ++block) {
        std::copy_n(coordinates.begin() + static_cast<std::ptrdiff_t>(block) * rank, rank,
                    sorted.begin() + places.numbers[0][block] * rank);
    }
    return sorted;
}

}  // namespace

BlockLayout output_blocks(std::string_view expression, const std::vector<BlockLayout>& inputs) {
    const blocks::BlockProblem problem = blocks::bind_inputs(expression, inputs);
    const blocks::BlockJoin join = blocks::join_blocks(problem);
    std::vector<std::uint32_t> last_row_of_column(join.columns, blocks::none);
    std::vector<std::int32_t> coordinates;
    std::int64_t count = 0;
    join.for_each_product([&](std::uint32_t l, std::uint32_t r) {
        std::uint32_t& last = last_row_of_column[r == blocks::none ? 0 : join.column_of_r[r]];
        if (std::exchange(last, join.row_of_l[l]) == join.row_of_l[l]) return;
        const BlockCoordinates block = blocks::reached_block(problem, l, r);
        coordinates.insert(coordinates.end(), block.begin(), block.end());
        ++count;
    });
    const std::vector<Sections>& sections = problem.layout(operand_d).sections();
    return BlockLayout(sections, sorted_coordinates(sections, std::move(coordinates), count),
                       count);
}

}  // namespace ttgt
