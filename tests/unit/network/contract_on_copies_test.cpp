// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Plans of calls on copies of host operands. Finding them asks no device: the context here is a
// CPU's.
#include "network/contract/on_copies.h"

#include <ttgt/error.h>

#include <array>
#include <memory>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/context/plan_cache.h"
#include "src/runtime/threads.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

class PlansOnCopies : public testing::Test {
protected:
    PlansOnCopies() {
        options_.context = &context_;
        options_.copy_host_operands = true;
    }

    static ContextOptions settings() {
        ContextOptions options;
        options.plan_cache = make_plan_cache(8);
        return options;
    }

    std::shared_ptr<const ContractionPlan> plan(std::string_view expression, const TensorView& d) {
        const std::array operands{&static_cast<const ConstTensorView&>(d), &l_, &r_};
        return plan_on_copies({expression, d, operands, options_, nullptr});
    }

    /// What a call of packed operands asks the plan cache for.
    PlanRequest request(std::string_view expression,
                        std::span<const ConstTensorView* const> operands) {
        PlanRequest request;
        request.expression = expression;
        request.operands = operands;
        request.options.workspace_limit = context_.options().workspace_limit;
        request.threads = available_threads(context_.options().threads);
        request.calibration = &context_.options().calibration;
        return request;
    }

    Context context_{settings()};
    ContractOptions options_;
    double memory_[64] = {};
    TensorView d_ = view(memory_, {2, 4});
    TensorView d_by_rows_ = view(memory_, {2, 4}, {4, 1});
    const ConstTensorView l_ = view(static_cast<const double*>(memory_), {2, 3}, {3, 1});
    const ConstTensorView r_ = view(static_cast<const double*>(memory_), {3, 4});
};

// A call that parsed this text would throw ExpressionError.
TEST_F(PlansOnCopies, AreFoundBeforeTheExpressionIsParsed) {
    constexpr std::string_view no_expression = "D(a,b = L(a,k) R(k,b)";
    const auto known = plan("D(a,b)=L(a,k)*R(k,b)", d_);
    const ConstTensorView packed_l(DType::float64, packed({2, 3}), nullptr);
    const std::array operands{&static_cast<const ConstTensorView&>(d_), &packed_l, &r_};
    EXPECT_THROW((void)plan(no_expression, d_), ExpressionError);

    context_.plan_cache().insert(request(no_expression, operands), known);

    EXPECT_EQ(plan(no_expression, d_), known);
    EXPECT_EQ(plan(no_expression, d_by_rows_), known);
}

TEST_F(PlansOnCopies, AreTheSameForOperandsOfAnyStrides) {
    const auto first = plan("D(a,b)=L(a,k)*R(k,b)", d_);
    const auto second = plan("D(a,b)=L(a,k)*R(k,b)", d_by_rows_);

    EXPECT_EQ(first, second);
    EXPECT_EQ(context_.plan_cache_statistics().misses, 1);
    EXPECT_EQ(context_.plan_cache_statistics().hits, 1);
}

TEST_F(PlansOnCopies, SayWhetherTheOldOutputIsRead) {
    EXPECT_TRUE(planned_of(*plan("D(a,b)=L(a,k)*R(k,b)", d_)).beta_is_zero());
    EXPECT_FALSE(planned_of(*plan("D(a,b)+=L(a,k)*R(k,b)", d_)).beta_is_zero());
    EXPECT_FALSE(planned_of(*plan("D(a,b)+=L(a,k)*R(k,b)*2", d_)).beta_is_zero());
    options_.beta = 0.0;
    EXPECT_TRUE(planned_of(*plan("D(a,b)+=L(a,k)*R(k,b)", d_)).beta_is_zero());
    options_.beta = 2.0;
    EXPECT_FALSE(planned_of(*plan("D(a,b)=L(a,k)*R(k,b)", d_)).beta_is_zero());
}

TEST_F(PlansOnCopies, AreRefusedWhereTheOutputOverlapsItself) {
    (void)plan("D(a,b)=L(a,k)*R(k,b)", d_);
    const TensorView folded = view(memory_, {2, 4}, {1, 1});

    EXPECT_THAT(refusal_of<AliasedOutput>([&] { (void)plan("D(a,b)=L(a,k)*R(k,b)", folded); }),
                HasSubstr("the output D overlaps itself: 2x4 strides 1,1"));
}

}  // namespace
}  // namespace ttgt::test
