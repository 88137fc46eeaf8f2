// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/cpu_machine.h"

#include <utility>

namespace ttgt::cpu {

CpuMachine::CpuMachine(Rates rates, BlasPrice blas)
    : CpuMachine(std::move(rates), blas, std::make_shared<KernelMemo>()) {}

CpuMachine::CpuMachine(Rates rates, BlasPrice blas, std::shared_ptr<KernelMemo> memo)
    : rates_(std::move(rates)),
      blas_(blas),
      memo_(std::move(memo)),
      prices_(rates_, blas_),
      kernels_(rates_, memo_),
      preparation_(rates_.threads(), blas_) {}

std::unique_ptr<const Machine> CpuMachine::with_workspace(std::int64_t bytes) const {
    return std::unique_ptr<const CpuMachine>(
        new CpuMachine(rates_.with_workspace(bytes), blas_, memo_));
}

}  // namespace ttgt::cpu
