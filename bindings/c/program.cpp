// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_api.h>
#include <ttgt/program.h>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings/c/arguments.h"
#include "bindings/c/handles.h"
#include "bindings/c/profile.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

std::vector<NamedOperand> named_operands(const char* const* names, const ttgt_tensor* tensors,
                                         std::int32_t count) {
    check_program_tensors(names, tensors, count);
    std::vector<NamedOperand> operands;
    for (std::int32_t i = 0; i < count; ++i) {
        check_given(names[i], "a name");
        operands.push_back(
            {names[i], {dtype_of(tensors[i], names[i]), layout_of(tensors[i], names[i])}});
    }
    return operands;
}

/// The arguments of ttgt_program_run().
struct ProgramRun {
    ttgt_program program;
    void* const* data;
    std::int32_t tensor_count;
    const ttgt_run_options* options;
};

/// Calls `act` with the plan and the arguments of ProgramPlan::run().
template <class Act>
void with_program(const ProgramRun& call, Act&& act) {
    const std::shared_ptr<const PlannedProgram> planned = programs().at(call.program.id);
    check_run_tensors(planned->tensors, call.tensor_count);
    check_given(call.data, "data");
    act(planned->plan, std::span(call.data, planned->tensors),
        place_of_run(call.options, planned->plan.workspace_bytes(), planned->context));
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_program_create(ttgt_context context, const char* statements,
                                const char* const* names, const ttgt_tensor* tensors,
                                int32_t tensor_count, const ttgt_contract_options* options,
                                ttgt_program* program) {
    return guarded([&] {
        check_given(program, "program");
        check_given(statements, "statements");
        std::shared_ptr<ttgt::Context> found = find_context(context);
        const ttgt_contract_options given =
            read_options(options, ttgt_contract_options TTGT_CONTRACT_OPTIONS, "options");
        ttgt::ProgramPlan plan = ttgt::plan_program(context_or_own(found), statements,
                                                    named_operands(names, tensors, tensor_count),
                                                    plan_options(given), path_options(given.path));
        program->id = programs().insert(std::make_shared<const PlannedProgram>(PlannedProgram{
            std::move(plan), static_cast<std::size_t>(tensor_count), std::move(found)}));
    });
}

ttgt_status ttgt_program_destroy(ttgt_program program) {
    return guarded([&] {
        if (program.id != 0) (void)programs().remove(program.id);
    });
}

ttgt_status ttgt_program_workspace_bytes(ttgt_program program, int64_t* bytes) {
    return guarded([&] {
        check_given(bytes, "bytes");
        *bytes = programs().at(program.id)->plan.workspace_bytes();
    });
}

ttgt_status ttgt_program_explain(ttgt_program program, char* text, size_t capacity,
                                 size_t* length) {
    return guarded(
        [&] { write_text(programs().at(program.id)->plan.explain(), text, capacity, length); });
}

ttgt_status ttgt_program_run(ttgt_program program, void* const* data, int32_t tensor_count,
                             const ttgt_run_options* options) {
    return guarded([&] {
        with_program(
            {program, data, tensor_count, options},
            [](const auto& planned, const auto&... arguments) { planned.run(arguments...); });
    });
}

ttgt_status ttgt_program_profile(ttgt_program program, void* const* data, int32_t tensor_count,
                                 const ttgt_run_options* options, ttgt_profile* profile, char* text,
                                 size_t capacity, size_t* length) {
    return guarded([&] {
        check_profile(profile, text, capacity);
        with_program({program, data, tensor_count, options}, [&](const auto& planned,
                                                                 const auto&... arguments) {
            write_profile(planned.profile(arguments...), profile, text, capacity, length);
        });
    });
}
