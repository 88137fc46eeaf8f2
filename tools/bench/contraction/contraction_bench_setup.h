// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <map>
#include <set>
#include <string>

#include "tools/bench/bench_options.h"
#include "tools/bench/contraction/contraction_bench.h"
#include "tools/bench/results/run_info.h"

/// From options to what runs: shared by the benchmarks of contractions.
namespace ttgt::tool {

/// Some elements of large tensors, for which the reference takes too long.
[[nodiscard]] reference::CompareOptions sampled_check();

/// Throws InvalidArgument where a strategy is unknown or named twice, or a rival does not run on
/// the device.
[[nodiscard]] ContractionBenchSettings settings_of(const BenchOptions& bench,
                                                   const BenchPlanning& planning);
[[nodiscard]] ContextOptions context_options_of(const BenchOptions& bench,
                                                const BenchPlanning& planning);
/// As settings_of(BenchOptions), of benchmarks of contractions.
[[nodiscard]] std::map<std::string, std::string> shared_settings(const BenchOptions& bench,
                                                                 const BenchPlanning& planning);
/// Measures what the machine reaches for these dtypes.
[[nodiscard]] RunInfo run_info_of(const BenchOptions& bench, const std::set<DType>& dtypes,
                                  ComputeType compute);

}  // namespace ttgt::tool
