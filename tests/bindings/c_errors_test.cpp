// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Every way to call the C API wrongly is a status with a text, and nothing is written.
#include <ttgt/c_api.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/bindings/c_tensors.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

class CErrors : public testing::Test {
protected:
    ttgt_status call(const char* expression, std::int32_t input_count = 2) {
        return ttgt_contract({0}, expression, &output, inputs.data(), input_count, nullptr, nullptr,
                             &options);
    }
    ttgt_status make_plan(ttgt_plan* plan) {
        return ttgt_plan_create({0}, product, &output, inputs.data(), 2, nullptr, plan);
    }
    void TearDown() override { EXPECT_THAT(d.elements, testing::Each(7)); }

    static constexpr const char* product = "D(i,j)=L(i,k)*R(k,j)";
    CArray d{{2, 2}, 7};
    CArray l{{2, 3}, 1};
    CArray r{{3, 2}, 1};
    ttgt_tensor output = d.tensor();
    std::array<ttgt_tensor, 2> inputs{l.tensor(), r.tensor()};
    ttgt_contract_options options = TTGT_CONTRACT_OPTIONS;
};

TEST_F(CErrors, ExpressionShowsItsColumn) {
    EXPECT_EQ(call("D(i,j)=L(i,k)*R(k,j"), TTGT_ERROR_EXPRESSION);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("column 20"));
}

TEST_F(CErrors, ExtentsNameLabelAndBoth) {
    inputs[1].extents = inputs[0].extents;  // 2 x 3, where 3 x 2 was

    EXPECT_EQ(call(product), TTGT_ERROR_SHAPE);

    EXPECT_THAT(ttgt_last_error(), HasSubstr("label 'k' has extent 3 in L but 2 in R"));
}

TEST_F(CErrors, NullPointersAreRefused) {
    EXPECT_EQ(call(nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("'expression' is null"));
    EXPECT_EQ(ttgt_contract({0}, product, nullptr, inputs.data(), 2, nullptr, nullptr, nullptr),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_contract({0}, product, &output, nullptr, 2, nullptr, nullptr, nullptr),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(make_plan(nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_context_create(nullptr, nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    inputs[0].data = nullptr;
    EXPECT_EQ(call(product), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("the data of L is null"));
    inputs[0].extents = nullptr;
    EXPECT_EQ(call(product), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("its extents are null"));
}

TEST_F(CErrors, TensorsAreChecked) {
    inputs[0].rank = -1;
    EXPECT_EQ(call(product), TTGT_ERROR_SHAPE);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("L has rank -1"));
    inputs[0].rank = 65;
    EXPECT_EQ(call(product), TTGT_ERROR_SHAPE);
    inputs[0].rank = 1;
    EXPECT_EQ(call(product), TTGT_ERROR_SHAPE);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("rank 1"));
    inputs[0] = l.tensor();
    inputs[0].dtype = 11;
    EXPECT_EQ(call(product), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("unknown dtype 11"));
    inputs[0].dtype = TTGT_FLOAT32;
    EXPECT_EQ(call(product), TTGT_ERROR_INVALID_ARGUMENT);
    inputs[0] = l.tensor();
    inputs[0].space = 5;
    EXPECT_EQ(call(product), TTGT_ERROR_INVALID_ARGUMENT);
    inputs[0].space = TTGT_DEVICE;
    EXPECT_EQ(call(product), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("device memory"));
}

TEST_F(CErrors, NumbersOfInputsAreChecked) {
    const std::array<ttgt_tensor, 3> three{inputs[0], inputs[1], inputs[1]};

    EXPECT_EQ(call(product, 0), TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(call(product, 1), TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(ttgt_contract({0}, "D(i,j)=A(i,k)*B(k,l)*C(l,m)*E(m,j)", &output, three.data(), 3,
                            nullptr, nullptr, nullptr),
              TTGT_ERROR_OPERAND_COUNT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("names 5 tensors"));
}

TEST_F(CErrors, OptionsAreChecked) {
    options.strategy = "best";
    EXPECT_EQ(call(product), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("best"));
    options = TTGT_CONTRACT_OPTIONS;
    options.measure = 2;
    EXPECT_EQ(call(product), TTGT_ERROR_INVALID_ARGUMENT);
    options = TTGT_CONTRACT_OPTIONS;
    for (const std::int32_t products : {1, 3, 8}) {
        options.tf32 = products;
        EXPECT_EQ(call(product), TTGT_ERROR_UNSUPPORTED);
    }
    options.tf32 = 2;
    EXPECT_EQ(call(product), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("tf32 is 2"));
    options = TTGT_CONTRACT_OPTIONS;
    options.generated_kernels = 2;
    EXPECT_EQ(call(product), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("generated_kernels"));
    options = TTGT_CONTRACT_OPTIONS;
    options.search_seconds = -1;
    EXPECT_EQ(call(product), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("search_seconds is -1"));
    options = TTGT_CONTRACT_OPTIONS;
    options.size = 0;
    EXPECT_EQ(call(product), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("'options' has size 0"));
    ttgt_context_options half = TTGT_CONTEXT_OPTIONS;
    half.deallocate = [](void*, std::int64_t, void*) {};
    ttgt_context context{};
    EXPECT_EQ(ttgt_context_create(&half, &context), TTGT_ERROR_INVALID_ARGUMENT);
    ttgt_context_options elsewhere = TTGT_CONTEXT_OPTIONS;
    elsewhere.device = "tpu:0";
    EXPECT_EQ(ttgt_context_create(&elsewhere, &context), TTGT_ERROR_INVALID_ARGUMENT);
    ttgt_context_options kept = TTGT_CONTEXT_OPTIONS;
    kept.use_kept_choices = 3;
    EXPECT_EQ(ttgt_context_create(&kept, &context), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(context.id, 0U);
}

TEST_F(CErrors, ComplexScalarForRealOutputIsRefused) {
    const ttgt_scalar alpha{1, 1};

    EXPECT_EQ(ttgt_contract({0}, product, &output, inputs.data(), 2, &alpha, nullptr, nullptr),
              TTGT_ERROR_INVALID_ARGUMENT);
}

TEST_F(CErrors, DestroyedHandlesAreStale) {
    ttgt_context context{};
    ASSERT_EQ(ttgt_context_create(nullptr, &context), TTGT_SUCCESS);
    ttgt_plan plan{};
    ASSERT_EQ(make_plan(&plan), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_context_destroy(context), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_plan_destroy(plan), TTGT_SUCCESS);
    ttgt_plan next{};
    ASSERT_EQ(make_plan(&next), TTGT_SUCCESS);  // where the first one was
    const std::array<const void*, 2> data{l.elements.data(), r.elements.data()};

    EXPECT_EQ(ttgt_context_destroy(context), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_contract(context, product, &output, inputs.data(), 2, nullptr, nullptr, nullptr),
              TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_plan_run(plan, d.elements.data(), data.data(), 2, nullptr, nullptr, nullptr),
              TTGT_ERROR_STALE_HANDLE);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("of a plan was destroyed, or never made"));
    EXPECT_EQ(ttgt_plan_destroy({12345}), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_plan_workspace_bytes({0}, nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_plan_run({0}, d.elements.data(), data.data(), 2, nullptr, nullptr, nullptr),
              TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_transpose_plan_destroy({7}), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_plan_destroy({0}), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_plan_destroy(next), TTGT_SUCCESS);
}

TEST_F(CErrors, RunsAreChecked) {
    ttgt_plan plan{};
    ASSERT_EQ(make_plan(&plan), TTGT_SUCCESS);
    const std::array<const void*, 2> data{l.elements.data(), r.elements.data()};
    const ttgt_scalar one{1, 0};
    void* const to = d.elements.data();

    EXPECT_EQ(ttgt_plan_run(plan, to, data.data(), 1, nullptr, nullptr, nullptr),
              TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(ttgt_plan_run(plan, to, nullptr, 2, nullptr, nullptr, nullptr),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_plan_run(plan, nullptr, data.data(), 2, nullptr, nullptr, nullptr),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_plan_run(plan, to, data.data(), 2, nullptr, &one, nullptr),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("made for beta = 0"));
    ttgt_run_options run = TTGT_RUN_OPTIONS;
    run.stream = to;
    EXPECT_EQ(ttgt_plan_run(plan, to, data.data(), 2, nullptr, nullptr, &run),
              TTGT_ERROR_INVALID_ARGUMENT);
    ttgt_profile profile{};
    EXPECT_EQ(ttgt_plan_profile(plan, to, data.data(), 2, nullptr, nullptr, nullptr, &profile,
                                nullptr, 0, nullptr),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_plan_explain(plan, 1, nullptr, 10, nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_plan_explain(plan, -1, nullptr, 0, nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_plan_destroy(plan), TTGT_SUCCESS);
}

TEST_F(CErrors, TransposesAreChecked) {
    const std::array<std::int32_t, 2> no_permutation{0, 0};
    ttgt_transpose_plan plan{};

    EXPECT_EQ(ttgt_transpose_plan_create({0}, &output, &inputs[0], nullptr, nullptr, &plan),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(
        ttgt_transpose_plan_create({0}, &output, &output, no_permutation.data(), nullptr, &plan),
        TTGT_ERROR_INVALID_ARGUMENT);
    ttgt_tensor other = output;
    other.dtype = TTGT_OPAQUE8;
    EXPECT_EQ(
        ttgt_transpose_plan_create({0}, &other, &output, no_permutation.data(), nullptr, &plan),
        TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(plan.id, 0U);
}

TEST_F(CErrors, TextsBelongToTheirThread) {
    EXPECT_EQ(call(nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    std::string elsewhere = "?";

    std::thread([&] {
        elsewhere = ttgt_last_error();
        (void)ttgt_plan_destroy({99});
    }).join();

    EXPECT_EQ(elsewhere, "");
    EXPECT_THAT(ttgt_last_error(), HasSubstr("'expression' is null"));
}

TEST(CThreads, PlansComeAndGoWhileOthersRun) {
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
        threads.emplace_back([&] {
            CArray d({4, 4}), l({4, 4}, 1);
            const ttgt_tensor output = d.tensor();
            const ttgt_tensor input = l.tensor();
            const std::array<const void*, 1> data{l.elements.data()};
            for (int turn = 0; turn < 20; ++turn) {
                ttgt_plan plan{};
                wrong += ttgt_plan_create({0}, "D(a,b)=2*L(b,a)", &output, &input, 1, nullptr,
                                          &plan) != TTGT_SUCCESS;
                wrong += ttgt_plan_run(plan, d.elements.data(), data.data(), 1, nullptr, nullptr,
                                       nullptr) != TTGT_SUCCESS;
                wrong += d.elements[5] != 2;
                wrong += ttgt_plan_destroy(plan) != TTGT_SUCCESS;
                wrong += ttgt_plan_destroy(plan) != TTGT_ERROR_STALE_HANDLE;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();

    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace ttgt::test
