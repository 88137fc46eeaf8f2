// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/blocks.h>
#include <ttgt/c_blocks.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/c/arguments.h"
#include "bindings/c/block_tensors.h"
#include "bindings/c/handles.h"
#include "bindings/c/profile.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

std::vector<NamedBlockOperand> named_block_operands(const char* const* names,
                                                    const ttgt_block_tensor* tensors,
                                                    std::int32_t count) {
    check_program_tensors(names, tensors, count);
    std::vector<NamedBlockOperand> operands;
    for (std::int32_t i = 0; i < count; ++i) {
        check_given(names[i], "a name");
        operands.push_back({names[i], shape_of(tensors[i], names[i])});
    }
    return operands;
}

/// The arguments of ttgt_block_program_run().
struct BlockProgramRun {
    ttgt_block_program program;
    const ttgt_block_tensor* tensors;
    std::int32_t tensor_count;
    const ttgt_run_options* options;
};

/// Calls `act` with the plan and the arguments of BlockProgramPlan::run().
template <class Act>
void with_program_run(const BlockProgramRun& call, Act&& act) {
    const std::shared_ptr<const PlannedBlockProgramCall> planned =
        block_programs().at(call.program.id);
    check_run_tensors(planned->names.size(), call.tensor_count);
    check_given(call.tensors, "tensors");
    std::vector<BlockTensorView> views;
    for (std::size_t i = 0; i < planned->names.size(); ++i) {
        views.push_back(view_of_blocks(call.tensors[i], planned->names[i]));
    }
    act(planned->plan, views,
        place_of_run(call.options, planned->plan.workspace_bytes(), planned->context));
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_block_program_create(ttgt_context context, const char* statements,
                                      const char* const* names, const ttgt_block_tensor* tensors,
                                      int32_t tensor_count, const ttgt_block_options* options,
                                      ttgt_block_program* program) {
    return guarded([&] {
        check_given(program, "program");
        check_given(statements, "statements");
        std::shared_ptr<ttgt::Context> found = find_context(context);
        const std::vector<ttgt::NamedBlockOperand> operands =
            named_block_operands(names, tensors, tensor_count);
        ttgt::BlockProgramPlan plan =
            ttgt::plan_program(context_or_own(found), statements, operands,
                               block_plan_options(options), block_path_options(options));
        std::vector<std::string> its_names(names, names + tensor_count);
        program->id = block_programs().insert(std::make_shared<const PlannedBlockProgramCall>(
            PlannedBlockProgramCall{std::move(plan), std::move(its_names), std::move(found)}));
    });
}

ttgt_status ttgt_block_program_destroy(ttgt_block_program program) {
    return guarded([&] {
        if (program.id != 0) (void)block_programs().remove(program.id);
    });
}

ttgt_status ttgt_block_program_workspace_bytes(ttgt_block_program program, int64_t* bytes) {
    return guarded([&] {
        check_given(bytes, "bytes");
        *bytes = block_programs().at(program.id)->plan.workspace_bytes();
    });
}

ttgt_status ttgt_block_program_pairs(ttgt_block_program program, int64_t* pairs) {
    return guarded([&] {
        check_given(pairs, "pairs");
        *pairs = block_programs().at(program.id)->plan.pairs();
    });
}

ttgt_status ttgt_block_program_explain(ttgt_block_program program, int32_t components, char* text,
                                       size_t capacity, size_t* length) {
    return guarded([&] {
        const std::size_t most = component_count(components);
        write_text(block_programs().at(program.id)->plan.explain(most), text, capacity, length);
    });
}

ttgt_status ttgt_block_program_run(ttgt_block_program program, const ttgt_block_tensor* tensors,
                                   int32_t tensor_count, const ttgt_run_options* options) {
    return guarded([&] {
        with_program_run(
            {program, tensors, tensor_count, options},
            [](const auto& planned, const auto&... arguments) { planned.run(arguments...); });
    });
}

ttgt_status ttgt_block_program_profile(ttgt_block_program program, const ttgt_block_tensor* tensors,
                                       int32_t tensor_count, const ttgt_run_options* options,
                                       ttgt_profile* profile, char* text, size_t capacity,
                                       size_t* length) {
    return guarded([&] {
        check_profile(profile, text, capacity);
        with_program_run({program, tensors, tensor_count, options}, [&](const auto& planned,
                                                                        const auto&... arguments) {
            write_profile(planned.profile(arguments...), profile, text, capacity, length);
        });
    });
}
