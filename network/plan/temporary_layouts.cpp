// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/temporary_layouts.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "contraction/planner/quick_price.h"
#include "contraction/problem/bind.h"
#include "network/plan/step_statement.h"

namespace ttgt::network {
namespace {

/// The labels of a tensor in a sum, in their order in memory, fastest first.
using Order = std::vector<std::size_t>;

Order memory_order(const Program& program, const Use& use) {
    Order order;
    for (const std::size_t mode : modes_by_stride(program.tensors[use.tensor].layout)) {
        if (!contains(order, use.labels[mode])) order.push_back(use.labels[mode]);
    }
    return order;
}

/// The labels of `order` for which `wanted` returns true.
template <class Wanted>
Order filtered(const Order& order, Wanted&& wanted) {
    Order result;
    std::copy_if(order.begin(), order.end(), std::back_inserter(result), wanted);
    return result;
}

Order joined(Order first, const Order& second, const Order& third) {
    first.insert(first.end(), second.begin(), second.end());
    first.insert(first.end(), third.begin(), third.end());
    return first;
}

/// The orders of the output's labels in which a matrix product can write it without a transpose.
std::vector<Order> orders_as_produced(const Program& program, const Sum& sum) {
    const std::vector<Use>& factors = sum.products.front().factors;
    const auto is_own = [&](const Use& own, const Use* other) {
        return filtered(memory_order(program, own), [&](std::size_t label) {
            return contains(sum.output.labels, label) &&
                   (other == nullptr || !contains(other->labels, label));
        });
    };
    if (factors.size() == 1) return {is_own(factors[0], nullptr)};
    const Order l = is_own(factors[0], &factors[1]);
    const Order r = is_own(factors[1], &factors[0]);
    const Order batch = filtered(memory_order(program, factors[0]), [&](std::size_t label) {
        return contains(sum.output.labels, label) && contains(factors[1].labels, label);
    });
    return {joined(l, r, batch), joined(r, l, batch)};
}

/// The orders of an input's labels in which a matrix product can read it without a transpose.
std::vector<Order> orders_as_consumed(const Program& program, const Sum& sum, const Use& input) {
    const std::vector<Use>& factors = sum.products.front().factors;
    const auto stands_in_input = [&](std::size_t label) { return contains(input.labels, label); };
    const Order output = filtered(memory_order(program, sum.output), stands_in_input);
    if (factors.size() == 1) {
        return {joined(output,
                       filtered(memory_order(program, input),
                                [&](std::size_t label) { return !contains(output, label); }),
                       {})};
    }
    const Use& other = &input == &factors[0] ? factors[1] : factors[0];
    const auto other_has = [&](std::size_t label) { return contains(other.labels, label); };
    const Order free = filtered(output, [&](std::size_t label) { return !other_has(label); });
    const Order batch = filtered(output, other_has);
    const Order inner = filtered(memory_order(program, other), [&](std::size_t label) {
        return stands_in_input(label) && !contains(output, label);
    });
    const Order lone = filtered(memory_order(program, input), [&](std::size_t label) {
        return !contains(output, label) && !other_has(label);
    });
    return {joined(joined(free, inner, batch), lone, {}),
            joined(joined(inner, free, batch), lone, {})};
}

bool is_diagonal(const Use& use) {
    const std::set<std::size_t> different(use.labels.begin(), use.labels.end());
    return different.size() < use.labels.size();
}

/// Sets the strides of a temporary so that its modes are in this order, without gaps.
void lay_out(ProgramTensor& tensor, const Use& use, const Order& order) {
    std::int64_t stride = 1;
    for (const std::size_t label : order) {
        const auto mode = static_cast<std::size_t>(
            std::find(use.labels.begin(), use.labels.end(), label) - use.labels.begin());
        tensor.layout.strides[mode] = stride;
        stride *= std::max<std::int64_t>(tensor.layout.extents[mode], 1);
    }
}

/// A search for the orders of modes of all temporaries with which the program takes least time.
class LayoutSearch {
public:
    LayoutSearch(Program& program, const Machine& machine);
    /// Chooses the best order of each temporary in turn, keeping the orders of the other ones.
    /// Returns whether any order changed.
    bool sweep(bool backwards);
    /// The estimated milliseconds of all sums with the present orders.
    [[nodiscard]] double estimate();

private:
    struct Neighbours {
        std::vector<std::size_t> producers;  ///< numbers of the sums that write the tensor
        std::vector<std::size_t> consumers;  ///< numbers of the sums that read the tensor
    };
    bool improve(std::size_t tensor);
    [[nodiscard]] std::vector<Layout> candidates(std::size_t tensor) const;
    [[nodiscard]] double price(std::size_t number);
    [[nodiscard]] double price_of_neighbours(std::size_t tensor);

    Program& program_;
    const Machine& machine_;
    std::vector<Neighbours> neighbours_;  ///< for each tensor
    /// For each sum, the milliseconds already estimated, by the strides of its tensors. Sweeps try
    /// the same strides several times.
    std::vector<std::map<std::vector<std::int64_t>, double>> known_prices_;
};

LayoutSearch::LayoutSearch(Program& program, const Machine& machine)
    : program_(program),
      machine_(machine),
      neighbours_(program.tensors.size()),
      known_prices_(program.sums.size()) {
    for (std::size_t number = 0; number < program.sums.size(); ++number) {
        const Sum& sum = program.sums[number];
        neighbours_[sum.output.tensor].producers.push_back(number);
        for (const Use& use : sum.products.front().factors) {
            std::vector<std::size_t>& consumers = neighbours_[use.tensor].consumers;
            if (!contains(consumers, number)) consumers.push_back(number);
        }
    }
}

bool LayoutSearch::sweep(bool backwards) {
    bool changes = false;
    for (std::size_t i = 0; i < program_.tensors.size(); ++i) {
        changes |= improve(backwards ? program_.tensors.size() - 1 - i : i);
    }
    return changes;
}

double LayoutSearch::estimate() {
    double ms = 0;
    for (std::size_t sum = 0; sum < program_.sums.size(); ++sum) ms += price(sum);
    return ms;
}

std::vector<Layout> LayoutSearch::candidates(std::size_t tensor) const {
    std::vector<Layout> found{program_.tensors[tensor].layout};
    const auto add = [&](const Use& use, const std::vector<Order>& orders) {
        if (is_diagonal(use)) return;  // an order of labels does not order modes with equal labels
        for (const Order& order : orders) {
            ProgramTensor copy = program_.tensors[tensor];
            lay_out(copy, use, order);
            if (std::find(found.begin(), found.end(), copy.layout) == found.end()) {
                found.push_back(std::move(copy.layout));
            }
        }
    };
    for (const std::size_t producer : neighbours_[tensor].producers) {
        const Sum& sum = program_.sums[producer];
        add(sum.output, orders_as_produced(program_, sum));
    }
    for (const std::size_t consumer : neighbours_[tensor].consumers) {
        const Sum& sum = program_.sums[consumer];
        for (const Use& use : sum.products.front().factors) {
            if (use.tensor == tensor) add(use, orders_as_consumed(program_, sum, use));
        }
    }
    return found;
}

double LayoutSearch::price(std::size_t number) {
    const Sum& sum = program_.sums[number];
    std::vector<std::int64_t> strides = program_.tensors[sum.output.tensor].layout.strides;
    for (const Use& use : sum.products.front().factors) {
        const std::vector<std::int64_t>& own = program_.tensors[use.tensor].layout.strides;
        strides.insert(strides.end(), own.begin(), own.end());
    }
    const auto [known, is_new] = known_prices_[number].try_emplace(std::move(strides));
    if (is_new) {
        const Statement statement = statement_of(program_, sum);
        const Problem problem = bind_expression(statement.expression, statement.operands,
                                                std::nullopt, statement.converts);
        known->second = quick_price_ms({problem, unlimited, machine_});
    }
    return known->second;
}

double LayoutSearch::price_of_neighbours(std::size_t tensor) {
    double ms = 0;
    for (const std::size_t sum : neighbours_[tensor].producers) ms += price(sum);
    for (const std::size_t sum : neighbours_[tensor].consumers) ms += price(sum);
    return ms;
}

bool LayoutSearch::improve(std::size_t tensor) {
    if (program_.tensors[tensor].operand || neighbours_[tensor].producers.empty()) return false;
    // Orders of equal time must not replace each other, or the sweeps would not end.
    constexpr double worth_changing = 1 - 1e-6;
    const Layout before = program_.tensors[tensor].layout;
    Layout best = before;
    double least = std::numeric_limits<double>::infinity();
    for (const Layout& candidate : candidates(tensor)) {
        program_.tensors[tensor].layout = candidate;
        const double ms = price_of_neighbours(tensor);
        if (ms < least * worth_changing) {
            least = ms;
            best = candidate;
        }
    }
    program_.tensors[tensor].layout = best;
    return best != before;
}

}  // namespace

void lay_out_as_produced(Program& program) {
    for (const Sum& sum : program.sums) {
        ProgramTensor& tensor = program.tensors[sum.output.tensor];
        if (tensor.operand || sum.adds) continue;
        lay_out(tensor, sum.output, orders_as_produced(program, sum).front());
    }
}

double choose_layouts(Program& program, const Machine& machine) {
    constexpr int most_sweeps = 4;
    lay_out_as_produced(program);
    LayoutSearch search(program, machine);
    for (int sweep = 0; sweep < most_sweeps && search.sweep(sweep % 2 == 0); ++sweep) {
    }
    return search.estimate();
}

}  // namespace ttgt::network
