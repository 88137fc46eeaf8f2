// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/device.h>

#include <fmt/format.h>

#include "src/gemm/blas_library.h"
#include "tools/commands.h"
#include "tools/standard_output.h"

namespace ttgt::tool {

void run(const DevicesCommand&) {
    constexpr double gibibyte = 1024.0 * 1024.0 * 1024.0;
    for (const DeviceInfo& info : list_devices()) {
        const bool is_cpu = info.device.kind == Device::Kind::cpu;
        print(fmt::format("{:<8} {:<10} {:>4} {:<16} {:>8.1f} GiB  {:<16} {}\n",
                          to_string(info.device), info.usable ? "usable" : "no backend",
                          info.processors, is_cpu ? "threads" : "multiprocessors",
                          static_cast<double>(info.memory_bytes) / gibibyte, info.architecture,
                          info.name));
        if (is_cpu) print(fmt::format("{:<8} {}\n", "", describe(blas_library())));
    }
}

}  // namespace ttgt::tool
