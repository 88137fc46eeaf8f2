// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/direct.h"

#include <variant>

#include "contraction/cuda/direct/direct_calls.h"
#include "contraction/cuda/direct/enqueue.h"

namespace ttgt::cuda {

void run_direct(const DirectKernelPlan& plan, const Scalars& scalars, const void* l, const void* r,
                void* d, void* scratch, Stream stream) {
    for_each_launch(
        plan, scalars, l, r, d, scratch, [&](const DirectLaunch& chosen, const DirectCall& call) {
            std::visit([&](const auto& arguments) { enqueue(chosen, arguments, call, stream); },
                       chosen.arguments);
        });
}

}  // namespace ttgt::cuda
