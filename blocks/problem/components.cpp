// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/problem/components.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ttgt::blocks {
namespace {

/// Sets of inner tuples that grow together.
class InnerSets {
public:
    explicit InnerSets(std::uint32_t inners) : parents_(inners) {
        for (std::uint32_t inner = 0; inner < inners; ++inner) parents_[inner] = inner;
    }

    [[nodiscard]] std::uint32_t root(std::uint32_t inner) {
        while (parents_[inner] != inner) {
            parents_[inner] = parents_[parents_[inner]];
            inner = parents_[inner];
        }
        return inner;
    }

    void join(std::uint32_t a, std::uint32_t b) { parents_[root(a)] = root(b); }

private:
    std::vector<std::uint32_t> parents_;
};

/// Collects numbers of a component, each once.
class NumberSet {
public:
    explicit NumberSet(std::size_t numbers) : component_of_(numbers, none) {}

    void add(std::uint32_t component, std::uint32_t number, std::vector<std::uint32_t>& to) {
        if (std::exchange(component_of_[number], component) != component) to.push_back(number);
    }

private:
    std::vector<std::uint32_t> component_of_;  // the last one that has the number
};

/// What the pairs of components have.
class Contents {
public:
    explicit Contents(const BlockJoin& join)
        : join_(join),
          rows_(join.rows),
          inners_(join.inners),
          columns_(join.columns),
          l_(join.row_of_l.size()),
          r_(join.column_of_r.size()),
          d_(join.row_of_d.size()) {}

    void fill(std::uint32_t number, Component& component) {
        for (const Pair& pair : component.pairs) {
            rows_.add(number, join_.row_of_l[pair.l], component.rows);
            inners_.add(number, join_.inner_of_l[pair.l], component.inners);
            columns_.add(number, join_.column_of_r[pair.r], component.columns);
            l_.add(number, pair.l, component.l_blocks);
            r_.add(number, pair.r, component.r_blocks);
            d_.add(number, pair.d, component.d_blocks);
        }
        for (auto* numbers : {&component.rows, &component.inners, &component.columns,
                              &component.l_blocks, &component.r_blocks, &component.d_blocks}) {
            if (!std::ranges::is_sorted(*numbers)) std::ranges::sort(*numbers);
        }
    }

private:
    const BlockJoin& join_;
    NumberSet rows_, inners_, columns_, l_, r_, d_;
};

/// The component of each pair, refined turn by turn.
class Refinement {
public:
    explicit Refinement(const std::vector<Pair>& pairs) : pairs_(pairs), ids_(pairs.size(), 0) {}

    /// Splits each component: inner tuples stay together that a line, a row or a column, has both
    /// of. Returns whether there are more components now.
    template <class LineOf, class InnerOf>
    bool split(std::uint32_t lines, std::uint32_t inners, LineOf line_of, InnerOf inner_of) {
        InnerSets sets(inners);
        std::vector<std::uint32_t> first(lines, none);
        std::vector<std::uint32_t> component_of_line(lines, none);
        for (const std::size_t entry : by_component()) {
            const std::uint32_t line = line_of(pairs_[entry]);
            const std::uint32_t inner = inner_of(pairs_[entry]);
            if (component_of_line[line] != ids_[entry]) first[line] = inner;
            component_of_line[line] = ids_[entry];
            sets.join(inner, first[line]);
        }
        // No two components have an inner tuple in common: its set alone says which one it is.
        std::vector<std::uint32_t> number_of_root(inners, none);
        const std::uint32_t before = std::exchange(count_, 0);
        for (std::size_t entry = 0; entry < pairs_.size(); ++entry) {
            std::uint32_t& number = number_of_root[sets.root(inner_of(pairs_[entry]))];
            if (number == none) number = count_++;
            ids_[entry] = number;
        }
        return count_ > before;
    }

    [[nodiscard]] std::vector<Component> components() const {
        std::vector<Component> found(count_);
        std::vector<std::size_t> sizes(count_, 0);
        for (const std::uint32_t id : ids_) ++sizes[id];
        for (std::size_t id = 0; id < count_; ++id) found[id].pairs.reserve(sizes[id]);
        for (std::size_t entry = 0; entry < pairs_.size(); ++entry) {
            found[ids_[entry]].pairs.push_back(pairs_[entry]);
        }
        return found;
    }

private:
    /// The pairs component by component.
    [[nodiscard]] std::vector<std::size_t> by_component() const {
        std::vector<std::size_t> begins(std::size_t{count_} + 1, 0);
        for (const std::uint32_t id : ids_) ++begins[id + std::size_t{1}];
        for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
        std::vector<std::size_t> order(ids_.size());
        for (std::size_t entry = 0; entry < ids_.size(); ++entry)
            order[begins[ids_[entry]]++] = entry;
        return order;
    }

    const std::vector<Pair>& pairs_;
    std::vector<std::uint32_t> ids_;
    std::uint32_t count_ = 1;
};

}  // namespace

std::vector<Component> find_components(const BlockJoin& join, const std::vector<Pair>& pairs) {
    if (pairs.empty()) return {};
    constexpr int most_turns = 4;  // splits by columns that let rows split again are rare
    Refinement refinement(pairs);
    const auto inner_of = [&](const Pair& pair) { return join.inner_of_l[pair.l]; };
    const auto row_of = [&](const Pair& pair) { return join.row_of_l[pair.l]; };
    const auto column_of = [&](const Pair& pair) { return join.column_of_r[pair.r]; };
    for (int turn = 0; turn < most_turns; ++turn) {
        // Rows first: a row and its inner tuples have one batch tuple, a column may have several.
        (void)refinement.split(join.rows, join.inners, row_of, inner_of);
        if (!refinement.split(join.columns, join.inners, column_of, inner_of)) break;
    }
    std::vector<Component> found = refinement.components();
    Contents contents(join);
    for (std::uint32_t number = 0; number < found.size(); ++number) {
        contents.fill(number, found[number]);
    }
    return found;
}

}  // namespace ttgt::blocks
