// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/distributed.h>
#include <ttgt/error.h>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "distributed/rank_rates.h"
#include "distributed/run/agreement.h"
#include "distributed/run/planned_distribution.h"

namespace ttgt {
namespace {

/// The arguments of planning that must be equal on all ranks. Pointers and strides may differ.
Claims claims_of(std::string_view expression, const std::vector<DistributedLayout>& operands,
                 const DistributedOptions& options, const RankRates& rates,
                 const Context& context) {
    Claims claims{{"the expression", std::string(expression)},
                  {"the engine", options.engine},
                  {"the strategy", options.strategy},
                  {"the compute type", std::string(name(options.compute))},
                  {"the integer limit", fmt::format("{}", options.int_limit)}};
    claims.emplace_back("the way of planning",
                        options.planning == Planning::measure ? "measure" : "heuristic");
    claims.emplace_back("beta", !options.beta_is_zero   ? "as the expression says"
                                : *options.beta_is_zero ? "zero"
                                                        : "not zero");
    claims.emplace_back(
        "the workspace limit",
        fmt::format("{}", options.workspace_limit.value_or(context.options().workspace_limit)));
    claims.emplace_back(
        "the rates of ranks",
        fmt::format("{} {} {} {}", rates.flops_per_second, rates.link_bytes_per_second,
                    rates.message_seconds, rates.memory_bytes_per_second));
    for (std::size_t i = 0; i < operands.size(); ++i) {
        claims.emplace_back(i == 0 ? "the output" : fmt::format("input {}", i),
                            to_string(operands[i]));
    }
    return claims;
}

void check_options(const DistributedOptions& options, const Context& context,
                   const Transport& transport) {
    if (!transport.carries(context.options().device)) {
        throw Unsupported(fmt::format("rank {} has a context on {}, whose memory {} cannot access",
                                      transport.rank(), to_string(context.options().device),
                                      transport.name()));
    }
    if (options.engine != "auto" && options.engine != "local" && options.engine != "scalapack") {
        throw InvalidArgument(fmt::format(
            "there is no engine '{}'; known: 'auto' 'local' 'scalapack'", options.engine));
    }
    if (options.int_limit < 1 || options.int_limit > std::numeric_limits<int>::max()) {
        throw InvalidArgument(fmt::format("the integer limit is {}; it must be from 1 to {}",
                                          options.int_limit, std::numeric_limits<int>::max()));
    }
}

void check_space(const std::string& operand, MemorySpace space, const Device& device) {
    const bool is_right = (space == MemorySpace::host) == (device.kind == Device::Kind::cpu);
    if (is_right) return;
    throw InvalidArgument(fmt::format("{} lies in {} memory, which {} does not work on", operand,
                                      space == MemorySpace::host ? "host" : "device",
                                      to_string(device)));
}

std::vector<DistributedCandidate> priced_candidates(const DistributedProblem& problem,
                                                    const DistributedOptions& options,
                                                    const RankRates& rates, bool has_matrix_grids) {
    std::vector<DistributedCandidate> candidates = enumerate(problem, options, has_matrix_grids);
    for (DistributedCandidate& candidate : candidates) price(problem, rates, candidate);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const DistributedCandidate& a, const DistributedCandidate& b) {
                         return a.total_ms() < b.total_ms();
                     });
    return candidates;
}

/// Chooses the cheapest candidate whose workspace fits the limit on every rank.
class Choice {
public:
    Choice(PlannedDistribution::Parts& parts, Context& context, const DistributedOptions& options)
        : parts_(parts), context_(context), options_(options) {}

    void choose(const std::vector<DistributedCandidate>& candidates) {
        std::size_t next = 0;
        while (next < candidates.size() && !take(candidates[next])) ++next;
        if (next == candidates.size()) throw_too_little();
        for (++next; next < candidates.size(); ++next) parts_.losers.push_back({candidates[next]});
    }

private:
    bool take(const DistributedCandidate& candidate) {
        // least_bytes is equal on all ranks, so all reject such a candidate without communicating.
        if (candidate.least_bytes > parts_.workspace_limit) {
            return lose(candidate, candidate.least_bytes);
        }
        RankPlan plan = lower_together(parts_, candidate, context_, options_);
        const auto most = static_cast<std::int64_t>(
            largest(*parts_.transport, static_cast<double>(plan.workspace_bytes)));
        if (most > parts_.workspace_limit) return lose(candidate, most);
        adopt(parts_, std::move(plan));
        parts_.most_workspace_bytes = most;
        return true;
    }

    bool lose(const DistributedCandidate& candidate, std::int64_t bytes) {
        parts_.losers.push_back({candidate, bytes});
        return false;
    }

    [[noreturn]] void throw_too_little() const {
        if (parts_.losers.empty()) {
            throw Unsupported(fmt::format("engine '{}' has no way to compute '{}'", options_.engine,
                                          parts_.problem.global.text));
        }
        std::int64_t least = unlimited;
        for (const DistributedLoser& loser : parts_.losers) {
            least = std::min(least, loser.workspace_bytes);
        }
        throw InvalidArgument(fmt::format(
            "'{}' with these distributions needs {} bytes of workspace on some rank, but the limit "
            "is {}",
            parts_.problem.global.text, least, parts_.workspace_limit));
    }

    PlannedDistribution::Parts& parts_;
    Context& context_;
    const DistributedOptions& options_;
};

}  // namespace

RankPlan lower_together(const PlannedDistribution::Parts& parts,
                        const DistributedCandidate& candidate, Context& context,
                        const DistributedOptions& options) {
    return agreed(*parts.transport, [&] {
        return lower(parts.problem, candidate, context, options, parts.workspace_limit);
    });
}

void adopt(PlannedDistribution::Parts& parts, RankPlan plan) {
    parts.plan = std::move(plan);
    if (!parts.plan.grid_product) return;
    GridProduct& product = *parts.plan.grid_product;
    product.agree_on_slices(*parts.transport);
    parts.plan.grid = parts.transport->matrix_grid(product.key(), product.place());
}

DistributedPlan::DistributedPlan(std::unique_ptr<const PlannedDistribution> planned)
    : planned_(std::move(planned)) {}
DistributedPlan::~DistributedPlan() = default;
DistributedPlan::DistributedPlan(DistributedPlan&&) noexcept = default;
DistributedPlan& DistributedPlan::operator=(DistributedPlan&&) noexcept = default;

std::string DistributedPlan::explain(std::size_t most_losers) const {
    return ttgt::explain(planned_->parts(), most_losers);
}

std::int64_t DistributedPlan::workspace_bytes() const noexcept {
    return planned_->parts().plan.workspace_bytes;
}

std::int64_t DistributedPlan::most_workspace_bytes() const noexcept {
    return planned_->parts().most_workspace_bytes;
}

void DistributedPlan::run(void* d, std::span<const void* const> inputs,
                          const RunOptions& options) const {
    planned_->run(d, inputs, options);
}

DistributedReport DistributedPlan::profile(void* d, std::span<const void* const> inputs,
                                           const RunOptions& options) const {
    return planned_->profile(d, inputs, options);
}

DistributedPlan plan_contraction(Communicator& communicator, Context& context,
                                 std::string_view expression,
                                 const std::vector<DistributedLayout>& operands,
                                 const DistributedOptions& options) {
    PlannedDistribution::Parts parts;
    parts.transport = communicator.transport();
    Transport& transport = *parts.transport;
    parts.device = context.options().device;
    parts.stream = context.stream();
    parts.rates = rates_of(options, context.options().device, transport);
    parts.int_limit = options.int_limit;
    parts.workspace_limit = options.workspace_limit.value_or(context.options().workspace_limit);
    check_same(transport, claims_of(expression, operands, options, parts.rates.rates, context));
    parts.problem = agreed(transport, [&] {
        check_options(options, context, transport);
        check_rates(parts.rates.rates);
        return bind_distributed(expression, operands, options.beta_is_zero, transport.rank(),
                                transport.ranks());
    });
    const std::vector<DistributedCandidate> candidates = agreed(transport, [&] {
        return priced_candidates(parts.problem, options, parts.rates.rates,
                                 transport.has_matrix_grids());
    });
    Choice(parts, context, options).choose(candidates);
    return DistributedPlan(std::make_unique<const PlannedDistribution>(std::move(parts)));
}

void contract(Communicator& communicator, std::string_view expression, const DistributedView& d,
              const std::vector<ConstDistributedView>& inputs,
              const DistributedContractOptions& options) {
    Transport& transport = *communicator.transport();
    std::vector<DistributedLayout> layouts{d.layout};
    std::vector<const void*> data;
    DistributedOptions planning = options;
    if (options.beta && !options.beta_is_zero) planning.beta_is_zero = *options.beta == Scalar{};
    Context& context = *agreed(transport, [&] {
        Context* const chosen = options.context != nullptr ? options.context : &thread_context();
        const Device& device = chosen->options().device;
        check_space("the output", d.space, device);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            layouts.push_back(inputs[i].layout);
            data.push_back(inputs[i].data);
            check_space(fmt::format("input {}", i + 1), inputs[i].space, device);
        }
        return chosen;
    });
    const DistributedPlan plan =
        plan_contraction(communicator, context, expression, layouts, planning);
    RunOptions run;
    run.alpha = options.alpha;
    run.beta = options.beta;
    run.workspace = agreed(transport, [&] { return context.workspace(plan.workspace_bytes()); });
    plan.run(d.data, data, run);
}

}  // namespace ttgt
