// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The same plan on the same data gives the same bits, and so do equal plans.
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/device_contraction.h"

namespace ttgt::test {
namespace {

constexpr DTypeMix float32s{DType::float32, DType::float32, DType::float32};

/// Sums so long that they are shared out and added up in the end, beside every kind of step.
std::vector<ContractionCase> cases() {
    std::vector<ContractionCase> all = adding_cases();
    for (const std::int64_t limit : {std::int64_t{0}, unlimited}) {
        const Shape dot{"D()=L(k)*R(k)", {{"k", 1'000'003}}};
        const Shape few{"D(a,b)=L(k,a)*R(k,b)", {{"a", 7}, {"b", 9}, {"k", 90'001}}};
        const Shape vector{"D(a)=L(k,a)*R(k)", {{"a", 77}, {"k", 30'001}}};
        const Shape square{"D(a,b)=L(a,k)*R(k,b)", {{"a", 515}, {"b", 387}, {"k", 1030}}};
        for (const Shape& shape : {dot, few, vector, square}) {
            all.push_back({make_problem(shape, float32s, 0), "auto", limit});
        }
    }
    return all;
}

std::vector<std::byte> result(DeviceContraction& contraction) {
    contraction.reset();
    contraction.run();
    return contraction.bytes();
}

class ReproducibleGpu : public ContractionGpu {};

TEST_F(ReproducibleGpu, SamePlanTwiceGivesTheSameBits) {
    for (const ContractionCase& given : cases()) {
        const ContractionPlan planned = plan(given);
        DeviceContraction contraction(given.problem, planned, device());
        const std::vector<std::byte> first = result(contraction);

        for (int turn = 0; turn < 5; ++turn) {
            ASSERT_TRUE(result(contraction) == first) << planned.explain();
        }
        ASSERT_TRUE(contraction.is_done());
    }
}

TEST_F(ReproducibleGpu, EqualPlansOfTwoContextsGiveTheSameBits) {
    Context other(options());
    for (const ContractionCase& given : cases()) {
        const ContractionPlan first = plan(given);
        const ContractionPlan second = plan_for(other, given.problem, check_options(given));
        DeviceContraction a(given.problem, first, device());
        DeviceContraction b(given.problem, second, device());

        ASSERT_EQ(first.explain(), second.explain());
        ASSERT_TRUE(result(a) == result(b)) << first.explain();
    }
}

TEST_F(ReproducibleGpu, RunsOnTwoStreamsAtOnceGiveTheBitsOfOneAlone) {
    for (const ContractionCase& given : cases()) {
        const ContractionPlan planned = plan(given);
        DeviceContraction a(given.problem, planned, device());
        DeviceContraction b(given.problem, planned, device());
        const std::vector<std::byte> alone = result(a);

        for (int turn = 0; turn < 3; ++turn) {
            a.reset();
            b.reset();
            a.run();
            b.run();
            ASSERT_TRUE(a.bytes() == alone) << planned.explain();
            ASSERT_TRUE(b.bytes() == alone) << planned.explain();
        }
    }
}

}  // namespace
}  // namespace ttgt::test
