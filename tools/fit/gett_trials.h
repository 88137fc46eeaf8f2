// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "contraction/cuda/direct/direct_plan.h"
#include "tools/bench/cases/case_file.h"
#include "tools/fit/gett_draws.h"

namespace ttgt::tool {

/// One way in which a GETT kernel does a contraction.
struct GettLaunch {
    cuda::GettChoice choice;
    cuda::GettWork work;
    cuda::DirectKernelPlan kernel;
};

/// A contraction of packed operands, D overwritten, and the launches that are to be timed for it.
struct GettTrial {
    ContractionCase given;
    cuda::GettProducts products;
    cuda::Architecture gpu;
    std::vector<GettLaunch> launches;
};
/// The trial of a contraction: the planner's choice for the GPU and drawn ones, all of which can be
/// launched. No launches where no GETT kernel suits the contraction.
[[nodiscard]] GettTrial drawn_trial(const ContractionCase& given,
                                    const cuda::GettProducts& products,
                                    const cuda::Architecture& gpu, const GettDraws& draws,
                                    std::mt19937_64& random);

/// What a launch took.
struct GettTiming {
    double ms = 0;
    double error = 0;  ///< |D - expected| over |expected|
    bool is_right = false;
};
/// What the launches of a trial took.
struct GettTimes {
    double classic_ms = 0;             ///< of transpose-GEMM-transpose; 0: it was not timed
    double classic_predicted_ms = 0;   ///< of the same
    std::vector<GettTiming> launches;  ///< in the order of the trial
};
/// Times the launches of a trial, and compares their results.
using MeasureGetts = std::function<GettTimes(const GettTrial&)>;

/// The names of the columns of a raw file, with tabs between and an end of the line.
[[nodiscard]] std::string raw_gett_header();
/// The rows of a trial in a raw file: one for each launch, `check` being ok or WRONG, after one for
/// transpose-GEMM-transpose, `check` being classic, where it was timed.
[[nodiscard]] std::string raw_gett_rows(const GettTrial& trial, const GettTimes& times);

}  // namespace ttgt::tool
