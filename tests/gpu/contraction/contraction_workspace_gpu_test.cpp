// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Limits are kept, and a workspace that is not one is refused before anything is written.
#include <ttgt/error.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/device_contraction.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

class WorkspaceGpu : public ContractionGpu {
protected:
    /// Bytes that the case's plan asks for where no limit binds.
    [[nodiscard]] std::int64_t wanted(ContractionCase given) {
        given.workspace_limit = unlimited;
        return plan(given).workspace_bytes();
    }

    /// A plan that needs workspace: it transposes everything.
    [[nodiscard]] static ContractionCase transposing() { return overwriting_cases().front(); }
};

// The check compares workspace_bytes() with the limit, and guards around exactly those bytes.
TEST_F(WorkspaceGpu, AnyLimitIsKeptAndTheResultRight) {
    for (const std::vector<ContractionCase>& cases : {overwriting_cases(), adding_cases()}) {
        for (const ContractionCase& given : cases) {
            const std::int64_t needed = wanted(given);
            for (const std::int64_t limit :
                 {std::int64_t{0}, std::int64_t{1}, std::int64_t{255}, std::int64_t{256},
                  std::int64_t{4096}, needed / 2, needed - 1, needed, needed + 1}) {
                if (limit < 0) continue;
                CheckOptions options = check_options(given.strategy);
                options.workspace_limit = limit;
                ASSERT_TRUE(check_contraction(given.problem, options));
            }
        }
    }
}

TEST_F(WorkspaceGpu, LimitOfTheContextBindsToo) {
    const ContractionCase given = transposing();
    const std::int64_t needed = wanted(given);
    ASSERT_GT(needed, 0);
    for (const std::int64_t limit : {std::int64_t{0}, std::int64_t{4096}, needed / 2, needed}) {
        const ContractionPlan planned = plan_contraction(
            context(limit), expression(given.problem), operand_layouts(given.problem),
            {.strategy = given.strategy, .beta_is_zero = true});
        EXPECT_LE(planned.workspace_bytes(), limit);

        CheckOptions options = check_options(given.strategy, limit);
        options.entry = Entry::contract;
        EXPECT_TRUE(check_contraction(given.problem, options));
        EXPECT_LE(context(limit).context_bytes(), limit);
    }
}

TEST_F(WorkspaceGpu, WrongOnesAreRefusedWithNothingWritten) {
    const ContractionCase given = transposing();
    const ContractionPlan planned = plan(given);
    DeviceContraction contraction(given.problem, planned, device());
    const std::vector<std::byte> before = contraction.bytes();
    const Workspace right = contraction.options().workspace;
    ASSERT_GT(right.bytes, 0);
    auto* const data = static_cast<std::byte*>(right.data);
    const auto too_small = [&](std::int64_t bytes) {
        return "the plan needs " + std::to_string(right.bytes) + " bytes of workspace, " +
               std::to_string(bytes) + " were given";
    };
    const std::string misaligned = "the workspace must start on a multiple of 256 bytes";
    const std::vector<std::pair<Workspace, std::string>> wrong{
        {{nullptr, right.bytes}, too_small(0)},
        {{nullptr, 0}, too_small(0)},
        {{data, right.bytes - 1}, too_small(right.bytes - 1)},
        {{data, 0}, too_small(0)},
        {{data, -1}, too_small(-1)},
        {{data + 8, right.bytes}, misaligned},
        {{data + 128, right.bytes}, misaligned}};

    for (const auto& [workspace, reason] : wrong) {
        contraction.options().workspace = workspace;
        EXPECT_THAT(refusal_of<InvalidArgument>([&] { contraction.run(); }), HasSubstr(reason))
            << workspace.bytes << " bytes";
        EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                        (void)profile(planned, contraction.placement(), contraction.options());
                    }),
                    HasSubstr(reason));
    }

    EXPECT_EQ(contraction.bytes(), before);
    contraction.options().workspace = right;
    contraction.run();
    EXPECT_TRUE(contraction.is_done());
}

TEST_F(WorkspaceGpu, MoreThanNeededIsFine) {
    const ContractionCase given = transposing();
    const ContractionPlan planned = plan(given);
    DeviceContraction contraction(given.problem, planned, device());
    Context& holder = context();
    contraction.options().workspace = holder.workspace(planned.workspace_bytes() + (1 << 20));
    cuda::synchronize(holder.stream());

    contraction.run();

    EXPECT_TRUE(contraction.is_done());
}

TEST_F(WorkspaceGpu, OtherArgumentsAreRefusedWithNothingWritten) {
    const ContractionCase given = transposing();
    const ContractionPlan planned = plan(given);
    DeviceContraction contraction(given.problem, planned, device());
    const std::vector<std::byte> before = contraction.bytes();
    const RunOptions right = contraction.options();
    void* const d = contraction.placement().d().data();
    const void* const l = contraction.placement().input(0).data();
    const void* const r = contraction.placement().input(1).data();

    EXPECT_THAT(refusal_of<InvalidArgument>([&] { planned.run(nullptr, l, r, right); }),
                HasSubstr("the data of D is null"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { planned.run(d, nullptr, r, right); }),
                HasSubstr("the data of L is null"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { planned.run(d, l, nullptr, right); }),
                HasSubstr("the data of R is null"));
    EXPECT_THAT(refusal_of<OperandCountMismatch>([&] { planned.run(d, l, right); }),
                HasSubstr("has 2 input(s), the run was given 1"));
    RunOptions options = right;
    options.beta = 1.0;
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { planned.run(d, l, r, options); }),
                HasSubstr("was made for beta = 0, but beta is 1+0i"));
    options = right;
    options.alpha = {1, 1};
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { planned.run(d, l, r, options); }),
                HasSubstr("alpha = 1+1i is complex but D is "));

    EXPECT_EQ(contraction.bytes(), before);
    contraction.run();
    EXPECT_TRUE(contraction.is_done());
}

}  // namespace
}  // namespace ttgt::test
