// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/begin_planning.h"

#include <ttgt/error.h>

#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "distributed/placement/placement.h"
#include "distributed/rank_rates.h"

namespace ttgt {
namespace {

/// Adds the arguments of planning that must be equal on all ranks. Pointers and strides may differ.
void add_claims(const std::vector<DistributedLayout>& operands, const DistributedOptions& options,
                const RankRates& rates, const Context& context, Claims& claims) {
    claims.emplace_back("the engine", options.engine);
    claims.emplace_back("the strategy", options.strategy);
    claims.emplace_back("the compute type", std::string(name(options.compute)));
    claims.emplace_back("the integer limit", fmt::format("{}", options.int_limit));
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

}  // namespace

PlanningSetup begin_planning(Communicator& communicator, Context& context, Claims claims,
                             const std::vector<DistributedLayout>& operands,
                             const DistributedOptions& options) {
    PlanningSetup setup;
    setup.transport = communicator.transport();
    Transport& transport = *setup.transport;
    setup.device = context.options().device;
    setup.stream = context.stream();
    setup.rates = rates_of(options, context.options().device, transport);
    setup.int_limit = options.int_limit;
    setup.workspace_limit = options.workspace_limit.value_or(context.options().workspace_limit);
    add_claims(operands, options, setup.rates.rates, context, claims);
    check_same(transport, claims);
    (void)agreed(transport, [&] {
        check_options(options, context, transport);
        check_rates(setup.rates.rates);
        return true;
    });
    return setup;
}

void check_space(const std::string& operand, MemorySpace space, const Device& device) {
    const bool is_right = (space == MemorySpace::host) == (device.kind == Device::Kind::cpu);
    if (is_right) return;
    throw InvalidArgument(fmt::format("{} lies in {} memory, which {} does not work on", operand,
                                      space == MemorySpace::host ? "host" : "device",
                                      to_string(device)));
}

}  // namespace ttgt
