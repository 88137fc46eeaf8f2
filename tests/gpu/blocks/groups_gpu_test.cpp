// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Groups of transposes and contractions on a device, compared with the reference.
#include <ttgt/groups.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gpu/support/captured_graph.h"
#include "tests/gpu/support/device_tensor.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/problems/random_group.h"

namespace ttgt::test {
namespace {

/// The operands of a group's problems on a device.
class DeviceGroup {
public:
    DeviceGroup(const RandomGroup& group, int device, Stream stream)
        : inputs_(group.labels.size() - 1), tensors_(group.problems.size()) {
        for (std::size_t i = 0; i < group.problems.size(); ++i) {
            for (const GuardedArray& operand : group.problems[i]) {
                tensors_[i].emplace_back(operand, device, stream);
            }
            outputs_.push_back(tensors_[i][0].data());
            for (std::size_t input = 0; input < inputs_.size(); ++input) {
                inputs_[input].push_back(tensors_[i][input + 1].data());
            }
        }
    }

    void run(const GroupPlan& plan, const RunOptions& options) const {
        plan.run(outputs_, inputs_, options);
    }
    /// Waits for the stream, and copies all operands into the group.
    void fetch(RandomGroup& group) const {
        for (std::size_t i = 0; i < tensors_.size(); ++i) {
            for (std::size_t operand = 0; operand < tensors_[i].size(); ++operand) {
                group.problems[i][operand] = tensors_[i][operand].fetch();
            }
        }
    }

private:
    std::vector<void*> outputs_;
    std::vector<std::vector<const void*>> inputs_;
    std::vector<std::vector<DeviceTensor>> tensors_;
};

class GroupsGpu : public GpuTest {
protected:
    [[nodiscard]] Context& context() {
        if (!context_) context_.emplace(options());
        return *context_;
    }
    [[nodiscard]] RunOptions run_options(const GroupPlan& plan, const RandomGroup& group) {
        RunOptions run;
        run.alpha = group.alpha;
        run.beta = group.beta;
        run.workspace = context().workspace(plan.workspace_bytes());
        return run;
    }

private:
    std::optional<Context> context_;
};

TEST_F(GroupsGpu, ContractionsAgreeWithTheReference) {
    for (const std::uint64_t seed : seeds(1, 60)) {
        const auto run = [&](RandomGroup& group) {
            PlanOptions planning;
            if (seed % 4 == 0) planning.workspace_limit = 0;
            const GroupPlan plan =
                plan_contractions(context(), group.text, operands_of(group), planning);
            const DeviceGroup on_device(group, device(), context().stream());
            on_device.run(plan, run_options(plan, group));
            on_device.fetch(group);
            return testing::AssertionSuccess();
        };
        ASSERT_TRUE(check_group_run(draw_group(seed), run)) << "seed " << seed;
    }
}

TEST_F(GroupsGpu, RunsAreCapturedInGraphs) {
    for (const std::uint64_t seed : seeds(100, 10)) {
        const auto run = [&](RandomGroup& group) {
            const GroupPlan plan = plan_contractions(context(), group.text, operands_of(group));
            const DeviceGroup on_device(group, device(), context().stream());
            const RunOptions options = run_options(plan, group);
            const CapturedGraph graph(context().stream(), cudaStreamCaptureModeGlobal,
                                      [&] { on_device.run(plan, options); });
            graph.launch(context().stream());
            on_device.fetch(group);
            return testing::AssertionSuccess();
        };
        ASSERT_TRUE(check_group_run(draw_group(seed), run)) << "seed " << seed;
    }
}

/// Matrices of 1 to `count` rows.
RandomGroup matrices_to_turn(std::int64_t count) {
    Random random(1);
    RandomGroup group;
    group.text = "out(b,a)=in(a,b)";
    group.labels = {{"b", "a"}, {"a", "b"}};
    group.conjugated = {false};
    for (std::int64_t rows = 1; rows <= count; ++rows) {
        std::vector<GuardedArray>& problem = group.problems.emplace_back();
        problem.emplace_back(DType::float64, packed({7, rows}));
        problem.emplace_back(DType::float64, packed({rows, 7}));
        for (GuardedArray& operand : problem) fill_integers(operand, random);
    }
    return group;
}

TEST_F(GroupsGpu, TransposesTakeOneLaunch) {
    constexpr std::int64_t count = 300;
    const auto run = [&](RandomGroup& group) {
        std::vector<TransposeLayouts> layouts;
        for (const std::vector<GuardedArray>& problem : group.problems) {
            layouts.push_back({problem[1].layout(), problem[0].layout()});
        }
        const GroupPlan plan = plan_transposes(context(), layouts, {1, 0}, DType::float64);
        EXPECT_THAT(plan.explain(), testing::HasSubstr("300 items"));
        EXPECT_EQ(plan.prediction().steps.size(), 1U);
        const DeviceGroup on_device(group, device(), context().stream());
        on_device.run(plan, run_options(plan, group));
        on_device.fetch(group);
        return testing::AssertionSuccess();
    };

    EXPECT_TRUE(check_group_run(matrices_to_turn(count), run));
}

}  // namespace
}  // namespace ttgt::test
