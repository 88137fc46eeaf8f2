// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Each function of the C API with handles that were destroyed, were never made, or belong to
// another kind of object, and with each pointer null: a status with a text, and nothing written.
#include <ttgt/c_api.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <functional>
#include <limits>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/bindings/c_tensors.h"

namespace ttgt::test {
namespace {

constexpr const char* product = "D(i,j)=L(i,k)*R(k,j)";
constexpr std::array<std::int32_t, 2> swapped{1, 0};

/// Arguments that every function accepts; handles are made by the tests.
struct Arguments {
    CArray d{{2, 2}, 7};
    CArray l{{2, 2}, 1};
    CArray r{{2, 2}, 1};
    ttgt_tensor output = d.tensor();
    std::array<ttgt_tensor, 2> inputs{l.tensor(), r.tensor()};
    std::array<const void*, 2> data{l.elements.data(), r.elements.data()};
    ttgt_context context{};
    ttgt_plan plan{};
    ttgt_transpose_plan transpose_plan{};
    ttgt_task task{};
    ttgt_space space = 77;
    std::int64_t bytes = 77;
    std::int32_t done = 77;
    std::size_t length = 77;
    ttgt_profile profile{};

    Arguments() { profile.size = sizeof profile; }
    [[nodiscard]] void* to() { return d.elements.data(); }
};

/// A call that is told a handle.
struct HandleCall {
    std::string function;
    std::function<ttgt_status(Arguments&, std::uint64_t)> call;
    bool takes_none = false;  ///< handle 0 is the thread's own context, or nothing to destroy
};

std::vector<HandleCall> calls_of_contexts() {
    return {
        {"ttgt_context_destroy",
         [](Arguments&, std::uint64_t id) { return ttgt_context_destroy({id}); }, true},
        {"ttgt_context_space",
         [](Arguments& a, std::uint64_t id) { return ttgt_context_space({id}, &a.space); }, true},
        {"ttgt_context_bytes",
         [](Arguments& a, std::uint64_t id) { return ttgt_context_bytes({id}, &a.bytes); }, true},
        {"ttgt_context_release_workspace",
         [](Arguments&, std::uint64_t id) { return ttgt_context_release_workspace({id}); }, true},
        {"ttgt_contract",
         [](Arguments& a, std::uint64_t id) {
             return ttgt_contract({id}, product, &a.output, a.inputs.data(), 2, nullptr, nullptr,
                                  nullptr);
         },
         true},
        {"ttgt_contract_start",
         [](Arguments& a, std::uint64_t id) {
             return ttgt_contract_start({id}, product, &a.output, a.inputs.data(), 2, nullptr,
                                        nullptr, nullptr, &a.task);
         },
         true},
        {"ttgt_plan_create",
         [](Arguments& a, std::uint64_t id) {
             return ttgt_plan_create({id}, product, &a.output, a.inputs.data(), 2, nullptr,
                                     &a.plan);
         },
         true},
        {"ttgt_transpose_plan_create",
         [](Arguments& a, std::uint64_t id) {
             return ttgt_transpose_plan_create({id}, &a.output, &a.inputs[0], swapped.data(),
                                               nullptr, &a.transpose_plan);
         },
         true},
    };
}

std::vector<HandleCall> calls_of_plans() {
    return {
        {"ttgt_plan_destroy", [](Arguments&, std::uint64_t id) { return ttgt_plan_destroy({id}); },
         true},
        {"ttgt_plan_workspace_bytes",
         [](Arguments& a, std::uint64_t id) { return ttgt_plan_workspace_bytes({id}, &a.bytes); }},
        {"ttgt_plan_explain",
         [](Arguments& a, std::uint64_t id) {
             return ttgt_plan_explain({id}, 1, nullptr, 0, &a.length);
         }},
        {"ttgt_plan_run",
         [](Arguments& a, std::uint64_t id) {
             return ttgt_plan_run({id}, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr);
         }},
        {"ttgt_plan_start",
         [](Arguments& a, std::uint64_t id) {
             return ttgt_plan_start({id}, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr,
                                    &a.task);
         }},
        {"ttgt_plan_profile",
         [](Arguments& a, std::uint64_t id) {
             return ttgt_plan_profile({id}, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr,
                                      &a.profile, nullptr, 0, &a.length);
         }},
        {"ttgt_transpose_plan_destroy",
         [](Arguments&, std::uint64_t id) { return ttgt_transpose_plan_destroy({id}); }, true},
        {"ttgt_transpose_plan_run",
         [](Arguments& a, std::uint64_t id) {
             return ttgt_transpose_plan_run({id}, a.to(), a.data[0], nullptr, nullptr, nullptr);
         }},
        {"ttgt_task_destroy", [](Arguments&, std::uint64_t id) { return ttgt_task_destroy({id}); },
         true},
        {"ttgt_task_test",
         [](Arguments& a, std::uint64_t id) { return ttgt_task_test({id}, &a.done); }},
        {"ttgt_task_wait", [](Arguments&, std::uint64_t id) { return ttgt_task_wait({id}); }},
    };
}

std::vector<HandleCall> all_calls() {
    std::vector<HandleCall> calls = calls_of_contexts();
    for (HandleCall& call : calls_of_plans()) calls.push_back(std::move(call));
    return calls;
}

void expect_untouched(const Arguments& arguments, const std::string& what) {
    EXPECT_THAT(arguments.d.elements, testing::Each(7)) << what;
    EXPECT_EQ(arguments.space, 77) << what;
    EXPECT_EQ(arguments.bytes, 77) << what;
    EXPECT_EQ(arguments.done, 77) << what;
    EXPECT_EQ(arguments.length, 77U) << what;
    EXPECT_EQ(arguments.plan.id, 0U) << what;
    EXPECT_EQ(arguments.transpose_plan.id, 0U) << what;
    EXPECT_EQ(arguments.task.id, 0U) << what;
    EXPECT_EQ(arguments.profile.m, 0) << what;
}

/// One of each kind, destroyed: none of the numbers is a handle of any kind then.
std::vector<std::uint64_t> destroyed_handles() {
    Arguments a;
    EXPECT_EQ(ttgt_context_create(nullptr, &a.context), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_plan_create(a.context, product, &a.output, a.inputs.data(), 2, nullptr, &a.plan),
              TTGT_SUCCESS);
    EXPECT_EQ(ttgt_transpose_plan_create(a.context, &a.output, &a.inputs[0], swapped.data(),
                                         nullptr, &a.transpose_plan),
              TTGT_SUCCESS);
    EXPECT_EQ(ttgt_plan_start(a.plan, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr, &a.task),
              TTGT_SUCCESS);
    EXPECT_EQ(ttgt_context_destroy(a.context), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_plan_destroy(a.plan), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_transpose_plan_destroy(a.transpose_plan), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_task_destroy(a.task), TTGT_SUCCESS);
    return {a.context.id, a.plan.id, a.transpose_plan.id, a.task.id};
}

TEST(CHandles, EveryCallRefusesHandlesThatAreGone) {
    std::vector<std::uint64_t> gone = destroyed_handles();
    gone.insert(gone.end(), {1, 12345, std::uint64_t{1} << 63U, 0xffffffffU,
                             std::numeric_limits<std::uint64_t>::max()});
    for (const HandleCall& each : all_calls()) {
        for (const std::uint64_t id : gone) {
            Arguments arguments;
            const std::string what = each.function + " of " + std::to_string(id);

            EXPECT_EQ(each.call(arguments, id), TTGT_ERROR_STALE_HANDLE) << what;

            EXPECT_THAT(ttgt_last_error(), testing::HasSubstr("was destroyed, or never made"));
            expect_untouched(arguments, what);
        }
    }
}

TEST(CHandles, NoHandleIsTheOwnContextOrNothingToDestroy) {
    for (const HandleCall& each : all_calls()) {
        Arguments arguments;
        const ttgt_status expected = each.takes_none ? TTGT_SUCCESS : TTGT_ERROR_STALE_HANDLE;

        EXPECT_EQ(each.call(arguments, 0), expected) << each.function;

        if (!each.takes_none) expect_untouched(arguments, each.function);
        EXPECT_EQ(ttgt_plan_destroy(arguments.plan), TTGT_SUCCESS);
        EXPECT_EQ(ttgt_transpose_plan_destroy(arguments.transpose_plan), TTGT_SUCCESS);
        EXPECT_EQ(ttgt_task_destroy(arguments.task), TTGT_SUCCESS);
    }
}

TEST(CHandles, TableHasEveryFunctionOfTheHeader) {
    std::ifstream file(TTGT_C_API_HEADER);
    const std::string header{std::istreambuf_iterator<char>(file), {}};
    ASSERT_FALSE(header.empty());
    std::set<std::string> known{"ttgt_last_error", "ttgt_status_name", "ttgt_version", "ttgt_query",
                                "ttgt_context_create"};  // these take no handle
    for (const HandleCall& each : all_calls()) known.insert(each.function);

    std::set<std::string> declared;
    const std::regex function(R"(TTGT_C_API [a-z0-9_ *]*?\b(ttgt_[a-z_]+)\()");
    for (std::sregex_iterator found(header.begin(), header.end(), function), end; found != end;
         ++found) {
        declared.insert((*found)[1]);
    }

    EXPECT_EQ(declared, known);
}

/// A call with one argument that cannot be used.
struct BadCall {
    const char* what;
    std::function<ttgt_status(Arguments&)> call;
};

std::vector<BadCall> null_pointers_of_plans() {
    return {
        {"an output of plan_run",
         [](Arguments& a) {
             return ttgt_plan_run(a.plan, nullptr, a.data.data(), 2, nullptr, nullptr, nullptr);
         }},
        {"the inputs of plan_run",
         [](Arguments& a) {
             return ttgt_plan_run(a.plan, a.to(), nullptr, 2, nullptr, nullptr, nullptr);
         }},
        {"one input of plan_run",
         [](Arguments& a) {
             a.data[1] = nullptr;
             return ttgt_plan_run(a.plan, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr);
         }},
        {"one input of plan_profile",
         [](Arguments& a) {
             a.data[0] = nullptr;
             return ttgt_plan_profile(a.plan, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr,
                                      &a.profile, nullptr, 0, nullptr);
         }},
        {"the text of plan_profile",
         [](Arguments& a) {
             return ttgt_plan_profile(a.plan, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr,
                                      &a.profile, nullptr, 8, nullptr);
         }},
        {"the text of plan_explain",
         [](Arguments& a) { return ttgt_plan_explain(a.plan, 0, nullptr, 1, nullptr); }},
        {"the bytes of a plan",
         [](Arguments& a) { return ttgt_plan_workspace_bytes(a.plan, nullptr); }},
        {"the task of plan_start",
         [](Arguments& a) {
             return ttgt_plan_start(a.plan, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr,
                                    nullptr);
         }},
        {"the output of a transpose",
         [](Arguments& a) {
             return ttgt_transpose_plan_run(a.transpose_plan, nullptr, a.data[0], nullptr, nullptr,
                                            nullptr);
         }},
        {"the input of a transpose",
         [](Arguments& a) {
             return ttgt_transpose_plan_run(a.transpose_plan, a.to(), nullptr, nullptr, nullptr,
                                            nullptr);
         }},
        {"whether a task is done", [](Arguments& a) { return ttgt_task_test(a.task, nullptr); }},
    };
}

std::vector<BadCall> null_pointers_of_contexts() {
    return {
        {"a context", [](Arguments&) { return ttgt_context_create(nullptr, nullptr); }},
        {"a context's space", [](Arguments& a) { return ttgt_context_space(a.context, nullptr); }},
        {"a context's bytes", [](Arguments& a) { return ttgt_context_bytes(a.context, nullptr); }},
        {"an expression",
         [](Arguments& a) {
             return ttgt_contract(a.context, nullptr, &a.output, a.inputs.data(), 2, nullptr,
                                  nullptr, nullptr);
         }},
        {"the inputs of contract_start",
         [](Arguments& a) {
             return ttgt_contract_start(a.context, product, &a.output, nullptr, 2, nullptr, nullptr,
                                        nullptr, &a.task);
         }},
        {"the task of contract_start",
         [](Arguments& a) {
             return ttgt_contract_start(a.context, product, &a.output, a.inputs.data(), 2, nullptr,
                                        nullptr, nullptr, nullptr);
         }},
        {"the output of plan_create",
         [](Arguments& a) {
             return ttgt_plan_create(a.context, product, nullptr, a.inputs.data(), 2, nullptr,
                                     &a.plan);
         }},
        {"the plan of plan_create",
         [](Arguments& a) {
             return ttgt_plan_create(a.context, product, &a.output, a.inputs.data(), 2, nullptr,
                                     nullptr);
         }},
        {"the output of transpose_plan_create",
         [](Arguments& a) {
             return ttgt_transpose_plan_create(a.context, nullptr, &a.inputs[0], swapped.data(),
                                               nullptr, &a.transpose_plan);
         }},
        {"the input of transpose_plan_create",
         [](Arguments& a) {
             return ttgt_transpose_plan_create(a.context, &a.output, nullptr, swapped.data(),
                                               nullptr, &a.transpose_plan);
         }},
        {"the plan of transpose_plan_create",
         [](Arguments& a) {
             return ttgt_transpose_plan_create(a.context, &a.output, &a.inputs[0], swapped.data(),
                                               nullptr, nullptr);
         }},
    };
}

std::vector<BadCall> bad_numbers() {
    return {
        {"losers below 0",
         [](Arguments& a) { return ttgt_plan_explain(a.plan, -1, nullptr, 0, nullptr); }},
        {"fewer than no inputs of a plan",
         [](Arguments& a) {
             return ttgt_plan_run(a.plan, a.to(), a.data.data(), -1, nullptr, nullptr, nullptr);
         }},
        {"fewer than no inputs of a call",
         [](Arguments& a) {
             return ttgt_contract(a.context, product, &a.output, a.inputs.data(),
                                  std::numeric_limits<std::int32_t>::min(), nullptr, nullptr,
                                  nullptr);
         }},
        {"an extent below 0",
         [](Arguments& a) {
             a.l.extents[1] = -2;
             return ttgt_contract(a.context, product, &a.output, a.inputs.data(), 2, nullptr,
                                  nullptr, nullptr);
         }},
        {"extents whose product is beyond 64 bits",
         [](Arguments& a) {
             a.l.extents = {std::int64_t{1} << 40, std::int64_t{1} << 40};
             a.inputs[0].extents = a.l.extents.data();
             return ttgt_plan_create(a.context, product, &a.output, a.inputs.data(), 2, nullptr,
                                     &a.plan);
         }},
        {"a mode that a transpose does not have",
         [](Arguments& a) {
             const std::array<std::int32_t, 2> modes{5, 0};
             return ttgt_transpose_plan_create(a.context, &a.output, &a.inputs[0], modes.data(),
                                               nullptr, &a.transpose_plan);
         }},
        {"a mode below 0",
         [](Arguments& a) {
             const std::array<std::int32_t, 2> modes{-1, 0};
             return ttgt_transpose_plan_create(a.context, &a.output, &a.inputs[0], modes.data(),
                                               nullptr, &a.transpose_plan);
         }},
        {"a workspace below 0 bytes",
         [](Arguments& a) {
             ttgt_run_options options = TTGT_RUN_OPTIONS;
             options.workspace = a.to();
             options.workspace_bytes = -1;
             return ttgt_plan_run(a.plan, a.to(), a.data.data(), 2, nullptr, nullptr, &options);
         }},
        {"a conjugation that is neither on nor off",
         [](Arguments& a) {
             ttgt_transpose_options options = TTGT_TRANSPOSE_OPTIONS;
             options.conjugate = 2;
             return ttgt_transpose_plan_create(a.context, &a.output, &a.inputs[0], swapped.data(),
                                               &options, &a.transpose_plan);
         }},
        {"threads below 0",
         [](Arguments& a) {
             ttgt_context_options options = TTGT_CONTEXT_OPTIONS;
             options.threads = -1;
             return ttgt_context_create(&options, &a.context);
         }},
        {"a calibration that is not there",
         [](Arguments& a) {
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
        Arguments made;
        ASSERT_EQ(ttgt_plan_create({0}, product, &made.output, made.inputs.data(), 2, nullptr,
                                   &made.plan),
                  TTGT_SUCCESS);
        ASSERT_EQ(ttgt_transpose_plan_create({0}, &made.output, &made.inputs[0], swapped.data(),
                                             nullptr, &made.transpose_plan),
                  TTGT_SUCCESS);
        ASSERT_EQ(ttgt_plan_start(made.plan, made.to(), made.data.data(), 2, nullptr, nullptr,
                                  nullptr, &made.task),
                  TTGT_SUCCESS);
        for (const BadCall& each : calls) {
            Arguments arguments;
            arguments.plan = made.plan;
            arguments.transpose_plan = made.transpose_plan;
            arguments.task = made.task;

            EXPECT_EQ(each.call(arguments), TTGT_ERROR_INVALID_ARGUMENT) << each.what;

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
    Arguments a;
    // 12 ends within the pointer `strategy`, 4104 is larger than any version's.
    for (const std::size_t size : {0, 1, 7, 12, 20, 4104}) {
        ttgt_context_options context = TTGT_CONTEXT_OPTIONS;
        ttgt_contract_options contract = TTGT_CONTRACT_OPTIONS;
        ttgt_transpose_options transpose = TTGT_TRANSPOSE_OPTIONS;
        context.size = contract.size = transpose.size = size;

        EXPECT_EQ(ttgt_context_create(&context, &a.context), TTGT_ERROR_INVALID_ARGUMENT) << size;
        EXPECT_EQ(
            ttgt_contract({0}, product, &a.output, a.inputs.data(), 2, nullptr, nullptr, &contract),
            TTGT_ERROR_INVALID_ARGUMENT)
            << size;
        EXPECT_EQ(ttgt_transpose_plan_create({0}, &a.output, &a.inputs[0], swapped.data(),
                                             &transpose, &a.transpose_plan),
                  TTGT_ERROR_INVALID_ARGUMENT)
            << size;
    }
    ttgt_contract_options first = TTGT_CONTRACT_OPTIONS;
    first.size = 16;  // `size` and `strategy` alone: what is behind them is not read
    first.measure = 77;
    EXPECT_EQ(ttgt_contract({0}, product, &a.output, a.inputs.data(), 2, nullptr, nullptr, &first),
              TTGT_SUCCESS);
}

/// Numbers that were believed before they were compared with the expression: 128 GiB were asked
/// for, and memory behind the inputs was read.
TEST_F(CBadCalls, NumbersOfInputsAreComparedBeforeInputsAreRead) {
    Arguments a;
    // The third and all behind it would crash whoever reads them.
    const auto* const bad = reinterpret_cast<const std::int64_t*>(std::uintptr_t{16});
    const ttgt_tensor trap{TTGT_FLOAT64, TTGT_HOST, 2, bad, bad, nullptr};
    const std::array<ttgt_tensor, 3> inputs{a.inputs[0], a.inputs[1], trap};
    for (const char* expression : {product, "ik,kj->ij", "D(i,j)=conj(L(i,k))*R(k,j)",
                                   "D[i j]=L[i k]*R[k j]", "D(i,j)=L(i,j)+R(i,j)"}) {
        for (const std::int32_t count : {3, 2147483647}) {
            EXPECT_EQ(ttgt_contract({0}, expression, &a.output, inputs.data(), count, nullptr,
                                    nullptr, nullptr),
                      TTGT_ERROR_INVALID_ARGUMENT)
                << expression;
            EXPECT_THAT(ttgt_last_error(), testing::HasSubstr("names 3 tensors, output included"));
        }
        EXPECT_EQ(
            ttgt_contract({0}, expression, &a.output, inputs.data(), 2, nullptr, nullptr, nullptr),
            TTGT_SUCCESS)
            << ttgt_last_error();
    }
    EXPECT_EQ(
        ttgt_plan_create({0}, product, &a.output, inputs.data(), 2147483647, nullptr, &a.plan),
        TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_contract({0}, "D(i,j)=L(i,k)*R(k", &a.output, inputs.data(), 3, nullptr, nullptr,
                            nullptr),
              TTGT_ERROR_EXPRESSION);
}

}  // namespace
}  // namespace ttgt::test
