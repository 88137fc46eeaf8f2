// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>
#include <ttgt/path_search.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "contraction/problem/statement.h"
#include "network/path/path_search.h"
#include "network/plan/path_costs.h"
#include "network/program/bind_program.h"
#include "network/rewrite/product_network.h"

namespace ttgt {
namespace {

/// The steps by positions in a list of tensors that shrinks.
std::vector<std::array<std::size_t, 2>> by_position(const network::Path& path) {
    std::vector<std::size_t> left(path.size() + 1);
    std::iota(left.begin(), left.end(), 0);
    std::vector<std::array<std::size_t, 2>> steps;
    for (const auto& [l, r] : path) {
        const auto first = std::find(left.begin(), left.end(), std::min(l, r));
        const auto second = std::find(first, left.end(), std::max(l, r));
        steps.push_back({static_cast<std::size_t>(first - left.begin()),
                         static_cast<std::size_t>(second - left.begin())});
        left.erase(second);
        left.erase(first);
        left.push_back(path.size() + steps.size());
    }
    return steps;
}

}  // namespace

FoundPath find_path(Context& context, std::string_view expression,
                    const std::vector<OperandLayout>& operands, const PathOptions& options) {
    const Statement statement = read_statement(expression, operands);
    if (statement.expression.terms.size() != 1) {
        throw Unsupported(fmt::format("'{}' is a sum of {} products; a path is of one",
                                      to_string(statement.expression),
                                      statement.expression.terms.size()));
    }
    const network::Program program =
        network::bind_statement(statement.expression, statement.operands, {}, std::nullopt);
    const network::Sum& sum = program.sums.front();
    const network::Network network = network::network_of(sum, sum.products.front());
    const std::shared_ptr<const Machine> machine =
        network::machine_of(context, program, context.options().threads);
    const auto costs = [&](Minimize minimize) {
        return network::path_costs(machine, program, minimize);
    };
    FoundPath found;
    const network::Path path =
        network::find_path(network, costs(options.minimize), options, &found.trials);
    found.steps = by_position(path);
    found.operations = costs(Minimize::flops).of_path(network, path).first;
    found.largest_elements = costs(Minimize::memory).of_path(network, path).first;
    found.predicted_ms = costs(Minimize::time).of_path(network, path).first;
    return found;
}

}  // namespace ttgt
