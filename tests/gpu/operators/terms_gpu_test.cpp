// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Sums with terms of one tensor on a CUDA device: integers, so that every way gives the same bits.
#include <ttgt/contraction.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gpu/support/device_tensor.h"
#include "tests/gpu/support/gpu_test.h"

namespace ttgt {
namespace {

using test::DeviceTensor;
using test::GuardedArray;

class TermsGpu : public test::GpuTest {
protected:
    /// D, L, R and C of two labels each, small integers.
    void make_arrays(std::int64_t each) {
        extent = each;
        arrays_.clear();
        for (int operand = 0; operand < 4; ++operand) {
            GuardedArray array(DType::float64, packed({extent, extent}));
            for (std::int64_t i = 0; i < extent * extent; ++i) {
                array.set(i, static_cast<double>((i * (2 * operand + 7) + operand) % 11 - 5));
            }
            arrays_.push_back(array);
        }
    }

    [[nodiscard]] double at(int operand, std::int64_t i, std::int64_t j) const {
        return arrays_[static_cast<std::size_t>(operand)].get(i + extent * j).real();
    }
    [[nodiscard]] double product(std::int64_t i, std::int64_t j) const {
        double sum = 0;
        for (std::int64_t k = 0; k < extent; ++k) sum += at(1, i, k) * at(2, k, j);
        return sum;
    }

    /// Plans and runs; the plan's steps are in `report_`.
    [[nodiscard]] GuardedArray result(const std::string& expression,
                                      const PlanOptions& plan_options, double alpha = 1) {
        Context context(options());
        std::vector<DeviceTensor> tensors;
        std::vector<OperandLayout> layouts;
        for (const GuardedArray& array : arrays_) {
            tensors.emplace_back(array, device(), context.stream());
            layouts.push_back({array.dtype(), array.layout()});
        }
        const ContractionPlan plan = plan_contraction(context, expression, layouts, plan_options);
        const std::vector<const void*> inputs{tensors[1].data(), tensors[2].data(),
                                              tensors[3].data()};
        RunOptions run;
        run.alpha = alpha;
        run.workspace = context.workspace(plan.workspace_bytes());
        report_ = plan.profile(tensors[0].data(), inputs, run);
        tensors[0].upload(arrays_[0]);
        plan.run(tensors[0].data(), inputs, run);
        return tensors[0].fetch();
    }

    std::int64_t extent = 1;  // of each label
    std::vector<GuardedArray> arrays_;
    Report report_;
};

TEST_F(TermsGpu, AProductOfMatricesReadsItsAddend) {
    bool is_one_step = false;  // of some plan: direct kernels copy the addend first
    for (const std::int64_t each : {96, 512, 1024}) {
        make_arrays(each);
        for (const double alpha : {1.0, 3.0, 0.0}) {
            const GuardedArray d = result("D(a,b) = 2*L(a,k)*R(k,b) - 4*C(a,b)", {}, alpha);
            for (std::int64_t place = 0; place < extent * extent; place += 1237) {
                const std::int64_t i = place % extent;
                const std::int64_t j = place / extent;
                ASSERT_EQ(d.get(place).real(), alpha * (2 * product(i, j) - 4 * at(3, i, j)));
            }
            EXPECT_TRUE(d.intact());
        }
        is_one_step = is_one_step || report_.steps.size() == 1;
    }
    EXPECT_TRUE(is_one_step);
}

TEST_F(TermsGpu, OtherLayoutsAreAddedInAnyWay) {
    make_arrays(160);
    for (const bool generates : {false, true}) {
        for (const std::string strategy : {"auto", "classic"}) {
            PlanOptions options;
            options.strategy = strategy;
            options.generated_kernels = generates;
            const GuardedArray d = result("D(b,a) = L(a,k)*R(k,b) + 2*C(a,b)", options, 2);
            for (std::int64_t place = 0; place < extent * extent; place += 37) {
                const std::int64_t i = place % extent;
                const std::int64_t j = place / extent;
                ASSERT_EQ(d.get(place).real(), 2 * (product(j, i) + 2 * at(3, j, i)))
                    << strategy << generates;
            }
        }
    }
}

}  // namespace
}  // namespace ttgt
