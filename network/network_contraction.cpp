// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/network_contraction.h"

#include <ttgt/error.h>

#include <utility>

#include <fmt/format.h>

#include "contraction/binary/plan_binary.h"
#include "network/path/path_search.h"
#include "network/plan/explain_network.h"
#include "network/plan/plan_network.h"
#include "network/program/bind_program.h"

namespace ttgt {
namespace {

/// A network with one output.
class NetworkContraction : public PlannedContraction {
public:
    explicit NetworkContraction(network::NetworkPlan plan) : plan_(std::move(plan)) {}

    [[nodiscard]] std::size_t inputs() const noexcept override {
        return plan_.parts().operands.size() - 1;
    }
    [[nodiscard]] const std::string& text() const noexcept override { return plan_.parts().text; }
    [[nodiscard]] std::string explain(std::size_t) const override {
        return network::explain(plan_);
    }
    [[nodiscard]] std::string source() const override { return plan_.source(); }
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override {
        return plan_.workspace_bytes();
    }
    [[nodiscard]] bool beta_is_zero() const noexcept override { return plan_.parts().beta_is_zero; }
    [[nodiscard]] Report prediction() const override { return plan_.prediction(); }
    void run(void* d, InputPointers inputs, const RunOptions& options) const override {
        plan_.run({d, inputs}, options);
    }
    [[nodiscard]] Report profile(void* d, InputPointers inputs,
                                 const RunOptions& options) const override {
        return plan_.profile({d, inputs}, options);
    }

private:
    network::NetworkPlan plan_;
};

void check_exists(std::size_t input, std::size_t inputs, const char* what) {
    if (input < inputs) return;
    throw InvalidArgument(fmt::format("input {} is said to be {}; there are inputs 0 to {}", input,
                                      what, inputs - 1));
}

/// Refuses inputs that the statement does not have, of one or two factors too, whose plans make no
/// use of these options.
void check_inputs(const Expression& expression, const PathOptions& path) {
    std::size_t inputs = 0;
    for (const Term& term : expression.terms) inputs += term.factors.size();
    for (const std::size_t input : path.kept) check_exists(input, inputs, "kept");
    for (const std::vector<std::size_t>& group : path.same) {
        for (const std::size_t input : group) check_exists(input, inputs, "the same as others");
    }
}

}  // namespace

bool is_binary(const Expression& expression) {
    return expression.terms.size() == 1 && expression.terms.front().factors.size() <= 2;
}

std::unique_ptr<const PlannedContraction> plan_statement(Context& context,
                                                         const Statement& statement,
                                                         const PlanOptions& options,
                                                         const PathOptions& path, int threads) {
    check_inputs(statement.expression, path);
    network::check_path_options(path);
    if (is_binary(statement.expression)) return plan_binary(context, statement, options, threads);
    network::Program program = network::bind_statement(statement.expression, statement.operands,
                                                       path.same, options.beta_is_zero);
    return std::make_unique<const NetworkContraction>(network::plan_network(
        context, {to_string(statement.expression), std::move(program), options, path, threads}));
}

ContractionPlan plan_text(Context& context, std::string_view expression,
                          std::vector<OperandLayout> operands, const PlanOptions& options,
                          const PathOptions& path, int threads) {
    return make_contraction_plan(plan_statement(
        context, read_statement(expression, std::move(operands)), options, path, threads));
}

}  // namespace ttgt
