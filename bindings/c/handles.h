// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_contraction.h>
#include <ttgt/blocks.h>
#include <ttgt/c_api.h>
#include <ttgt/contraction.h>
#include <ttgt/groups.h>
#include <ttgt/operators.h>
#include <ttgt/program.h>
#include <ttgt/transpose.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/c/handle_table.h"
#include "src/runtime/cuda/completion.h"

/// What the handles of the C API stand for. Each table is made on first use and never destroyed:
/// destructors of static objects may use handles.
namespace ttgt::c {

/// A contraction's plan. It keeps the context that made it, whose workspace and stream it uses.
struct PlannedCall {
    ContractionPlan plan;
    std::size_t inputs = 0;
    std::shared_ptr<Context> context;  ///< null: the calling thread's own
};

struct PlannedProgram {
    ProgramPlan plan;
    std::size_t tensors = 0;
    std::shared_ptr<Context> context;  ///< null: the calling thread's own
};

struct PlannedBlockCall {
    BlockContractionPlan plan;
    std::size_t inputs = 0;
    std::shared_ptr<Context> context;  ///< null: the calling thread's own
};

struct PlannedBlockProgramCall {
    BlockProgramPlan plan;
    std::vector<std::string> names;    ///< of the tensors, in their order
    std::shared_ptr<Context> context;  ///< null: the calling thread's own
};

struct PlannedGroupCall {
    GroupPlan plan;
    std::size_t operands = 0;          ///< of each problem, the output included
    std::shared_ptr<Context> context;  ///< null: the calling thread's own
};

struct PlannedEvaluationCall {
    EvaluationPlan plan;
    std::shared_ptr<Context> context;  ///< null: the calling thread's own
};

struct TransposeCall {
    TransposePlan plan;
    std::shared_ptr<Context> context;
};

/// A call under way.
struct Task {
    std::optional<cuda::Completion> completion;  ///< empty on CPUs, where calls end on return
};

[[nodiscard]] HandleTable<Context>& contexts();
[[nodiscard]] HandleTable<const PlannedCall>& plans();
[[nodiscard]] HandleTable<const PlannedProgram>& programs();
[[nodiscard]] HandleTable<const BlockLayout>& block_layouts();
[[nodiscard]] HandleTable<const PlannedBlockCall>& block_plans();
[[nodiscard]] HandleTable<const PlannedBlockProgramCall>& block_programs();
[[nodiscard]] HandleTable<const PlannedGroupCall>& group_plans();
[[nodiscard]] HandleTable<const PlannedEvaluationCall>& evaluation_plans();
[[nodiscard]] HandleTable<const TransposeCall>& transpose_plans();
[[nodiscard]] HandleTable<const Task>& tasks();

/// Null for handle 0, which is the calling thread's own.
[[nodiscard]] std::shared_ptr<Context> find_context(ttgt_context handle);
[[nodiscard]] inline Context& context_or_own(const std::shared_ptr<Context>& context) {
    return context != nullptr ? *context : thread_context();
}

}  // namespace ttgt::c
