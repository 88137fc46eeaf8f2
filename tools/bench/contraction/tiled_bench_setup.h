// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "tools/bench/bench_options.h"
#include "tools/bench/contraction/tiled_bench.h"

/// From options to what runs, where devices share tensors in host memory.
namespace ttgt::tool {

/// `devices` and `memory` as they are written. Throws InvalidArgument where a device is none,
/// several strategies are named or an unknown one, or memory shall be page-locked without a CUDA
/// device.
[[nodiscard]] TiledBenchSettings tiled_settings_of(const BenchOptions& bench,
                                                   const BenchPlanning& planning,
                                                   const std::string& devices,
                                                   const std::string& memory);
/// Measures what the devices reach for these dtypes: the sum of all, each alone, and, of CUDA
/// devices of one name, their links. CPUs that stand for devices share what they have, and no
/// roofline is drawn for them.
[[nodiscard]] RunInfo tiled_run_info_of(const BenchOptions& bench, const std::set<DType>& dtypes,
                                        const HostContractionOptions& planning);

}  // namespace ttgt::tool
