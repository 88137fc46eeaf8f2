// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/cuda_machine.h"

#include <utility>

namespace ttgt::cuda {

CudaMachine::CudaMachine(const Architecture& gpu,
                         std::shared_ptr<const GemmTimesByDType> gemm_times,
                         PlanProducts plan_products, KernelCompilers compilers) {
    const auto completed = std::make_shared<KernelMemo>();
    prices_ = std::make_shared<const CudaStepPrices>(gpu, std::move(gemm_times), completed);
    kernels_ = std::make_shared<const CudaKernelPlanner>(gpu);
    preparation_ = std::make_shared<const CudaKernelPreparation>(
        completed, std::move(plan_products), std::move(compilers));
}

std::unique_ptr<const Machine> CudaMachine::with_workspace(std::int64_t) const {
    return std::make_unique<const CudaMachine>(*this);
}

}  // namespace ttgt::cuda
