// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>
#include <ttgt/dtype.h>

#include <memory>
#include <string>
#include <vector>

#include "contraction/cpu/direct/direct_rates.h"
#include "contraction/plan/plan.h"
#include "contraction/problem/problem.h"
#include "src/context/calibration.h"
#include "tools/bench/cases/case_file.h"

namespace ttgt::tool {

/// A CPU on which Direct runs.
struct DirectMachine {
    /// What `ttgt calibrate` measured of the CPU.
    std::shared_ptr<const Calibration> calibration = built_in_calibration();
    /// Number of threads that compute.
    int threads = 1;
};

/// The case of an id. Throws FileError, naming the option --cases, where there is none.
[[nodiscard]] const ContractionCase& case_of(const std::vector<ContractionCase>& cases,
                                             const std::string& id);
/// A contraction of packed operands, D overwritten.
[[nodiscard]] Problem problem_of(const ContractionCase& given, DType dtype, ComputeType compute);
/// A problem as one Direct step.
[[nodiscard]] DirectStep direct_step_of(const Problem& problem, const DirectMachine& machine = {});

/// One run of Direct on a CPU.
struct DirectLaunch {
    /// The step.
    DirectStep step;
    /// Bytes of all operands.
    double bytes = 0;
};

/// The run of Direct that does a contraction; float64 where the case has no dtype.
[[nodiscard]] DirectLaunch direct_launch_of(const ContractionCase& given,
                                            const DirectMachine& machine);
/// Predicted milliseconds of a run by some rates.
[[nodiscard]] double predicted_ms(const DirectLaunch& launch, const DirectMachine& machine,
                                  const cpu::DirectRates& rates);

}  // namespace ttgt::tool
