// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What `ttgt calibrate --kernels` does beside launching: draws, rates fitted to times that a
// function gives in place of a GPU, and the files.
#include "tools/calibrate/kernel_calibration.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/direct/direct_shape.h"
#include "contraction/cuda/direct/gett/plan/gett_cost.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"
#include "contraction/cuda/direct/gett/plan/gett_rates.h"
#include "src/context/calibration_file.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"
#include "tools/fit/contraction_draws.h"
#include "tools/fit/direct_step.h"
#include "tools/fit/fitted_model.h"
#include "tools/fit/gett_draws.h"
#include "tools/fit/least_squares.h"
#include "tools/fit/raw_table.h"
#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

using test::read_file;
using test::refusal_of;
using testing::HasSubstr;
using testing::StartsWith;

/// The card of the built-in calibration.
cuda::DeviceProperties card() {
    cuda::DeviceProperties device;
    device.name = "a card";
    device.compute_major = 9;
    device.multiprocessors = 132;
    device.clock_mhz = 1755;
    device.shared_per_multiprocessor = std::int64_t{228} * 1024;
    device.memory_bytes = std::int64_t{80} << 30;
    return device;
}

/// A card whose tiles reach 0.7 of what the compiled-in rates say, and whose waits and launches
/// take 1.4 times as long.
cuda::GettRates slower(const cuda::GettProducts& products) {
    cuda::GettRates rates = cuda::rates_of(products);
    for (double& share : rates.of_peak) share *= 0.7;
    for (const cuda::NamedGettRate& each : cuda::gett_rate_names) {
        if (std::string(each.name).ends_with("_us") &&
            each.rate != &cuda::GettRates::load_bytes_per_us) {
            rates.*each.rate *= 1.4;
        }
    }
    return rates;
}

/// Predicts by the slower card's rates in place of measuring. Times scatter by up to `noise`.
class SlowerCard {
public:
    explicit SlowerCard(double noise) : noise_(noise) {}

    GettTimes operator()(const GettTrial& trial) {
        GettTimes times;
        times.classic_ms = 1;
        for (const GettLaunch& launch : trial.launches) {
            const double scatter = std::uniform_real_distribution<double>(-noise_, noise_)(random_);
            const double us = cuda::predict_us(launch.work, slower(trial.products), trial.gpu);
            times.launches.push_back({us / 1000 * std::exp(scatter), 1e-16, true});
        }
        return times;
    }

private:
    double noise_;
    std::mt19937_64 random_;
};

KernelCalibration kernels_of(std::size_t contractions) {
    KernelCalibration kernels;
    kernels.contractions = contractions;
    kernels.draws.most = 12;
    return kernels;
}

class KernelCalibrationTest : public testing::Test {
protected:
    std::string calibrate(const KernelCalibration& kernels, const MeasureGetts& measure) {
        Progress progress(true);
        return calibrate_kernels(kernels, card(), measure, progress, part());
    }
    CudaCalibration& part() { return std::get<CudaCalibration>(calibration_->of); }

    std::shared_ptr<Calibration> calibration_ =
        std::make_shared<Calibration>(*built_in_calibration(Device::Kind::cuda));
    test::TemporaryFolder folder_;
};

/// The geometric means before and after the fit, in a line of the summary.
std::pair<double, double> errors_in(const std::string& line) {
    const auto number_behind = [&](const std::string& word) {
        return std::stod(line.substr(line.find(word) + word.size()));
    };
    return {number_behind("factor of "), number_behind("before, ")};
}

void expect_every_kind(const std::string& summary) {
    std::istringstream lines(summary);
    std::set<std::string> kinds;
    for (std::string line; std::getline(lines, line);) {
        kinds.insert(line.substr(0, line.find(':')));
        const auto [before, after] = errors_in(line);
        EXPECT_GT(before, 1.15) << line;
        EXPECT_LT(after, 1.05) << line;
    }
    EXPECT_EQ(kinds.size(), cuda::gett_kinds.size());
    for (const cuda::NamedGettKind& kind : cuda::gett_kinds) EXPECT_EQ(kinds.count(kind.key), 1U);
}

void expect_recovered(const cuda::GettRates& fitted, const cuda::GettRates& truth) {
    EXPECT_NEAR(fitted.of_peak[0] / truth.of_peak[0], 1, 0.1);
    EXPECT_NEAR(fitted.of_peak[1] / truth.of_peak[1], 1, 0.1);
    EXPECT_NEAR(fitted.launch_us / truth.launch_us, 1, 0.1);
    EXPECT_NEAR(fitted.slice_us / truth.slice_us, 1, 0.2);
}

/// The launches in the folder give the rates again, and the contractions are a case file.
void expect_raw(const std::string& folder, const cuda::FittedGettRates& tables) {
    const std::string text = read_file(folder + "/gett_float32_tf32.tsv");
    EXPECT_THAT(text, StartsWith("# a card\nid\tcheck\tms\terror\tpredicted_ms\tchoice\tdtype"));
    const cuda::GettProducts products{DType::float32, ComputeType::tf32};
    const FittedModel model = gett_model(RawTable(text, "raw"), products);
    const cuda::GettRates again = gett_rates_of(fitted_values(model), products);
    const cuda::GettRates& kept = tables[static_cast<std::size_t>(cuda::GettKind::tf32)].value();
    EXPECT_NEAR(again.launch_us, kept.launch_us, 1e-3 * kept.launch_us);
    EXPECT_NEAR(again.of_peak[0], kept.of_peak[0], 1e-3 * kept.of_peak[0]);
    const std::string cases = read_file(folder + "/cases_float32_tf32.tsv");
    EXPECT_EQ(parse_contraction_cases(cases, "cases").size(), 30U);
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        files += entry.is_regular_file() ? 1 : 0;
    }
    EXPECT_EQ(files, 2 * cuda::gett_kinds.size());
}

// One test, because drawing the launches takes most of its time.
TEST_F(KernelCalibrationTest, EveryKindIsFittedToItsTimesAndKept) {
    KernelCalibration kernels = kernels_of(30);
    kernels.raw = folder_.file("deep/raw");
    check_raw_folder(kernels);

    const std::string summary = calibrate(kernels, SlowerCard(0.05));

    expect_every_kind(summary);
    expect_recovered(part().gett.front().value(), slower({DType::float64}));
    expect_raw(kernels.raw, part().gett);
    const std::string text = to_json(*calibration_);
    const auto read = parse_calibration(text, "c.json");
    EXPECT_EQ(to_json(*read), text);
    EXPECT_EQ(std::get<CudaCalibration>(read->of).gett, part().gett);
}

TEST_F(KernelCalibrationTest, WithoutTimeKeepsTheCompiledInRates) {
    KernelCalibration kernels = kernels_of(1);
    kernels.seconds = 0;

    const std::string summary =
        calibrate(kernels, [](const GettTrial&) -> GettTimes { throw RunError("measured"); });

    EXPECT_THAT(summary, HasSubstr("gett_float64: 0 launches are too few for 30 rates: the "
                                   "compiled-in ones stay\n"));
    EXPECT_EQ(gett_part(calibration_), nullptr);
}

TEST_F(KernelCalibrationTest, WrongResultsAreLeftOutAndTold) {
    KernelCalibration kernels = kernels_of(2);
    kernels.raw = folder_.file("raw");
    check_raw_folder(kernels);
    SlowerCard slower_card(0);
    std::size_t right = 0;

    const std::string summary = calibrate(kernels, [&](const GettTrial& trial) {
        GettTimes times = slower_card(trial);
        times.launches.at(1) = {1e6, 1, false};
        if (trial.products.dtype == DType::float64) right += times.launches.size() - 1;
        return times;
    });

    EXPECT_THAT(summary,
                HasSubstr("gett_float64: " + std::to_string(right) +
                          " launches are too few for 30 rates: the compiled-in ones stay; 2 "
                          "launches whose results were wrong are left out\n"));
    const std::string rows = read_file(kernels.raw + "/gett_float64_full.tsv");
    EXPECT_THAT(rows, HasSubstr("fit000\tclassic\t1\t"));
    EXPECT_THAT(rows, HasSubstr("fit001\tWRONG\t1e+06\t1\t"));
}

TEST_F(KernelCalibrationTest, WhatMeasuringThrowsLeavesTheCalibration) {
    const std::string before = to_json(*calibration_);

    EXPECT_THROW(
        calibrate(kernels_of(1), [](const GettTrial&) -> GettTimes { throw Interrupted(); }),
        Interrupted);

    EXPECT_EQ(to_json(*calibration_), before);
}

TEST_F(KernelCalibrationTest, FolderThatCannotBeMadeIsRefused) {
    KernelCalibration kernels = kernels_of(1);
    kernels.raw = folder_.write("file", "") + "/raw";

    EXPECT_THAT(refusal_of<FileError>([&] { check_raw_folder(kernels); }),
                StartsWith(kernels.raw + ": cannot be made: "));
}

TEST(DrawnContraction, FitsTheLimitsAndIsDrawnAgain) {
    std::mt19937_64 random(3);
    std::mt19937_64 again(3);
    std::string lines;
    std::size_t batches = 0;
    for (std::size_t i = 0; i < 50; ++i) {
        const ContractionCase given = drawn_contraction(random, {1e7, 1e10}, i);
        EXPECT_EQ(line_of(given), line_of(drawn_contraction(again, {1e7, 1e10}, i)));
        double positions = 2;
        std::map<std::string, double> extents;
        for (const LabelExtent& each : given.extents) {
            positions *= static_cast<double>(each.extent);
            extents[each.label] = static_cast<double>(each.extent);
        }
        EXPECT_LT(positions, 1e10) << given.expression;
        double elements = 0;
        double tensor = 1;
        std::map<std::string, int> tensors;
        for (const char letter : given.expression) {
            if (letter == ')') elements += std::exchange(tensor, 1);
            const std::string label(1, letter);
            if (extents.count(label) == 0) continue;
            tensor *= extents[label];
            ++tensors[label];
        }
        EXPECT_GT(elements, 1e5) << given.expression;
        EXPECT_LT(elements, 1e7) << given.expression;
        EXPECT_EQ(tensors.size(), extents.size());
        batches += std::any_of(tensors.begin(), tensors.end(),
                               [](const auto& label) { return label.second == 3; })
                       ? 1
                       : 0;
        lines += line_of(given);
    }
    EXPECT_GT(batches, 2U);
    EXPECT_LT(batches, 25U);
    EXPECT_EQ(parse_contraction_cases(lines, "drawn").size(), 50U);
}

TEST(DrawnTrial, HasLaunchesOfItsKindOfProductsAlone) {
    std::mt19937_64 random(3);
    for (const ComputeType compute : {ComputeType::full, ComputeType::tf32, ComputeType::tf32x3}) {
        const ContractionCase given = drawn_contraction(random, {1e7, 1e10}, 0);

        const GettTrial trial =
            drawn_trial(given, {DType::float32, compute}, cuda::sm_90(), {}, random);

        EXPECT_GT(trial.launches.size(), 1U);
        for (const GettLaunch& launch : trial.launches) {
            EXPECT_EQ(launch.work.products.compute, compute);
            EXPECT_EQ(launch.kernel.main.fast.compute, compute);
        }
    }
}

TEST(DrawnTrial, HasTheCheapestOfManyChoices) {
    std::mt19937_64 random(5);
    const ContractionCase given = drawn_contraction(random, {1e7, 1e10}, 0);
    const cuda::GettProducts products{DType::float64, ComputeType::full};
    const auto mean_us = [&](const GettDraws& draws) {
        const GettTrial trial = drawn_trial(given, products, cuda::sm_90(), draws, random);
        EXPECT_GT(trial.launches.size(), 4U);
        double us = 0;
        // The first launch is the planner's own choice.
        for (std::size_t i = 1; i < trial.launches.size(); ++i)
            us += cuda::predict_us(trial.launches[i].work, cuda::sm_90());
        return us / static_cast<double>(trial.launches.size() - 1);
    };

    EXPECT_LT(mean_us({.most = 0, .cheapest = 8}), mean_us({.most = 8}));
    EXPECT_EQ(drawn_trial(given, products, cuda::sm_90(), {.most = 0}, random).launches.size(), 1U);
}

TEST(GettOptions, NoChoiceIsPredictedFasterThanTheLeastOfItsOptions) {
    std::mt19937_64 random(11);
    const cuda::Architecture gpu = cuda::sm_90();
    const auto any = [&](const auto& values) { return values[random() % values.size()]; };
    for (std::size_t i = 0; i < 12; ++i) {
        const ContractionCase given = drawn_contraction(random, {1e7, 1e10}, i % 4);
        for (const DType dtype : {DType::float64, DType::float32, DType::float16}) {
            const cuda::DirectShape shape =
                cuda::make_shape(direct_step_of(problem_of(given, dtype, ComputeType::full)));
            for (const cuda::GettOptions& of :
                 cuda::gett_options(shape, gpu, std::int64_t{1} << 30)) {
                EXPECT_GT(of.least_us, 0);
                const cuda::GettChoice choice = cuda::choice_of(of, any);
                const std::optional<cuda::GettWork> work = work_of(shape, choice, gpu);
                if (!work) continue;
                const double us = cuda::predict_us(*work, gpu);
                EXPECT_GE(us, of.least_us)
                    << given.expression << " " << cuda::describe(dtype, choice);
                EXPECT_EQ(cuda::predict_us(*work, gpu, us), us);
                const double at_least = cuda::predict_us(*work, gpu, us / 2);
                EXPECT_GT(at_least, us / 2);
                EXPECT_LE(at_least, us);
            }
        }
    }
}

TEST(LeastSquares, StopsAtBoundsAndKeepsWhatNothingDependsOn) {
    FittedModel model;
    model.names = {"of_peak[0]", "unused_us", "overlap"};
    model.values = {0.5, 3, 2};
    model.measured_us = {10, 10, 10, 10};
    model.predict_us = [](const std::vector<double>& values) {
        return std::vector<double>{1 / values[0], 1 / values[0], 20 / values[2], 20 / values[2]};
    };

    const std::vector<double> values = fitted_values(model);

    EXPECT_NEAR(values[0], 0.1, 1e-4);
    EXPECT_EQ(values[1], 3);
    EXPECT_NEAR(values[2], 2, 1e-6);
    model.measured_us = {1e6, 1e6, 1e6, 1e6};
    const std::vector<double> bounded = fitted_values(model);
    EXPECT_EQ(bounded[0], 0.005);
    EXPECT_EQ(bounded[2], 1);
}

TEST(LeastSquares, ErrorIsMeanAndPercentileOfRatios) {
    FittedModel model;
    model.measured_us = {1, 1, 1};
    model.predict_us = [](const std::vector<double>&) { return std::vector<double>{2, 0.5, 1}; };

    const FitError error = error_of(model, {});

    EXPECT_NEAR(error.mean, std::exp2(2.0 / 3), 1e-12);
    EXPECT_NEAR(error.high, 2, 1e-12);
}

}  // namespace
}  // namespace ttgt::tool
