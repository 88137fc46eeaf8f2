// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/device.h>

#include <string_view>

#include <fmt/format.h>

#include "src/context/calibration.h"
#include "src/gemm/blas_library.h"
#include "tools/commands/commands.h"
#include "tools/io/standard_output.h"

namespace ttgt::tool {
namespace {

/// By which calibration plans for the device are made unless another is given.
void print_calibration(const DeviceInfo& info) {
    if (!info.usable) return;
    const auto calibration = built_in_calibration_for(info.device);
    print(fmt::format("{:<8} planned by the calibration {}\n", "", calibration->name));
}

/// What to set for programs that call this BLAS themselves, beside ttgt. Empty where there is
/// nothing.
std::string_view advice_for(const BlasLibrary& library) {
    if (library.name != "OpenBLAS") return "";
    switch (library.threading) {
        case BlasThreading::pthread:
            return "after a program's own products its threads look for work for some 30 ms: "
                   "share_openblas_threads() from version 0.3.27 on, or OPENBLAS_THREAD_TIMEOUT=4";
        case BlasThreading::openmp:
            return "after a program's own products its threads look for work for some ms: "
                   "GOMP_SPINCOUNT=10000";
        default:
            return "";
    }
}

void print_blas(const BlasLibrary& library) {
    print(fmt::format("{:<8} {}\n", "", describe(library)));
    const std::string_view advice = advice_for(library);
    if (!advice.empty()) print(fmt::format("{:<8} {}\n", "", advice));
}

}  // namespace

void run(const DevicesCommand&) {
    constexpr double gibibyte = 1024.0 * 1024.0 * 1024.0;
    for (const DeviceInfo& info : list_devices()) {
        const bool is_cpu = info.device.kind == Device::Kind::cpu;
        print(fmt::format("{:<8} {:<10} {:>4} {:<16} {:>8.1f} GiB  {:<16} {}\n",
                          to_string(info.device), info.usable ? "usable" : "no backend",
                          info.processors, is_cpu ? "threads" : "multiprocessors",
                          static_cast<double>(info.memory_bytes) / gibibyte, info.architecture,
                          info.name));
        if (is_cpu) print_blas(blas_library());
        print_calibration(info);
    }
}

}  // namespace ttgt::tool
