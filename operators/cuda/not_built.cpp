// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/not_built.h"
#include "operators/cuda/cuda_evaluation.h"

namespace ttgt::cuda {

std::shared_ptr<const EvaluationKernel> make_evaluation_kernel(const Context&,
                                                               const OperatorProblem&) {
    not_built();
}

double time_on_device(int, Stream, const std::function<void()>&) { not_built(); }

}  // namespace ttgt::cuda
