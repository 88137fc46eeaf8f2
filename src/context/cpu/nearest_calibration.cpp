// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/cpu/nearest_calibration.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "src/runtime/threads.h"

namespace ttgt::cpu {
namespace {

/// How unlike a machine is, the weightiest difference first.
auto difference(const CpuCalibration& calibration, const CpuIdentity& cpu, int threads) {
    const CpuIdentity& measured = calibration.cpu;
    const double ratio = static_cast<double>(calibration.threads) / threads;
    const bool is_of_vendor = measured.vendor == cpu.vendor;
    return std::tuple(std::abs(measured.vector_bits - cpu.vector_bits), std::abs(std::log2(ratio)),
                      !(is_of_vendor && measured.family == cpu.family), !is_of_vendor);
}

}  // namespace

std::shared_ptr<const Calibration> nearest_calibration(
    const std::vector<std::shared_ptr<const Calibration>>& calibrations, const CpuIdentity& cpu,
    int threads) {
    return *std::min_element(calibrations.begin(), calibrations.end(),
                             [&](const auto& one, const auto& other) {
                                 return difference(*cpu_part(one), cpu, threads) <
                                        difference(*cpu_part(other), cpu, threads);
                             });
}

std::shared_ptr<const Calibration> nearest_built_in_calibration() {
    // Never destroyed: destructors of static objects may contract.
    static const auto& nearest = *new std::shared_ptr<const Calibration>(
        nearest_calibration(built_in_calibrations(), cpu_identity(), processors()));
    return nearest;
}

}  // namespace ttgt::cpu
