// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What the C API computes: by hand, and random problems against the reference.
#include <ttgt/c_api.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/bindings/c_tensors.h"
#include "tests/support/check_contraction.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

constexpr ttgt_context own_context{0};

TEST(CContract, ProductOfSmallMatricesByHand) {
    CArray d({2, 2}), l({2, 3}), r({3, 2});
    l.elements = {1, 4, 2, 5, 3, 6};  // rows 1 2 3 and 4 5 6
    r.elements = {1, 0, 1, 0, 1, 1};  // columns 1 0 1 and 0 1 1
    const ttgt_tensor output = d.tensor();
    const std::array<ttgt_tensor, 2> inputs{l.tensor(), r.tensor()};

    const ttgt_status status = ttgt_contract(own_context, "D(i,j)=L(i,k)*R(k,j)", &output,
                                             inputs.data(), 2, nullptr, nullptr, nullptr);

    ASSERT_EQ(status, TTGT_SUCCESS) << ttgt_last_error();
    EXPECT_EQ(d.elements, (std::vector<double>{4, 10, 5, 11}));
}

TEST(CContract, ScalarsScaleProductAndOutput) {
    CArray d({2}, 10), l({2}, 3);
    const ttgt_tensor output = d.tensor();
    const ttgt_tensor input = l.tensor();
    const ttgt_scalar alpha{2, 0};
    const ttgt_scalar beta{0.5, 0};

    ASSERT_EQ(
        ttgt_contract(own_context, "D(i)=-2*L(i)", &output, &input, 1, &alpha, &beta, nullptr),
        TTGT_SUCCESS)
        << ttgt_last_error();

    EXPECT_EQ(d.elements, (std::vector<double>{-7, -7}));
}

/// Computes a drawn problem by one call, or by a plan.
ttgt_status compute(const TestProblem& problem, TestTensors& tensors, bool by_plan) {
    const ttgt_tensor d = c_tensor(tensors.d);
    std::vector<ttgt_tensor> inputs;
    std::vector<const void*> data;
    for (const GuardedArray& array : tensors.inputs) {
        inputs.push_back(c_tensor(array));
        data.push_back(array.data());
    }
    const ttgt_scalar alpha{problem.alpha.real(), problem.alpha.imag()};
    const Scalar given = effective_beta(problem);
    const ttgt_scalar beta{given.real(), given.imag()};
    const std::string text = expression(problem);
    const auto count = static_cast<std::int32_t>(inputs.size());
    if (!by_plan) {
        return ttgt_contract(own_context, text.c_str(), &d, inputs.data(), count, &alpha, &beta,
                             nullptr);
    }
    ttgt_contract_options options = TTGT_CONTRACT_OPTIONS;
    options.beta_is_zero = given == Scalar{} ? 1 : 0;
    ttgt_plan plan{};
    const ttgt_status planned =
        ttgt_plan_create(own_context, text.c_str(), &d, inputs.data(), count, &options, &plan);
    if (planned != TTGT_SUCCESS) return planned;
    const ttgt_status ran =
        ttgt_plan_run(plan, tensors.d.data(), data.data(), count, &alpha, &beta, nullptr);
    EXPECT_EQ(ttgt_plan_destroy(plan), TTGT_SUCCESS);
    return ran;
}

TEST(CContract, RandomProblemsAgreeWithTheReference) {
    for (const std::uint64_t seed : seeds(22'000, 150)) {
        const TestProblem problem = draw_problem(seed);
        TestTensors tensors = make_tensors(problem, Fill::reals);

        ASSERT_EQ(compute(problem, tensors, seed % 2 == 1), TTGT_SUCCESS)
            << ttgt_last_error() << '\n'
            << describe(problem);

        EXPECT_TRUE(agrees_with_reference(problem, tensors)) << describe(problem);
    }
}

TEST(CPlan, TellsWorkspaceTextAndProfile) {
    CArray d({30, 40}), l({20, 30}, 1), r({40, 20}, 2);
    const ttgt_tensor output = d.tensor();
    const std::array<ttgt_tensor, 2> inputs{l.tensor(), r.tensor()};
    const std::array<const void*, 2> data{l.elements.data(), r.elements.data()};
    ttgt_plan plan{};
    ASSERT_EQ(ttgt_plan_create(own_context, "D(i,j)=L(k,i)*R(j,k)", &output, inputs.data(), 2,
                               nullptr, &plan),
              TTGT_SUCCESS)
        << ttgt_last_error();
    std::int64_t bytes = -1;
    std::size_t length = 0;
    std::array<char, 16> beginning{};
    ttgt_profile profile{};
    profile.size = sizeof profile;

    EXPECT_EQ(ttgt_plan_workspace_bytes(plan, &bytes), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_plan_explain(plan, 2, beginning.data(), beginning.size(), &length),
              TTGT_SUCCESS);
    std::string whole(length + 1, '?');
    EXPECT_EQ(ttgt_plan_explain(plan, 2, whole.data(), whole.size(), nullptr), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_plan_profile(plan, d.elements.data(), data.data(), 2, nullptr, nullptr, nullptr,
                                &profile, nullptr, 0, &length),
              TTGT_SUCCESS)
        << ttgt_last_error();

    EXPECT_GE(bytes, 0);
    EXPECT_EQ(whole.back(), '\0');
    EXPECT_EQ(whole.find('?'), std::string::npos);
    EXPECT_EQ(std::string(beginning.data()), whole.substr(0, beginning.size() - 1));
    EXPECT_EQ(profile.flops, 2.0 * 30 * 40 * 20);
    EXPECT_EQ(profile.k, 20);
    EXPECT_GT(profile.total_ms, 0);
    EXPECT_GT(length, 0U);
    EXPECT_THAT(d.elements, testing::Each(40));
    EXPECT_EQ(ttgt_plan_destroy(plan), TTGT_SUCCESS);
}

TEST(CPlan, RunsInAWorkspaceOfTheCallers) {
    CArray d({16, 16, 16}), l({16, 16, 16, 16}, 1), r({16, 16, 16}, 1);
    const ttgt_tensor output = d.tensor();
    const std::array<ttgt_tensor, 2> inputs{l.tensor(), r.tensor()};
    const std::array<const void*, 2> data{l.elements.data(), r.elements.data()};
    ttgt_contract_options classic = TTGT_CONTRACT_OPTIONS;
    classic.strategy = "classic";
    ttgt_plan plan{};
    ASSERT_EQ(ttgt_plan_create(own_context, "D(a,b,i)=L(a,c,i,k)*R(k,b,c)", &output, inputs.data(),
                               2, &classic, &plan),
              TTGT_SUCCESS)
        << ttgt_last_error();
    ttgt_run_options run = TTGT_RUN_OPTIONS;
    ASSERT_EQ(ttgt_plan_workspace_bytes(plan, &run.workspace_bytes), TTGT_SUCCESS);
    ASSERT_GT(run.workspace_bytes, 0);
    std::vector<char> memory(static_cast<std::size_t>(run.workspace_bytes) + 256);
    run.workspace = memory.data() + (256 - reinterpret_cast<std::uintptr_t>(memory.data()) % 256);

    --run.workspace_bytes;
    EXPECT_EQ(ttgt_plan_run(plan, d.elements.data(), data.data(), 2, nullptr, nullptr, &run),
              TTGT_ERROR_INVALID_ARGUMENT);
    ++run.workspace_bytes;
    EXPECT_EQ(ttgt_plan_run(plan, d.elements.data(), data.data(), 2, nullptr, nullptr, &run),
              TTGT_SUCCESS)
        << ttgt_last_error();

    EXPECT_THAT(d.elements, testing::Each(16 * 16));
    EXPECT_EQ(ttgt_plan_destroy(plan), TTGT_SUCCESS);
}

TEST(COptions, OfAnOlderOrNewerHeaderAreTaken) {
    CArray d({2}), l({2}, 3);
    const ttgt_tensor output = d.tensor();
    const ttgt_tensor input = l.tensor();
    // An older struct ends behind `strategy`; what lies there is not the caller's to set.
    ttgt_contract_options older = TTGT_CONTRACT_OPTIONS;
    older.size = offsetof(ttgt_contract_options, measure);
    older.measure = 99;
    struct {
        ttgt_contract_options known = TTGT_CONTRACT_OPTIONS;
        std::int64_t unknown = 99;
    } newer;
    newer.known.size = sizeof newer;

    EXPECT_EQ(ttgt_contract(own_context, "D(i)=L(i)", &output, &input, 1, nullptr, nullptr, &older),
              TTGT_SUCCESS)
        << ttgt_last_error();
    EXPECT_EQ(
        ttgt_contract(own_context, "D(i)=L(i)", &output, &input, 1, nullptr, nullptr, &newer.known),
        TTGT_SUCCESS)
        << ttgt_last_error();

    EXPECT_THAT(d.elements, testing::Each(3));
}

TEST(CTask, IsDoneWhenACallOnTheCpuReturns) {
    CArray d({3}), l({3}, 2);
    const ttgt_tensor output = d.tensor();
    const ttgt_tensor input = l.tensor();
    ttgt_task task{};
    std::int32_t done = -1;

    ASSERT_EQ(ttgt_contract_start(own_context, "D(i)=L(i)", &output, &input, 1, nullptr, nullptr,
                                  nullptr, &task),
              TTGT_SUCCESS)
        << ttgt_last_error();

    EXPECT_EQ(ttgt_task_test(task, &done), TTGT_SUCCESS);
    EXPECT_EQ(done, 1);
    EXPECT_EQ(ttgt_task_wait(task), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_task_destroy(task), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_task_wait(task), TTGT_ERROR_STALE_HANDLE);
    EXPECT_THAT(d.elements, testing::Each(2));
}

TEST(CTranspose, MovesModesAndScales) {
    CArray out({3, 2}, 1), in({2, 3});
    in.elements = {1, 2, 3, 4, 5, 6};
    const ttgt_tensor output = out.tensor();
    const ttgt_tensor input = in.tensor();
    const std::array<std::int32_t, 2> perm{1, 0};
    const ttgt_scalar alpha{2, 0};
    const ttgt_scalar beta{-1, 0};
    ttgt_transpose_plan plan{};

    ASSERT_EQ(ttgt_transpose_plan_create(own_context, &output, &input, perm.data(), nullptr, &plan),
              TTGT_SUCCESS)
        << ttgt_last_error();
    EXPECT_EQ(ttgt_transpose_plan_run(plan, out.elements.data(), in.elements.data(), &alpha, &beta,
                                      nullptr),
              TTGT_SUCCESS);

    EXPECT_EQ(out.elements, (std::vector<double>{1, 5, 9, 3, 7, 11}));
    EXPECT_EQ(ttgt_transpose_plan_destroy(plan), TTGT_SUCCESS);
}

/// What an allocator of a test saw.
struct Ledger {
    std::int64_t held = 0;
    std::int64_t most = 0;
    int calls = 0;
};

void* allocate(std::int64_t bytes, void* user) {
    auto& ledger = *static_cast<Ledger*>(user);
    ++ledger.calls;
    ledger.held += bytes;
    ledger.most = std::max(ledger.most, ledger.held);
    return std::aligned_alloc(256, static_cast<std::size_t>((bytes + 255) / 256 * 256));
}

void deallocate(void* data, std::int64_t bytes, void* user) {
    static_cast<Ledger*>(user)->held -= bytes;
    std::free(data);
}

TEST(CContext, TakesWorkspaceFromTheCallersAllocator) {
    Ledger ledger;
    ttgt_context_options options = TTGT_CONTEXT_OPTIONS;
    options.threads = 1;
    options.plan_cache = 4;
    options.allocate = allocate;
    options.deallocate = deallocate;
    options.user = &ledger;
    ttgt_context context{};
    ASSERT_EQ(ttgt_context_create(&options, &context), TTGT_SUCCESS) << ttgt_last_error();
    CArray d({16, 16, 16}), l({16, 16, 16, 16}, 1), r({16, 16, 16}, 1);
    const ttgt_tensor output = d.tensor();
    const std::array<ttgt_tensor, 2> inputs{l.tensor(), r.tensor()};
    ttgt_contract_options classic = TTGT_CONTRACT_OPTIONS;
    classic.strategy = "classic";

    const ttgt_status status = ttgt_contract(context, "D(a,b,i)=L(a,c,i,k)*R(k,b,c)", &output,
                                             inputs.data(), 2, nullptr, nullptr, &classic);

    ASSERT_EQ(status, TTGT_SUCCESS) << ttgt_last_error();
    EXPECT_THAT(d.elements, testing::Each(16 * 16));
    std::int64_t bytes = 0;
    EXPECT_EQ(ttgt_context_bytes(context, &bytes), TTGT_SUCCESS);
    EXPECT_EQ(bytes, ledger.held);
    EXPECT_GT(ledger.calls, 0);
    ttgt_space space = -1;
    EXPECT_EQ(ttgt_context_space(context, &space), TTGT_SUCCESS);
    EXPECT_EQ(space, TTGT_HOST);
    EXPECT_EQ(ttgt_context_release_workspace(context), TTGT_SUCCESS);
    EXPECT_EQ(ledger.held, 0);
    EXPECT_EQ(ttgt_context_destroy(context), TTGT_SUCCESS);
}

TEST(CQuery, AnswersWhatItKnows) {
    EXPECT_STREQ(ttgt_version(), TTGT_PROJECT_VERSION);
    EXPECT_EQ(ttgt_query(TTGT_CAPABILITY_MAX_RANK), 64);
    EXPECT_EQ(ttgt_query(TTGT_CAPABILITY_EINSUM), 1);
    EXPECT_GE(ttgt_query(TTGT_CAPABILITY_MAX_INPUTS), 2);
    EXPECT_GE(ttgt_query(TTGT_CAPABILITY_CUDA_DEVICES), 0);
    EXPECT_GE(ttgt_query(TTGT_CAPABILITY_CPU_THREADS), 1);
    EXPECT_EQ(ttgt_query(-7), -1);
    EXPECT_STREQ(ttgt_status_name(TTGT_ERROR_STALE_HANDLE), "stale handle");
    EXPECT_STREQ(ttgt_status_name(99), "unknown");
}

}  // namespace
}  // namespace ttgt::test
