// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Each function of the C API with handles that were destroyed, were never made, or belong to
// another kind of object: a status with a text, and nothing written.
#include <ttgt/c_api.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/bindings/c_arguments.h"

namespace ttgt::test {
namespace {

/// A call that is told a handle.
struct HandleCall {
    std::string function;
    std::function<ttgt_status(CArguments&, std::uint64_t)> call;
    bool takes_none = false;  ///< handle 0 is the thread's own context, or nothing to destroy
};

// Long: a table of calls.
std::vector<HandleCall> calls_of_contexts() {
    return {
        {"ttgt_context_destroy",
         [](CArguments&, std::uint64_t id) { return ttgt_context_destroy({id}); }, true},
        {"ttgt_context_space",
         [](CArguments& a, std::uint64_t id) { return ttgt_context_space({id}, &a.space); }, true},
        {"ttgt_context_bytes",
         [](CArguments& a, std::uint64_t id) { return ttgt_context_bytes({id}, &a.bytes); }, true},
        {"ttgt_context_release_workspace",
         [](CArguments&, std::uint64_t id) { return ttgt_context_release_workspace({id}); }, true},
        {"ttgt_contract",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_contract({id}, c_product, &a.output, a.inputs.data(), 2, nullptr, nullptr,
                                  nullptr);
         },
         true},
        {"ttgt_contract_start",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_contract_start({id}, c_product, &a.output, a.inputs.data(), 2, nullptr,
                                        nullptr, nullptr, &a.task);
         },
         true},
        {"ttgt_find_path",
         [](CArguments& a, std::uint64_t id) {
             std::array<std::int32_t, 2> steps{};
             return ttgt_find_path({id}, c_product, &a.output, a.inputs.data(), 2, nullptr,
                                   steps.data(), nullptr);
         },
         true},
        {"ttgt_plan_create",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_plan_create({id}, c_product, &a.output, a.inputs.data(), 2, nullptr,
                                     &a.plan);
         },
         true},
        {"ttgt_program_create",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_program_create({id}, c_product, c_names.data(), a.tensors.data(), 3,
                                        nullptr, &a.program);
         },
         true},
        {"ttgt_transpose_plan_create",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_transpose_plan_create({id}, &a.output, &a.inputs[0], c_swapped.data(),
                                               nullptr, &a.transpose_plan);
         },
         true},
    };
}

// Long: a table of calls.
std::vector<HandleCall> calls_of_plans() {
    return {
        {"ttgt_plan_destroy", [](CArguments&, std::uint64_t id) { return ttgt_plan_destroy({id}); },
         true},
        {"ttgt_plan_workspace_bytes",
         [](CArguments& a, std::uint64_t id) { return ttgt_plan_workspace_bytes({id}, &a.bytes); }},
        {"ttgt_plan_explain",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_plan_explain({id}, 1, nullptr, 0, &a.length);
         }},
        {"ttgt_plan_run",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_plan_run({id}, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr);
         }},
        {"ttgt_plan_start",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_plan_start({id}, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr,
                                    &a.task);
         }},
        {"ttgt_plan_profile",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_plan_profile({id}, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr,
                                      &a.profile, nullptr, 0, &a.length);
         }},
        {"ttgt_program_destroy",
         [](CArguments&, std::uint64_t id) { return ttgt_program_destroy({id}); }, true},
        {"ttgt_program_workspace_bytes",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_program_workspace_bytes({id}, &a.bytes);
         }},
        {"ttgt_program_explain",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_program_explain({id}, nullptr, 0, &a.length);
         }},
        {"ttgt_program_run",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_program_run({id}, a.all_data.data(), 3, nullptr);
         }},
        {"ttgt_program_profile",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_program_profile({id}, a.all_data.data(), 3, nullptr, &a.profile, nullptr,
                                         0, &a.length);
         }},
        {"ttgt_transpose_plan_destroy",
         [](CArguments&, std::uint64_t id) { return ttgt_transpose_plan_destroy({id}); }, true},
        {"ttgt_transpose_plan_run",
         [](CArguments& a, std::uint64_t id) {
             return ttgt_transpose_plan_run({id}, a.to(), a.data[0], nullptr, nullptr, nullptr);
         }},
        {"ttgt_task_destroy", [](CArguments&, std::uint64_t id) { return ttgt_task_destroy({id}); },
         true},
        {"ttgt_task_test",
         [](CArguments& a, std::uint64_t id) { return ttgt_task_test({id}, &a.done); }},
        {"ttgt_task_wait", [](CArguments&, std::uint64_t id) { return ttgt_task_wait({id}); }},
    };
}

std::vector<HandleCall> all_calls() {
    std::vector<HandleCall> calls = calls_of_contexts();
    for (HandleCall& call : calls_of_plans()) calls.push_back(std::move(call));
    return calls;
}

void expect_untouched(const CArguments& arguments, const std::string& what) {
    EXPECT_THAT(arguments.d.elements, testing::Each(7)) << what;
    EXPECT_EQ(arguments.space, 77) << what;
    EXPECT_EQ(arguments.bytes, 77) << what;
    EXPECT_EQ(arguments.done, 77) << what;
    EXPECT_EQ(arguments.length, 77U) << what;
    EXPECT_EQ(arguments.plan.id, 0U) << what;
    EXPECT_EQ(arguments.program.id, 0U) << what;
    EXPECT_EQ(arguments.transpose_plan.id, 0U) << what;
    EXPECT_EQ(arguments.task.id, 0U) << what;
    EXPECT_EQ(arguments.profile.m, 0) << what;
}

/// One of each kind, destroyed: none of the numbers is a handle of any kind then.
std::vector<std::uint64_t> destroyed_handles() {
    CArguments a;
    EXPECT_EQ(ttgt_context_create(nullptr, &a.context), TTGT_SUCCESS);
    EXPECT_EQ(
        ttgt_plan_create(a.context, c_product, &a.output, a.inputs.data(), 2, nullptr, &a.plan),
        TTGT_SUCCESS);
    EXPECT_EQ(ttgt_program_create(a.context, c_product, c_names.data(), a.tensors.data(), 3,
                                  nullptr, &a.program),
              TTGT_SUCCESS);
    EXPECT_EQ(ttgt_transpose_plan_create(a.context, &a.output, &a.inputs[0], c_swapped.data(),
                                         nullptr, &a.transpose_plan),
              TTGT_SUCCESS);
    EXPECT_EQ(ttgt_plan_start(a.plan, a.to(), a.data.data(), 2, nullptr, nullptr, nullptr, &a.task),
              TTGT_SUCCESS);
    EXPECT_EQ(ttgt_context_destroy(a.context), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_plan_destroy(a.plan), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_program_destroy(a.program), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_transpose_plan_destroy(a.transpose_plan), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_task_destroy(a.task), TTGT_SUCCESS);
    return {a.context.id, a.plan.id, a.program.id, a.transpose_plan.id, a.task.id};
}

TEST(CHandles, EveryCallRefusesHandlesThatAreGone) {
    std::vector<std::uint64_t> gone = destroyed_handles();
    gone.insert(gone.end(), {1, 12345, std::uint64_t{1} << 63U, 0xffffffffU,
                             std::numeric_limits<std::uint64_t>::max()});
    for (const HandleCall& each : all_calls()) {
        for (const std::uint64_t id : gone) {
            CArguments arguments;
            const std::string what = each.function + " of " + std::to_string(id);

            EXPECT_EQ(each.call(arguments, id), TTGT_ERROR_STALE_HANDLE) << what;

            EXPECT_THAT(ttgt_last_error(), testing::HasSubstr("was destroyed, or never made"));
            expect_untouched(arguments, what);
        }
    }
}

TEST(CHandles, NoHandleIsTheOwnContextOrNothingToDestroy) {
    for (const HandleCall& each : all_calls()) {
        CArguments arguments;
        const ttgt_status expected = each.takes_none ? TTGT_SUCCESS : TTGT_ERROR_STALE_HANDLE;

        EXPECT_EQ(each.call(arguments, 0), expected) << each.function;

        if (!each.takes_none) expect_untouched(arguments, each.function);
        EXPECT_EQ(ttgt_plan_destroy(arguments.plan), TTGT_SUCCESS);
        EXPECT_EQ(ttgt_program_destroy(arguments.program), TTGT_SUCCESS);
        EXPECT_EQ(ttgt_transpose_plan_destroy(arguments.transpose_plan), TTGT_SUCCESS);
        EXPECT_EQ(ttgt_task_destroy(arguments.task), TTGT_SUCCESS);
    }
}

TEST(CHandles, TableHasEveryFunctionOfTheHeader) {
    std::ifstream file(TTGT_C_API_HEADER);
    const std::string header{std::istreambuf_iterator<char>(file), {}};
    ASSERT_FALSE(header.empty());
    std::set<std::string> known{"ttgt_last_error",
                                "ttgt_status_name",
                                "ttgt_version",
                                "ttgt_query",
                                "ttgt_configuration",
                                "ttgt_set_interrupt",
                                "ttgt_share_openblas_threads",
                                "ttgt_unshare_openblas_threads",
                                "ttgt_openblas_copies",
                                "ttgt_share_openmp_threads",
                                "ttgt_unshare_openmp_threads",
                                "ttgt_openmp_libraries",
                                "ttgt_context_create"};  // take no handle
    for (const HandleCall& each : all_calls()) known.insert(each.function);

    std::set<std::string> declared;
    const std::regex function(R"(TTGT_C_API [a-z0-9_ *]*?\b(ttgt_[a-z_]+)\()");
    for (std::sregex_iterator found(header.begin(), header.end(), function), end; found != end;
         ++found) {
        declared.insert((*found)[1]);
    }

    EXPECT_EQ(declared, known);
}

}  // namespace
}  // namespace ttgt::test
