// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "contraction/cuda/direct/gett/plan/gett_tiles.h"
#include "src/context/cuda/gett_rates.h"
#include "tools/bench/cases/case_file.h"
#include "tools/fit/direct_step.h"
#include "tools/fit/raw_table.h"

namespace ttgt::tool {

/// A cost model and the launches that it is fitted to. The predictions are the library's own.
struct FittedModel {
    /// Names of the values that are fitted.
    std::vector<std::string> names;
    /// The values that are compiled in.
    std::vector<double> values;
    /// Measured microseconds of each launch.
    std::vector<double> measured_us;
    /// The id of each launch's contraction; empty where the model does not tell.
    std::vector<std::string> cases;
    /// Predicted microseconds of each launch by other values.
    std::function<std::vector<double>(const std::vector<double>&)> predict_us;
};

/// The rates of the GETT kernels for one kind of products, and the launches of a table that have
/// these rates and whose results were checked (`check` is `ok`). Throws FileError where a cell
/// cannot be used.
[[nodiscard]] FittedModel gett_model(const RawTable& table, const cuda::GettProducts& products);

/// The rates that values of such a model are.
[[nodiscard]] cuda::GettRates gett_rates_of(const std::vector<double>& values,
                                            const cuda::GettProducts& products);

/// The rates of transposes on CUDA devices, and the checked launches that
/// `ttgt bench transposes --all-candidates` wrote. Rows whose candidate the planner does not list
/// any more are left out. Throws FileError where a cell cannot be used.
[[nodiscard]] FittedModel cuda_transpose_model(const RawTable& table);

/// The same of transposes on CPUs: the rates of tiles that are written by non-temporal stores
/// (`streamed`) or through the caches. Predictions of one case are scaled to its measured times.
[[nodiscard]] FittedModel cpu_transpose_model(const RawTable& table, bool streamed);

/// The rates of Direct on CPUs, and the launches that bench_planner_choices wrote of it (candidate
/// `direct`). `cases` are the contractions, found by id. Predictions hold for the vector
/// instructions of the machine that computes them. Throws FileError where a cell cannot be used or
/// a case is missing.
[[nodiscard]] FittedModel cpu_direct_model(const RawTable& table,
                                           const std::vector<ContractionCase>& cases,
                                           const DirectMachine& machine);

/// The rates of the outer kernel, and the launches that `bench_cuda_direct --kernels outer-all`
/// wrote of it, those left out that took three times as long as the best one of their case or
/// longer. `cases` are the contractions, found by id. Predictions are those for an H200.
/// Throws FileError where a cell cannot be used or a case is missing.
[[nodiscard]] FittedModel outer_model(const RawTable& table,
                                      const std::vector<ContractionCase>& cases);

}  // namespace ttgt::tool
