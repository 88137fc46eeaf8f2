// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/not_built.h"

#include "contraction/cuda/cuda_device.h"

namespace ttgt::cuda {

const Backend& backend(int) { not_built(); }
std::unique_ptr<const Machine> make_machine(const ContextOptions&) { not_built(); }

void call_on_copies(const TensorView&, const std::vector<const ConstTensorView*>&, bool, Context&,
                    const CallOnOperands&) {
    not_built();
}

}  // namespace ttgt::cuda
