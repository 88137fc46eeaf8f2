// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/problem/block_join.h"

#include <ttgt/error.h>

#include <utility>

#include <fmt/format.h>

#include "blocks/problem/tuple_numbers.h"

namespace ttgt::blocks {
namespace {

/// The useful blocks of each operand.
using BlockLists = std::vector<std::vector<std::uint32_t>>;

/// Numbers the tuples of some labels in two operands, or in one.
class Numbering {
public:
    Numbering(const BlockProblem& problem, const BlockLists& lists)
        : problem_(problem), lists_(lists) {}

    /// Sets `numbers[i]` for operands[i]; returns how many tuples there are.
    std::uint32_t number(std::initializer_list<Role> roles, const std::vector<Operand>& operands,
                         std::vector<std::vector<std::uint32_t>*> numbers) const {
        std::vector<TupleSource> sources;
        for (const Operand operand : operands) {
            sources.push_back({&problem_.layout(operand), &lists_[operand], {}});
        }
        std::vector<std::size_t> counts;
        for (const std::size_t index : problem_.labels_of(roles)) {
            const BlockLabel& label = problem_.labels[index];
            counts.push_back(label.sections.size());
            for (std::size_t i = 0; i < operands.size(); ++i) {
                sources[i].modes.push_back(label.modes[operands[i]][0]);
            }
        }
        const TupleNumbers found = number_tuples(sources, counts);
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const auto blocks = static_cast<std::size_t>(problem_.layout(operands[i]).blocks());
            numbers[i]->assign(blocks, none);
            for (std::size_t entry = 0; entry < lists_[operands[i]].size(); ++entry) {
                (*numbers[i])[lists_[operands[i]][entry]] = found.numbers[i][entry];
            }
        }
        return found.count;
    }

private:
    const BlockProblem& problem_;
    const BlockLists& lists_;
};

/// Blocks in groups of equal numbers, each group in the order that the blocks had.
struct Groups {
    std::vector<std::size_t> begins;  ///< one more than there are numbers
    std::vector<std::uint32_t> blocks;
};

Groups grouped(const std::vector<std::uint32_t>& blocks,
               const std::vector<std::uint32_t>& number_of, std::uint32_t numbers) {
    Groups groups{std::vector<std::size_t>(numbers + std::size_t{2}, 0), {}};
    for (const std::uint32_t block : blocks) ++groups.begins[number_of[block] + std::size_t{2}];
    for (std::size_t i = 2; i < groups.begins.size(); ++i) groups.begins[i] += groups.begins[i - 1];
    groups.blocks.resize(blocks.size());
    for (const std::uint32_t block : blocks) {
        groups.blocks[groups.begins[number_of[block] + std::size_t{1}]++] = block;
    }
    groups.begins.pop_back();
    return groups;
}

std::vector<std::uint32_t> with_number(const std::vector<std::uint32_t>& number_of) {
    std::vector<std::uint32_t> blocks;
    for (std::uint32_t block = 0; block < number_of.size(); ++block) {
        if (number_of[block] != none) blocks.push_back(block);
    }
    return blocks;
}

[[noreturn]] void throw_missing(const BlockProblem& problem, std::uint32_t l, std::uint32_t r) {
    const auto block = [&](Operand operand, std::uint32_t number) {
        return fmt::format("block {} of {}", to_string(problem.layout(operand).coordinates(number)),
                           operand_title(operand, problem.traits.names[operand]));
    };
    const std::string from = r == none ? block(operand_l, l)
                                       : fmt::format("the product of {} and {}",
                                                     block(operand_l, l), block(operand_r, r));
    throw MissingBlock(fmt::format("{} lacks block {}, which {} reaches",
                                   operand_title(operand_d, problem.traits.names[operand_d]),
                                   to_string(reached_block(problem, l, r)), from));
}

}  // namespace

BlockJoin join_blocks(const BlockProblem& problem) {
    BlockLists lists;
    for (std::size_t operand = 0; operand <= problem.traits.inputs; ++operand) {
        lists.push_back(useful_blocks(problem, static_cast<Operand>(operand)));
    }
    const Numbering numbering(problem, lists);
    BlockJoin join;
    join.rows = numbering.number({Role::free_l, Role::batch}, {operand_d, operand_l},
                                 {&join.row_of_d, &join.row_of_l});
    if (problem.traits.inputs == 1) {
        join.column_of_d.assign(join.row_of_d.size(), 0);
        join.columns = 1;
        return join;
    }
    join.inners = numbering.number({Role::contracted, Role::batch}, {operand_l, operand_r},
                                   {&join.inner_of_l, &join.inner_of_r});
    join.columns = numbering.number({Role::free_r}, {operand_d, operand_r},
                                    {&join.column_of_d, &join.column_of_r});
    return join;
}

void BlockJoin::for_each_product(FunctionRef<void(std::uint32_t, std::uint32_t)> visit) const {
    std::vector<std::uint32_t> l_blocks = with_number(row_of_l);
    if (inner_of_l.empty()) {
        for (const std::uint32_t l : grouped(l_blocks, row_of_l, rows).blocks) visit(l, none);
        return;
    }
    l_blocks = grouped(l_blocks, inner_of_l, inners).blocks;
    const Groups by_inner = grouped(with_number(inner_of_r), inner_of_r, inners);
    for (const std::uint32_t l : grouped(l_blocks, row_of_l, rows).blocks) {
        const std::size_t inner = inner_of_l[l];
        for (std::size_t i = by_inner.begins[inner]; i < by_inner.begins[inner + 1]; ++i) {
            visit(l, by_inner.blocks[i]);
        }
    }
}

std::vector<Pair> find_pairs(const BlockProblem& problem, const BlockJoin& join,
                             bool leaves_out_missing) {
    const Groups d_by_row = grouped(with_number(join.row_of_d), join.row_of_d, join.rows);
    std::vector<std::uint32_t> d_of_column(join.columns, none);  // in the present row
    std::uint32_t row = none;
    const auto mark = [&](std::uint32_t marked_row, bool sets) {
        if (marked_row == none) return;
        for (std::size_t i = d_by_row.begins[marked_row]; i < d_by_row.begins[marked_row + 1];
             ++i) {
            const std::uint32_t d = d_by_row.blocks[i];
            d_of_column[join.column_of_d[d]] = sets ? d : none;
        }
    };
    std::vector<Pair> found;
    join.for_each_product([&](std::uint32_t l, std::uint32_t r) {
        if (join.row_of_l[l] != row) {
            mark(row, false);
            row = join.row_of_l[l];
            mark(row, true);
        }
        const std::uint32_t d = d_of_column[r == none ? 0 : join.column_of_r[r]];
        if (d != none) {
            found.push_back({d, l, r});
        } else if (!leaves_out_missing) {
            throw_missing(problem, l, r);
        }
    });
    std::vector<std::size_t> begins(join.row_of_d.size() + 1, 0);
    for (const Pair& pair : found) ++begins[pair.d + std::size_t{1}];
    for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
    std::vector<Pair> sorted(found.size());
    for (const Pair& pair : found) sorted[begins[pair.d]++] = pair;
    return sorted;
}

BlockCoordinates reached_block(const BlockProblem& problem, std::uint32_t l, std::uint32_t r) {
    BlockCoordinates block(problem.layout(operand_d).rank());
    for (const BlockLabel& label : problem.labels) {
        if (label.modes[operand_d].empty()) continue;
        const bool is_of_l = !label.modes[operand_l].empty();
        const Operand input = is_of_l ? operand_l : operand_r;
        block[label.modes[operand_d][0]] =
            problem.layout(input).coordinates(is_of_l ? l : r)[label.modes[input][0]];
    }
    return block;
}

}  // namespace ttgt::blocks
