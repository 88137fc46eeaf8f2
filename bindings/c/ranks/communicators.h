// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_ranks.h>
#include <ttgt/distributed.h>
#include <ttgt/distributed_operators.h>
#include <ttgt/distributed_program.h>
#include <ttgt/distributed_tensor.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "bindings/c/handle_table.h"

/// What the handles of ranks stand for. As other tables of handles, these are never destroyed.
namespace ttgt::c {

/// A plan over ranks. It keeps the context that made it, whose workspace and stream it uses.
struct PlannedDistributedCall {
    DistributedPlan plan;
    std::size_t inputs = 0;
    std::shared_ptr<Transport> transport;  ///< by which ranks agree on the arguments of a run
    std::shared_ptr<Context> context;      ///< null: the calling thread's own
};

/// A program over ranks. It keeps the context that made it, whose workspace and stream it uses.
struct PlannedDistributedProgram {
    DistributedProgramPlan plan;
    std::size_t tensors = 0;
    std::shared_ptr<Transport> transport;  ///< by which ranks agree on the arguments of a run
    std::shared_ptr<Context> context;      ///< null: the calling thread's own
};

/// A plan of a formula over ranks. It keeps the context that made it, whose workspace and stream it
/// uses.
struct PlannedDistributedEvaluation {
    DistributedEvaluationPlan plan;
    std::shared_ptr<Transport> transport;  ///< by which ranks agree on the arguments of a run
    std::shared_ptr<Context> context;      ///< null: the calling thread's own
};

/// A tensor over ranks with the numbers that its description points to.
struct OwnedRankTensor {
    DistributedTensor tensor;
    ttgt_dtype dtype = TTGT_FLOAT64;
    std::vector<std::int32_t> axes;
    std::vector<std::int64_t> blocks;
};

[[nodiscard]] HandleTable<Communicator>& communicators();
[[nodiscard]] HandleTable<const PlannedDistributedCall>& distributed_plans();
[[nodiscard]] HandleTable<const PlannedDistributedProgram>& distributed_programs();
[[nodiscard]] HandleTable<const PlannedDistributedEvaluation>& distributed_evaluations();
[[nodiscard]] HandleTable<OwnedRankTensor>& rank_tensors();

}  // namespace ttgt::c
