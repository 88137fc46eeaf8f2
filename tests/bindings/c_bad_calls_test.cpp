// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Calls of the C API with a pointer that is null, a number that cannot be, or a struct of another
// size: a status with a text, and nothing written.
#include <ttgt/c_api.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "tests/bindings/c_arguments.h"

namespace ttgt::test {
namespace {

/// A call with one argument that cannot be used.
struct BadCall {
    const char* what;
    std::function<ttgt_status(CArguments&)> call;
    ttgt_status expected = TTGT_ERROR_INVALID_ARGUMENT;
};

// Long: a table of calls.
std::vector<BadCall> null_pointers_of_plans() {
    return {
        {"an output of plan_run",
         [](CArguments& a) {
             return ttgt_plan_run(a.plan, nullptr, a.data.data(), 2, nullptr, nullptr, nullptr);
         }},
        {"the inputs of plan_run",
         [](CArguments& a) {
             return ttgt_plan_run(a.plan, a.to(), nullptr, 2, nullptr, nullptr, nullptr);
         }},
        {"one input of plan_run",
         [](CArguments& a) {
             a.data[1] = nullptr;
             return ttgt_plan_run(a.plan, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr);
         }},
        {"one input of plan_profile",
         [](CArguments& a) {
             a.data[0] = nullptr;
             return ttgt_plan_profile(a.plan, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr,
                                      &a.profile, nullptr, 0, nullptr);
         }},
        {"the text of plan_profile",
         [](CArguments& a) {
             return ttgt_plan_profile(a.plan, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr,
                                      &a.profile, nullptr, 8, nullptr);
         }},
        {"the text of plan_explain",
         [](CArguments& a) { return ttgt_plan_explain(a.plan, 0, nullptr, 1, nullptr); }},
        {"the bytes of a plan",
         [](CArguments& a) { return ttgt_plan_workspace_bytes(a.plan, nullptr); }},
        {"the task of plan_start",
         [](CArguments& a) {
             return ttgt_plan_start(a.plan, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr,
                                    nullptr);
         }},
        {"the output of a transpose",
         [](CArguments& a) {
             return ttgt_transpose_plan_run(a.transpose_plan, nullptr, a.data[0], nullptr, nullptr,
                                            nullptr);
         }},
        {"the input of a transpose",
         [](CArguments& a) {
             return ttgt_transpose_plan_run(a.transpose_plan, a.to(), nullptr, nullptr, nullptr,
                                            nullptr);
         }},
        {"whether a task is done", [](CArguments& a) { return ttgt_task_test(a.task, nullptr); }},
    };
}

// Long: a table of calls.
std::vector<BadCall> null_pointers_of_contexts() {
    return {
        {"a context", [](CArguments&) { return ttgt_context_create(nullptr, nullptr); }},
        {"a context's space", [](CArguments& a) { return ttgt_context_space(a.context, nullptr); }},
        {"a context's bytes", [](CArguments& a) { return ttgt_context_bytes(a.context, nullptr); }},
        {"an expression",
         [](CArguments& a) {
             return ttgt_contract(a.context, nullptr, &a.output, a.inputs.data(), 2, nullptr,
                                  nullptr, nullptr);
         }},
        {"the inputs of contract_start",
         [](CArguments& a) {
             return ttgt_contract_start(a.context, c_product, &a.output, nullptr, 2, nullptr,
                                        nullptr, nullptr, &a.task);
         }},
        {"the task of contract_start",
         [](CArguments& a) {
             return ttgt_contract_start(a.context, c_product, &a.output, a.inputs.data(), 2,
                                        nullptr, nullptr, nullptr, nullptr);
         }},
        {"the output of plan_create",
         [](CArguments& a) {
             return ttgt_plan_create(a.context, c_product, nullptr, a.inputs.data(), 2, nullptr,
                                     &a.plan);
         }},
        {"the plan of plan_create",
         [](CArguments& a) {
             return ttgt_plan_create(a.context, c_product, &a.output, a.inputs.data(), 2, nullptr,
                                     nullptr);
         }},
        {"the output of transpose_plan_create",
         [](CArguments& a) {
             return ttgt_transpose_plan_create(a.context, nullptr, &a.inputs[0], c_swapped.data(),
                                               nullptr, &a.transpose_plan);
         }},
        {"the input of transpose_plan_create",
         [](CArguments& a) {
             return ttgt_transpose_plan_create(a.context, &a.output, nullptr, c_swapped.data(),
                                               nullptr, &a.transpose_plan);
         }},
        {"the plan of transpose_plan_create",
         [](CArguments& a) {
             return ttgt_transpose_plan_create(a.context, &a.output, &a.inputs[0], c_swapped.data(),
                                               nullptr, nullptr);
         }},
    };
}

// Long: a table of calls.
std::vector<BadCall> bad_numbers() {
    return {
        {"losers below 0",
         [](CArguments& a) { return ttgt_plan_explain(a.plan, -1, nullptr, 0, nullptr); }},
        {"fewer than no inputs of a plan",
         [](CArguments& a) {
             return ttgt_plan_run(a.plan, a.to(), a.data.data(), -1, nullptr, nullptr, nullptr);
         },
         TTGT_ERROR_OPERAND_COUNT},
        {"fewer than no inputs of a call",
         [](CArguments& a) {
             return ttgt_contract(a.context, c_product, &a.output, a.inputs.data(),
                                  std::numeric_limits<std::int32_t>::min(), nullptr, nullptr,
                                  nullptr);
         },
         TTGT_ERROR_OPERAND_COUNT},
        {"an extent below 0",
         [](CArguments& a) {
             a.l.extents[1] = -2;
             return ttgt_contract(a.context, c_product, &a.output, a.inputs.data(), 2, nullptr,
                                  nullptr, nullptr);
         }},
        {"extents whose c_product is beyond 64 bits",
         [](CArguments& a) {
             a.l.extents = {std::int64_t{1} << 40, std::int64_t{1} << 40};
             a.inputs[0].extents = a.l.extents.data();
             return ttgt_plan_create(a.context, c_product, &a.output, a.inputs.data(), 2, nullptr,
                                     &a.plan);
         }},
        {"a mode that a transpose does not have",
         [](CArguments& a) {
             const std::array<std::int32_t, 2> modes{5, 0};
             return ttgt_transpose_plan_create(a.context, &a.output, &a.inputs[0], modes.data(),
                                               nullptr, &a.transpose_plan);
         }},
        {"a mode below 0",
         [](CArguments& a) {
             const std::array<std::int32_t, 2> modes{-1, 0};
             return ttgt_transpose_plan_create(a.context, &a.output, &a.inputs[0], modes.data(),
                                               nullptr, &a.transpose_plan);
         }},
        {"a workspace below 0 bytes",
         [](CArguments& a) {
             ttgt_run_options options = TTGT_RUN_OPTIONS;
             options.workspace = a.to();
             options.workspace_bytes = -1;
             return ttgt_plan_run(a.plan, a.to(), a.data.data(), 2, nullptr, nullptr, &options);
         }},
        {"a conjugation that is neither on nor off",
         [](CArguments& a) {
             ttgt_transpose_options options = TTGT_TRANSPOSE_OPTIONS;
             options.conjugate = 2;
             return ttgt_transpose_plan_create(a.context, &a.output, &a.inputs[0], c_swapped.data(),
                                               &options, &a.transpose_plan);
         }},
        {"threads below 0",
         [](CArguments& a) {
             ttgt_context_options options = TTGT_CONTEXT_OPTIONS;
             options.threads = -1;
             return ttgt_context_create(&options, &a.context);
         }},
        {"a calibration that is not there",
         [](CArguments& a) {
             ttgt_context_options options = TTGT_CONTEXT_OPTIONS;
             options.calibration = "/nonexistent/calibration.json";
             return ttgt_context_create(&options, &a.context);
         }},
    };
}

class CBadCalls : public testing::Test {
protected:
    /// Calls each with a plan, a transpose plan and a task that are there.
    static void expect_refused(const std::vector<BadCall>& calls) {
        CArguments made;
        ASSERT_EQ(ttgt_plan_create({0}, c_product, &made.output, made.inputs.data(), 2, nullptr,
                                   &made.plan),
                  TTGT_SUCCESS);
        ASSERT_EQ(ttgt_transpose_plan_create({0}, &made.output, &made.inputs[0], c_swapped.data(),
                                             nullptr, &made.transpose_plan),
                  TTGT_SUCCESS);
        ASSERT_EQ(ttgt_plan_start(made.plan, made.to(), made.data.data(), 2, nullptr, nullptr,
                                  nullptr, &made.task),
                  TTGT_SUCCESS);
        for (const BadCall& each : calls) {
            CArguments arguments;
            arguments.plan = made.plan;
            arguments.transpose_plan = made.transpose_plan;
            arguments.task = made.task;

            EXPECT_EQ(each.call(arguments), each.expected) << each.what;

            EXPECT_STRNE(ttgt_last_error(), "") << each.what;
            EXPECT_THAT(arguments.d.elements, testing::Each(7)) << each.what;
            EXPECT_EQ(arguments.context.id, 0U) << each.what;
            EXPECT_EQ(arguments.plan.id, made.plan.id) << each.what;
            EXPECT_EQ(arguments.transpose_plan.id, made.transpose_plan.id) << each.what;
        }
        EXPECT_EQ(ttgt_plan_destroy(made.plan), TTGT_SUCCESS);
        EXPECT_EQ(ttgt_transpose_plan_destroy(made.transpose_plan), TTGT_SUCCESS);
        EXPECT_EQ(ttgt_task_destroy(made.task), TTGT_SUCCESS);
    }
};

TEST_F(CBadCalls, NullPointersOfPlansAreRefused) { expect_refused(null_pointers_of_plans()); }
TEST_F(CBadCalls, NullPointersOfContextsAreRefused) { expect_refused(null_pointers_of_contexts()); }
TEST_F(CBadCalls, NumbersThatCannotBeAreRefused) { expect_refused(bad_numbers()); }

TEST_F(CBadCalls, SizesOfStructsAreThoseOfAVersion) {
    CArguments a;
    // 12 ends within the pointer `strategy`, 4104 is larger than any version's.
    for (const std::size_t size : {0U, 1U, 7U, 12U, 20U, 4104U}) {
        ttgt_context_options context = TTGT_CONTEXT_OPTIONS;
        ttgt_contract_options contract = TTGT_CONTRACT_OPTIONS;
        ttgt_transpose_options transpose = TTGT_TRANSPOSE_OPTIONS;
        context.size = contract.size = transpose.size = size;

        EXPECT_EQ(ttgt_context_create(&context, &a.context), TTGT_ERROR_INVALID_ARGUMENT) << size;
        EXPECT_EQ(ttgt_contract({0}, c_product, &a.output, a.inputs.data(), 2, nullptr, nullptr,
                                &contract),
                  TTGT_ERROR_INVALID_ARGUMENT)
            << size;
        EXPECT_EQ(ttgt_transpose_plan_create({0}, &a.output, &a.inputs[0], c_swapped.data(),
                                             &transpose, &a.transpose_plan),
                  TTGT_ERROR_INVALID_ARGUMENT)
            << size;
    }
    ttgt_contract_options first = TTGT_CONTRACT_OPTIONS;
    first.size = 16;  // `size` and `strategy` alone: what is behind them is not read
    first.measure = 77;
    EXPECT_EQ(
        ttgt_contract({0}, c_product, &a.output, a.inputs.data(), 2, nullptr, nullptr, &first),
        TTGT_SUCCESS);
}

/// Numbers that were believed before they were compared with the expression: 128 GiB were asked
/// for, and memory behind the inputs was read.
TEST_F(CBadCalls, NumbersOfInputsAreComparedBeforeInputsAreRead) {
    CArguments a;
    // The third and all behind it would crash whoever reads them.
    const auto* const bad = reinterpret_cast<const std::int64_t*>(std::uintptr_t{16});
    const ttgt_tensor trap{TTGT_FLOAT64, TTGT_HOST, 2, bad, bad, nullptr};
    const std::array<ttgt_tensor, 3> inputs{a.inputs[0], a.inputs[1], trap};
    for (const char* expression : {c_product, "ik,kj->ij", "D(i,j)=conj(L(i,k))*R(k,j)",
                                   "D[i j]=L[i k]*R[k j]", "D(i,j)=L(i,j)+R(i,j)"}) {
        for (const std::int32_t count : {3, 2147483647}) {
            EXPECT_EQ(ttgt_contract({0}, expression, &a.output, inputs.data(), count, nullptr,
                                    nullptr, nullptr),
                      TTGT_ERROR_OPERAND_COUNT)
                << expression;
            EXPECT_THAT(ttgt_last_error(), testing::HasSubstr("names 3 tensors, output included"));
        }
        EXPECT_EQ(
            ttgt_contract({0}, expression, &a.output, inputs.data(), 2, nullptr, nullptr, nullptr),
            TTGT_SUCCESS)
            << ttgt_last_error();
    }
    EXPECT_EQ(
        ttgt_plan_create({0}, c_product, &a.output, inputs.data(), 2147483647, nullptr, &a.plan),
        TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(ttgt_contract({0}, "D(i,j)=L(i,k)*R(k", &a.output, inputs.data(), 3, nullptr, nullptr,
                            nullptr),
              TTGT_ERROR_EXPRESSION);
}

}  // namespace
}  // namespace ttgt::test
