// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/execute/device_backend.h"

#include "contraction/cpu/blas_price.h"
#include "contraction/cpu/cpu_backend.h"
#include "contraction/cpu/cpu_machine.h"
#include "src/context/calibration.h"
#include "src/runtime/threads.h"
#if TTGT_HAS_CUDA
#include "contraction/cuda/cuda_backend.h"
#include "contraction/cuda/cuda_machine.h"
#endif

namespace ttgt {

const Backend& backend_of(const Device& device) {
#if TTGT_HAS_CUDA
    if (device.kind == Device::Kind::cuda) return cuda::backend(device.index);
#endif
    (void)device;  // unused without CUDA
    return cpu::backend();
}

std::unique_ptr<const Machine> make_machine(const ContextOptions& options, double footprint_bytes) {
#if TTGT_HAS_CUDA
    if (options.device.kind == Device::Kind::cuda) {
        return std::make_unique<const cuda::CudaMachine>(cuda::architecture_of(options),
                                                         gemm_part(options.calibration));
    }
#endif
    return std::make_unique<const cpu::CpuMachine>(
        cpu::Rates(options.calibration, available_threads(options.threads), footprint_bytes),
        cpu::price_of_blas(*cpu_part(options.calibration)));
}

}  // namespace ttgt
