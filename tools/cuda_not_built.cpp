// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/not_built.h"
#include "tools/bench/cuda/device_arena.h"
#include "tools/bench/cuda/device_contraction_arena.h"
#include "tools/bench/cuda/device_copy.h"
#include "tools/bench/cuda/device_gemm_peak.h"
#include "tools/calibrate/cuda/device_calibration.h"
#include "tools/calibrate/cuda/gett_meter.h"
#include "tools/operands/cuda/device_operands.h"
#include "tools/operands/host_memory.h"

namespace ttgt::tool {

using cuda::not_built;

std::unique_ptr<TransposeArena> make_device_arena(const Context&) { not_built(); }
std::unique_ptr<ContractionArena> make_device_contraction_arena(const Context&) { not_built(); }
double measure_device_copy_gb_s(const Context&) { not_built(); }
double measure_device_gemm_gflops(const Context&, DType, ComputeType) { not_built(); }
Calibration calibrate_device(const Context&, const DeviceCalibrationEffort&, Progress&) {
    not_built();
}
MeasureGetts gett_meter(const Context&, int) { not_built(); }
std::shared_ptr<void> allocate_page_locked(std::int64_t, int) { not_built(); }
std::unique_ptr<PlacedOperands> place_on_device(const Context&, const std::vector<HostOperand>&,
                                                bool) {
    not_built();
}

}  // namespace ttgt::tool
