// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Contractions of blocks on a device, compared with the dense reference: drawn problems by every
// way, workspace limits, graphs, two streams, refusals.
#include <ttgt/blocks.h>

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gpu/blocks/device_blocks.h"
#include "tests/gpu/support/captured_graph.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

class BlocksGpu : public GpuTest {
protected:
    [[nodiscard]] BlockContractionPlan plan(const RandomBlocks& problem,
                                            const BlockPlanOptions& options) {
        return plan_contraction(context(), problem.text, block_operands(problem), options);
    }
    [[nodiscard]] Context& context() {
        if (!context_) context_.emplace(options());
        return *context_;
    }
    /// How a problem is planned and run, `turns` times: the last result must be right.
    [[nodiscard]] BlockRun on_device(int turns = 1) {
        return [this, turns](RandomBlocks& problem, const BlockPlanOptions& options) {
            const BlockContractionPlan planned = plan(problem, options);
            if (planned.workspace_bytes() > options.workspace_limit.value_or(unlimited)) {
                return testing::AssertionFailure() << "exceeds its limit";
            }
            DeviceBlockContraction contraction(problem, planned, device());
            for (int turn = 0; turn < turns; ++turn) {
                if (turn > 0) contraction.upload(problem);
                contraction.run();
            }
            return contraction.bring_back(problem);
        };
    }

private:
    std::optional<Context> context_;
};

constexpr std::array all_methods{BlockMethod::cheapest, BlockMethod::pairs, BlockMethod::components,
                                 BlockMethod::together};

TEST_F(BlocksGpu, EveryWayAgreesWithTheDenseReference) {
    for (const std::uint64_t seed : seeds(1, 150)) {
        for (const BlockMethod method : all_methods) {
            BlockPlanOptions options;
            options.method = method;
            ASSERT_TRUE(check_block_run(draw_blocks(seed), options, on_device()))
                << "seed " << seed << ", method " << static_cast<int>(method);
        }
    }
}

TEST_F(BlocksGpu, SeveralFactorsAgreeWithTheDenseReference) {
    for (const std::uint64_t seed : seeds(401, 60)) {
        for (const BlockMethod method : all_methods) {
            BlockPlanOptions options;
            options.method = method;
            ASSERT_TRUE(check_block_run(draw_block_network(seed), options, on_device(2)))
                << "seed " << seed << ", method " << static_cast<int>(method);
        }
    }
}

/// By tiles of GETT kernels, which are cheaper than others for so many products.
TEST_F(BlocksGpu, BlocksOfManyRowsAreMultipliedInOneLaunch) {
    using enum DType;
    for (const DType dtype : {float16, float32, float64, complex64, complex128}) {
        for (const bool l_runs_along_inners : {false, true}) {
            BlockPlanOptions options;
            options.method = BlockMethod::together;
            EXPECT_TRUE(check_block_run(block_product(dtype, {401, 30}, l_runs_along_inners),
                                        options, on_device(2)))
                << name(dtype) << ", along inner positions: " << l_runs_along_inners;
        }
    }
}

TEST_F(BlocksGpu, StaysWithinWorkspaceLimits) {
    for (const std::uint64_t seed : seeds(201, 40)) {
        for (const std::int64_t limit : {0, 512, 4096, 20000}) {
            BlockPlanOptions options;
            options.workspace_limit = limit;
            ASSERT_TRUE(check_block_run(draw_blocks(seed), options, on_device()))
                << "seed " << seed << ", limit " << limit;
        }
    }
}

TEST_F(BlocksGpu, RunIsAGraphOfKernelsThatCanBeReplayed) {
    for (const std::uint64_t seed : seeds(301, 30)) {
        const auto captured = [&](RandomBlocks& problem, const BlockPlanOptions& options) {
            const BlockContractionPlan planned = plan(problem, options);
            DeviceBlockContraction contraction(problem, planned, device());
            // Some libraries load their code at the first call.
            contraction.run();
            const CapturedGraph graph(contraction.stream(), cudaStreamCaptureModeGlobal,
                                      [&] { contraction.run(); });
            EXPECT_THAT(graph.node_types(), testing::Each(testing::AnyOf(cudaGraphNodeTypeKernel,
                                                                         cudaGraphNodeTypeMemset)));
            for (int turn = 0; turn < 2; ++turn) {
                contraction.upload(problem);
                graph.launch(contraction.stream());
            }
            return contraction.bring_back(problem);
        };
        ASSERT_TRUE(check_block_run(draw_blocks(seed), {}, captured)) << "seed " << seed;
        ASSERT_TRUE(check_block_run(draw_block_network(seed), {}, captured)) << "seed " << seed;
    }
}

TEST_F(BlocksGpu, OnePlanRunsOnTwoStreamsAtOnce) {
    for (const std::uint64_t seed : seeds(401, 20)) {
        const auto twice = [&](RandomBlocks& problem, const BlockPlanOptions& options) {
            const BlockContractionPlan planned = plan(problem, options);
            DeviceBlockContraction first(problem, planned, device());
            DeviceBlockContraction second(problem, planned, device());
            for (int turn = 0; turn < 5; ++turn) {
                first.upload(problem);
                second.upload(problem);
                first.run();
                second.run();
            }
            RandomBlocks other = problem;
            const auto done = first.bring_back(other);
            if (!done) return done;
            const auto result = second.bring_back(problem);
            if (other.operands[0].bytes() != problem.operands[0].bytes()) {
                return testing::AssertionFailure() << "the streams' results differ";
            }
            return result;
        };
        ASSERT_TRUE(check_block_run(draw_blocks(seed), {}, twice)) << "seed " << seed;
    }
}

TEST_F(BlocksGpu, ProfileMeasuresEveryStage) {
    for (const std::uint64_t seed : seeds(1, 20)) {
        RandomBlocks problem = draw_blocks(seed);
        problem.alpha = 1.0;
        BlockPlanOptions options;
        options.beta_is_zero = problem.beta == Scalar();
        const BlockContractionPlan planned = plan(problem, options);
        std::vector<DeviceBlocks> operands;
        std::vector<ConstBlockTensorView> inputs;
        for (const GuardedBlocks& operand : problem.operands) {
            operands.emplace_back(operand, device(), context().stream());
            if (operands.size() > 1) inputs.emplace_back(operands.back().view());
        }
        RunOptions run{problem.alpha, problem.beta, {}, {}, {}};
        run.workspace = context().workspace(planned.workspace_bytes());

        const Report report = planned.profile(operands[0].view(), inputs, run);

        EXPECT_EQ(report.total_ms > 0, !report.steps.empty()) << "seed " << seed;
        for (const StepReport& step : report.steps) EXPECT_GE(step.measured_ms, 0) << step.kind;
    }
}

TEST_F(BlocksGpu, RefusesWhatLiesElsewhere) {
    const RandomBlocks problem = draw_blocks(7);
    BlockPlanOptions options;
    options.beta_is_zero = true;
    const BlockContractionPlan planned = plan(problem, options);
    RandomBlocks on_host = problem;
    std::vector<ConstBlockTensorView> inputs;
    for (std::size_t i = 1; i < problem.operands.size(); ++i) {
        inputs.push_back(problem.operands[i].view());
    }
    RunOptions run;
    run.workspace = context().workspace(planned.workspace_bytes());

    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { planned.run(on_host.operands[0].view(), inputs, run); }),
        HasSubstr("host memory"));
    EXPECT_EQ(on_host.operands[0].bytes(), problem.operands[0].bytes());
}

}  // namespace
}  // namespace ttgt::test
