// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/component_parts.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ttgt::blocks {
namespace {

using Numbers = std::vector<std::uint32_t>;

double bytes_of_blocks(const BlockShapes& shapes, Operand operand, const Numbers& blocks) {
    double elements = 0;
    for (const std::uint32_t block : blocks) elements += shapes.volume(operand, block);
    return elements * static_cast<double>(size_bytes(shapes.problem().operands[operand].dtype));
}

/// The lines by which a component is cut: its rows, or its columns.
struct Lines {
    const Numbers& numbers;          ///< of the component, sorted
    Operand operand;                 ///< the input that has them
    const Numbers& of_input_blocks;  ///< the line of each block of that input
    const Numbers& of_d_blocks;      ///< and of D

    [[nodiscard]] std::size_t place_of(std::uint32_t line) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(numbers, line) - numbers.begin());
    }
};

/// For each line the part that it is in; parts have about `part_bytes` of blocks.
std::vector<std::size_t> parts_of_lines(const BlockShapes& shapes, const Component& component,
                                        const Lines& lines) {
    std::vector<double> bytes(lines.numbers.size(), 0);
    const auto add = [&](Operand operand, const Numbers& blocks, const Numbers& line_of) {
        const auto element =
            static_cast<double>(size_bytes(shapes.problem().operands[operand].dtype));
        for (const std::uint32_t block : blocks) {
            bytes[lines.place_of(line_of[block])] += element * shapes.volume(operand, block);
        }
    };
    const bool is_l = lines.operand == operand_l;
    add(lines.operand, is_l ? component.l_blocks : component.r_blocks, lines.of_input_blocks);
    add(operand_d, component.d_blocks, lines.of_d_blocks);
    std::vector<std::size_t> parts(bytes.size(), 0);
    std::size_t part = 0;
    double filled = 0;
    for (std::size_t line = 0; line < bytes.size(); ++line) {
        if (filled > 0 && filled + bytes[line] > static_cast<double>(part_bytes)) {
            ++part;
            filled = 0;
        }
        filled += bytes[line];
        parts[line] = part;
    }
    return parts;
}

void sort_once(Numbers& numbers) {
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// Lists what the pairs have.
void fill(const BlockJoin& join, Component& part) {
    for (const Pair& pair : part.pairs) {
        part.rows.push_back(join.row_of_l[pair.l]);
        part.inners.push_back(join.inner_of_l[pair.l]);
        part.columns.push_back(join.column_of_r[pair.r]);
        part.l_blocks.push_back(pair.l);
        part.r_blocks.push_back(pair.r);
        part.d_blocks.push_back(pair.d);
    }
    for (Numbers* numbers : {&part.rows, &part.inners, &part.columns, &part.l_blocks,
                             &part.r_blocks, &part.d_blocks}) {
        sort_once(*numbers);
    }
}

}  // namespace

std::vector<Component> cut_into_parts(const BlockShapes& shapes, const BlockJoin& join,
                                      Component component) {
    const double l = bytes_of_blocks(shapes, operand_l, component.l_blocks);
    const double r = bytes_of_blocks(shapes, operand_r, component.r_blocks);
    const double d = bytes_of_blocks(shapes, operand_d, component.d_blocks);
    constexpr auto one_part = static_cast<double>(part_bytes);
    std::vector<Component> parts;
    if (std::max(l, r) + d < 2 * one_part || std::min(l, r) > one_part / 4) {
        parts.push_back(std::move(component));
        return parts;
    }
    const bool by_rows = l >= r;
    const Lines lines =
        by_rows ? Lines{component.rows, operand_l, join.row_of_l, join.row_of_d}
                : Lines{component.columns, operand_r, join.column_of_r, join.column_of_d};
    const std::vector<std::size_t> part_of = parts_of_lines(shapes, component, lines);
    parts.resize(part_of.back() + 1);
    for (const Pair& pair : component.pairs) {
        const std::uint32_t line = by_rows ? join.row_of_l[pair.l] : join.column_of_r[pair.r];
        parts[part_of[lines.place_of(line)]].pairs.push_back(pair);
    }
    for (Component& part : parts) fill(join, part);
    return parts;
}

}  // namespace ttgt::blocks
