// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_ranks.h>
#include <ttgt/distributed_program.h>

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "bindings/c/arguments.h"
#include "bindings/c/handles.h"
#include "bindings/c/profile.h"
#include "bindings/c/ranks/communicators.h"
#include "bindings/c/ranks/distributed_arguments.h"
#include "bindings/c/ranks/distributed_tensor.h"
#include "bindings/c/status.h"
#include "distributed/run/agreement.h"

namespace ttgt::c {
namespace {

/// The arguments of planning a program over ranks.
struct ProgramCall {
    ttgt_context context;
    const char* statements;
    const char* const* names;
    const ttgt_distributed_tensor* tensors;
    std::int32_t tensor_count;
    const ttgt_distributed_options* options;
    ttgt_distributed_program* program;
};

/// The same, read and checked.
struct ProgramArguments : PlanningArguments {
    std::vector<NamedDistributedOperand> operands;
};

ProgramArguments read_program(const ProgramCall& call, int rank) {
    check_given(call.program, "program");
    check_given(call.statements, "statements");
    ProgramArguments read{read_planning(call.context, call.options), {}};
    check_program_tensors(call.names, call.tensors, call.tensor_count);
    for (std::int32_t i = 0; i < call.tensor_count; ++i) {
        check_given(call.names[i], "a name");
        read.operands.push_back(
            {call.names[i], checked_layout_of(call.tensors[i], rank, call.names[i])});
    }
    return read;
}

/// The arguments of a run of a program over ranks.
struct DistributedProgramRun {
    ttgt_distributed_program program;
    void* const* data;
    std::int32_t tensor_count;
    const ttgt_run_options* options;
    /// Checks what a profile is written to.
    std::function<void()> check_outputs = [] {};
};

RunOptions read_program_run(const DistributedProgramRun& call,
                            const PlannedDistributedProgram& planned) {
    call.check_outputs();
    check_run_tensors(planned.tensors, call.tensor_count);
    check_given(call.data, "data");
    return place_of_run(call.options, planned.plan.workspace_bytes(), planned.context);
}

/// Calls `act` with the plan and the arguments of its run() and profile(). Collective: where the
/// arguments of one rank cannot be used, throws its error on every rank.
template <class Act>
void with_distributed_program(const DistributedProgramRun& call, Act&& act) {
    const std::shared_ptr<const PlannedDistributedProgram> planned =
        distributed_programs().at(call.program.id);
    const RunOptions options =
        agreed(*planned->transport, [&] { return read_program_run(call, *planned); });
    act(planned->plan, std::span(call.data, planned->tensors), options);
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_distributed_program_create(ttgt_communicator communicator, ttgt_context context,
                                            const char* statements, const char* const* names,
                                            const ttgt_distributed_tensor* tensors,
                                            int32_t tensor_count,
                                            const ttgt_distributed_options* options,
                                            ttgt_distributed_program* program) {
    return guarded([&] {
        const std::shared_ptr<ttgt::Communicator> ranks = communicators().at(communicator.id);
        ProgramArguments read = ttgt::agreed(*ranks->transport(), [&] {
            return read_program(
                {context, statements, names, tensors, tensor_count, options, program},
                ranks->rank());
        });
        set_rates(*ranks, read);
        ttgt::DistributedProgramPlan plan = ttgt::plan_program(
            *ranks, context_or_own(read.context), statements, read.operands, read.options);
        program->id = distributed_programs().insert(
            std::make_shared<const PlannedDistributedProgram>(PlannedDistributedProgram{
                std::move(plan), read.operands.size(), ranks->transport(), read.context}));
    });
}

ttgt_status ttgt_distributed_program_destroy(ttgt_distributed_program program) {
    return guarded([&] {
        if (program.id != 0) (void)distributed_programs().remove(program.id);
    });
}

ttgt_status ttgt_distributed_program_workspace_bytes(ttgt_distributed_program program,
                                                     int64_t* bytes) {
    return guarded([&] {
        check_given(bytes, "bytes");
        *bytes = distributed_programs().at(program.id)->plan.workspace_bytes();
    });
}

ttgt_status ttgt_distributed_program_explain(ttgt_distributed_program program, char* text,
                                             size_t capacity, size_t* length) {
    return guarded([&] {
        write_text(distributed_programs().at(program.id)->plan.explain(), text, capacity, length);
    });
}

ttgt_status ttgt_distributed_program_run(ttgt_distributed_program program, void* const* data,
                                         int32_t tensor_count, const ttgt_run_options* options) {
    return guarded([&] {
        with_distributed_program(
            {program, data, tensor_count, options},
            [](const auto& planned, const auto&... arguments) { planned.run(arguments...); });
    });
}

ttgt_status ttgt_distributed_program_profile(ttgt_distributed_program program, void* const* data,
                                             int32_t tensor_count, const ttgt_run_options* options,
                                             ttgt_distributed_profile* profile, char* text,
                                             size_t capacity, size_t* length) {
    return guarded([&] {
        with_distributed_program(
            {program, data, tensor_count, options, [&] { check_profile(profile, text, capacity); }},
            [&](const auto& planned, const auto&... arguments) {
                const ttgt::DistributedReport report = planned.profile(arguments...);
                write_numbers(numbers_of(report), profile);
                write_text(to_text(report), text, capacity, length);
            });
    });
}
