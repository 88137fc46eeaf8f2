// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Rates of GETT kernels in calibration files, and plans by them.
#include <ttgt/error.h>

#include <algorithm>
#include <memory>
#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/cuda_machine.h"
#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/cuda/direct/gett/plan/gett_index.h"
#include "contraction/cuda/direct/gett/plan/gett_rates.h"
#include "contraction/plan/lowering.h"
#include "contraction/planner/choice.h"
#include "contraction/problem/bind.h"
#include "src/context/calibration_file.h"
#include "src/context/cuda/scaled_calibration.h"
#include "tests/support/refusal.h"

namespace ttgt::cuda {
namespace {

using test::refusal_of;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr GettProducts float64_products{DType::float64};
constexpr auto float64_kind = static_cast<std::size_t>(GettKind::float64);
constexpr auto tf32_kind = static_cast<std::size_t>(GettKind::tf32);

std::shared_ptr<const Calibration> with_rates(const FittedGettRates& tables) {
    auto calibration =
        std::make_shared<Calibration>(*ttgt::built_in_calibration(Device::Kind::cuda));
    std::get<CudaCalibration>(calibration->of).gett = tables;
    return calibration;
}

FittedGettRates tables_of(const GettRates& float64_rates) {
    FittedGettRates tables;
    tables[float64_kind] = float64_rates;
    return tables;
}

/// Rates with many digits.
GettRates third_of(GettRates rates) {
    for (double& share : rates.of_peak) share /= 3;
    for (const NamedGettRate& each : gett_rate_names) rates.*each.rate /= 3;
    rates.overlap = 4.0 / 3;
    return rates;
}

TEST(GettRatesFile, IsReadAsItWasWritten) {
    FittedGettRates tables = tables_of(third_of(rates_of(float64_products)));
    tables[tf32_kind] = rates_of({DType::float32, ComputeType::tf32});
    const std::string text = to_json(*with_rates(tables));

    const std::shared_ptr<const Calibration> read = parse_calibration(text, "c.json");

    EXPECT_EQ(to_json(*read), text);
    const std::shared_ptr<const FittedGettRates> found = gett_part(read);
    ASSERT_NE(found, nullptr);
    for (const NamedGettKind& kind : gett_kinds) {
        const auto at = static_cast<std::size_t>(kind.kind);
        EXPECT_EQ((*found)[at], tables[at]) << kind.key;
    }
}

TEST(GettRatesFile, WithoutRatesHasNone) {
    const std::shared_ptr<const Calibration> built_in =
        ttgt::built_in_calibration(Device::Kind::cuda);

    EXPECT_EQ(gett_part(built_in), nullptr);
    EXPECT_THAT(to_json(*built_in), Not(HasSubstr("gett_")));
}

/// Long: a table of refusals.
TEST(GettRatesFile, ErrorsNameMemberAndRate) {
    GettRates rates = rates_of(float64_products);
    rates.slice_us = 0.5;
    rates.overlap = 2.5;
    rates.load_bytes_per_us = 7e4;
    rates.end_bytes = 0;
    std::fill(rates.of_peak.begin(), rates.of_peak.end(), 0.25);
    const std::string good = to_json(*with_rates(tables_of(rates)));
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        EXPECT_THAT(good, HasSubstr(from));
        text.replace(text.find(from), from.size(), to);
        return refusal_of<InvalidArgument>([&] { (void)parse_calibration(text, "c.json"); });
    };

    EXPECT_EQ(with("\"of_peak\":[0.25,", "\"of_peak\":["),
              "c.json: 'gett_float64.of_peak' is not a list of 13, one for each tile");
    EXPECT_EQ(with("\"of_peak\":[0.25,", "\"of_peak\":[0.25,0.25,"),
              "c.json: 'gett_float64.of_peak' is not a list of 13, one for each tile");
    EXPECT_EQ(with("\"of_peak\":[", "\"of_peak\":1,\"shares\":["),
              "c.json: 'gett_float64.of_peak' is not a list of 13, one for each tile");
    for (const char* const wrong : {"0", "-0.25", "null", "\"0.25\"", "[0.25]"}) {
        EXPECT_EQ(with("[0.25,0.25,", "[0.25," + std::string(wrong) + ","),
                  "c.json: 'gett_float64.of_peak[1]' is not a number above 0")
            << wrong;
    }
    EXPECT_EQ(with("\"of_peak\"", "\"of_peaks\""), "c.json: 'gett_float64.of_peak' is missing");
    EXPECT_EQ(with("\"slice_us\":0.5,", ""), "c.json: 'gett_float64.slice_us' is missing");
    EXPECT_EQ(with("\"slice_us\"", "\"slice_ms\":1,\"slice_us\""),
              "c.json: 'gett_float64.slice_ms' is no rate of GETT kernels");
    EXPECT_EQ(with("\"slice_us\":0.5", "\"slice_us\":-0.5"),
              "c.json: 'gett_float64.slice_us' is not a number of 0 or more");
    EXPECT_EQ(with("\"load_bytes_per_us\":70000.0", "\"load_bytes_per_us\":0"),
              "c.json: 'gett_float64.load_bytes_per_us' is not a number above 0");
    for (const char* const wrong : {"0.99", "16.1", "null"}) {
        EXPECT_EQ(with("\"overlap\":2.5", "\"overlap\":" + std::string(wrong)),
                  "c.json: 'gett_float64.overlap' is not a number from 1 to 16")
            << wrong;
    }
    EXPECT_EQ(with("\"slice_us\":0.5", "\"slice_us\":1e999"), "c.json: not JSON");
    EXPECT_EQ(with("\"gett_float64\"", "\"gett_float16\""),
              "c.json: 'gett_float16' is no kind of products of GETT kernels");
    EXPECT_EQ(with("\"gett_float64\":{", "\"gett_float64\":3,\"more\":{"),
              "c.json: 'gett_float64' is no object of rates");
    EXPECT_EQ(with("\"gett_float64\"", "\"gett_float32\""),
              "c.json: 'gett_float32.of_peak' is not a list of 10, one for each tile");
}

TEST(GettRatesFile, StayAsTheyAreForAnotherCard) {
    const auto calibration = with_rates(tables_of(third_of(rates_of(float64_products))));
    const auto& own = std::get<CudaCalibration>(calibration->of);
    DeviceProperties other;
    other.compute_major = 8;
    other.multiprocessors = 108;
    other.clock_mhz = 1410;
    auto other_card = std::make_unique<CudaCalibration>(own);

    scale(own, other, *other_card);

    EXPECT_EQ(other_card->multiprocessors, 108);
    EXPECT_EQ(other_card->gett[float64_kind], own.gett[float64_kind]);
}

Problem problem_of(DType dtype) {
    const Layout matrix = packed({512, 512});
    const std::vector<OperandLayout> operands(3, {dtype, matrix});
    return bind_expression(parse_expression("D(i,j)=L(k,i)*R(k,j)"), operands, true);
}

DirectShape shape_of(DType dtype) {
    DirectShape shape;
    const CudaMachine machine(sm_90(), gemm_times_sm_90());
    const Problem problem = problem_of(dtype);
    const Plan plan = lower(problem, {}, machine, unlimited);
    return make_shape(std::get<DirectStep>(std::get<Step>(plan.nodes.at(0).value).action));
}

Architecture gpu_with(const FittedGettRates& tables) {
    Architecture gpu = sm_90();
    gpu.gett = gett_part(with_rates(tables));
    return gpu;
}

TEST(GettRatesInPlans, OfTheGpuArePredictedBy) {
    const DirectShape shape = shape_of(DType::float64);
    const GettPrice usual = *best_gett(shape, sm_90(), most_gett_scratch_bytes);
    GettRates rates = rates_of(float64_products);
    rates.of_peak[static_cast<std::size_t>(usual.choice.tile)] /= 50;
    rates.launch_us += 100;
    const Architecture gpu = gpu_with(tables_of(rates));

    const GettPrice changed = *best_gett(shape, gpu, most_gett_scratch_bytes);

    EXPECT_NE(changed.choice.tile, usual.choice.tile);
    const DirectShape written = changed.choice.splits > 1 ? with_packed_output(shape) : shape;
    GettIndexes indexes(written);
    const GettWork work = *gett_work(indexes, changed.choice, gpu);
    EXPECT_EQ(changed.us, predict_us(work, rates, sm_90()));
    EXPECT_EQ(predict_us(work, gpu), predict_us(work, rates, sm_90()));
    EXPECT_NEAR(predict_us(work, gpu) - predict_us(work, sm_90()), 100, 1e-9);
}

TEST(GettRatesInPlans, OfOtherKindsStay) {
    const DirectShape shape = shape_of(DType::float32);
    const Architecture gpu = gpu_with(tables_of(third_of(rates_of(float64_products))));

    const GettPrice usual = *best_gett(shape, sm_90(), most_gett_scratch_bytes);
    const GettPrice same = *best_gett(shape, gpu, most_gett_scratch_bytes);

    EXPECT_EQ(&rates_of({DType::float32}, gpu), &rates_of({DType::float32}));
    EXPECT_NE(&rates_of(float64_products, gpu), &rates_of(float64_products));
    EXPECT_EQ(same.choice, usual.choice);
    EXPECT_EQ(same.us, usual.us);
}

std::string chosen_on(const Architecture& gpu) {
    const Problem problem = problem_of(DType::float64);
    const CudaMachine machine(gpu, gemm_times_sm_90());
    return describe(problem,
                    choose_plan({problem, unlimited, machine}, find_strategy("auto")).plan.chosen);
}

TEST(GettRatesInPlans, ChooseBetweenKernelsAndProducts) {
    GettRates fast = rates_of(float64_products);
    for (double& share : fast.of_peak) share *= 20;
    fast.load_bytes_per_us *= 20;
    fast.slice_us = fast.item_us = fast.launch_us = fast.reduction_us = 0;

    EXPECT_THAT(chosen_on(sm_90()), HasSubstr("gemm"));
    EXPECT_THAT(chosen_on(gpu_with(tables_of(fast))), StartsWith("direct by gett"));
}

}  // namespace
}  // namespace ttgt::cuda
