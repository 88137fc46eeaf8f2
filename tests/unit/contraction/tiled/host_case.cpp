// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/contraction/tiled/host_case.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/distributed/spread_case.h"

namespace ttgt::test {
namespace {

std::int64_t bytes_of(const OperandLayout& operand) {
    return volume(operand.layout) * size_bytes(operand.dtype);
}

}  // namespace

void run_host_case(Context& context, std::uint64_t seed, const std::vector<Device>& devices) {
    const SpreadCase drawn = draw_case(seed, 1);
    std::vector<Shard> tensors;  // on one rank: whole
    std::vector<OperandLayout> layouts;
    std::int64_t all = 0;
    for (std::size_t i = 0; i < drawn.operands.size(); ++i) {
        tensors.emplace_back(drawn, i, 0, i > 0 || drawn.beta != Scalar{});
        layouts.push_back({drawn.operands[i].dtype, local_layout(tensors[i].layout(), 0)});
        all += bytes_of(layouts.back()) + workspace_alignment;
    }
    Random random(seed);
    HostContractionOptions options;
    options.beta_is_zero = drawn.options.beta_is_zero;
    options.devices = devices;
    options.rates = HostLinkRates{1e6, 1e6, 1e6};  // so slow that all of them are worth their while
    options.workspace_limit = std::max<std::int64_t>(all / random.between(1, 12), 1024);
    const HostContractionPlan plan =
        plan_host_contraction(context, drawn.expression, layouts, options);

    const std::vector<const void*> inputs{tensors[1].data(), tensors[2].data()};
    RunOptions run;
    run.alpha = drawn.alpha;
    run.beta = drawn.beta;
    plan.run(tensors[0].data(), inputs, run);

    EXPECT_LE(plan.device_bytes(), *options.workspace_limit);
    check_shard(drawn, tensors[0], 0, expected_result(drawn),
                describe(drawn, seed) + "\n" + plan.explain());
}

}  // namespace ttgt::test
