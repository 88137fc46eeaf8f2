// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/fit/gett_trials.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "tools/fit/direct_step.h"
#include "tools/fit/gett_columns.h"

namespace ttgt::tool {

GettTrial drawn_trial(const ContractionCase& given, const cuda::GettProducts& products,
                      const cuda::Architecture& gpu, const GettDraws& draws,
                      std::mt19937_64& random) {
    GettTrial trial{given, products, gpu, {}};
    const DirectStep step = direct_step_of(problem_of(given, products.dtype, products.compute));
    const cuda::DirectShape shape = cuda::make_shape(step);
    if (!cuda::suits_gett(shape)) return trial;
    for (const cuda::GettChoice& choice : drawn_getts(shape, gpu, draws, random)) {
        const std::optional<cuda::GettWork> work = work_of(shape, choice, gpu);
        std::optional<cuda::DirectKernelPlan> kernel = cuda::plan_gett_kernel(step, choice, gpu);
        if (work && kernel) trial.launches.push_back({choice, *work, std::move(*kernel)});
    }
    return trial;
}

std::string raw_gett_header() {
    return fmt::format("id\tcheck\tms\terror\tpredicted_ms\tchoice\t{}\n", gett_header());
}

std::string raw_gett_rows(const GettTrial& trial, const GettTimes& times) {
    std::string rows;
    if (times.classic_ms > 0) {
        const std::string header = gett_header();
        const auto blanks = std::count(header.begin(), header.end(), '\t') + 1;
        rows += fmt::format("{}\tclassic\t{:.6g}\t0\t{:.6g}\t{}\n", trial.given.id,
                            times.classic_ms, times.classic_predicted_ms,
                            std::string(static_cast<std::size_t>(blanks), '\t'));
    }
    for (std::size_t i = 0; i < trial.launches.size(); ++i) {
        const GettLaunch& launch = trial.launches[i];
        const GettTiming& timing = times.launches.at(i);
        rows += fmt::format("{}\t{}\t{:.6g}\t{:.3g}\t{:.6g}\t{}\t{}\n", trial.given.id,
                            timing.is_right ? "ok" : "WRONG", timing.ms, timing.error,
                            cuda::predicted_ms(launch.kernel),
                            cuda::describe(trial.products.dtype, launch.choice),
                            gett_cells(launch.work, trial.gpu));
    }
    return rows;
}

}  // namespace ttgt::tool
