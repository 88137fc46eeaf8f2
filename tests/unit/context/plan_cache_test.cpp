// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/plan_cache.h"

#include <ttgt/error.h>
#include <ttgt/ttgt.h>

#include <array>
#include <memory>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/context/calibration.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::refusal_of;
using testing::HasSubstr;

class CachedContext : public testing::Test {
protected:
    explicit CachedContext(std::int64_t capacity = 2) {
        ContextOptions settings;
        settings.plan_cache = make_plan_cache(capacity);
        context_ = std::make_unique<Context>(std::move(settings));
    }

    void contract_of(std::int64_t extent, const char* expression = "D(a)=L(a)") {
        Tensor<double> d({extent});
        const Tensor<double> l({extent});
        ContractOptions options;
        options.context = context_.get();
        contract(expression, d, l, options);
    }

    std::unique_ptr<Context> context_;
};

TEST_F(CachedContext, CountsHitsAndMisses) {
    contract_of(3);
    contract_of(3);
    contract_of(4);

    const PlanCacheStatistics statistics = context_->plan_cache_statistics();
    EXPECT_EQ(statistics.hits, 1);
    EXPECT_EQ(statistics.misses, 2);
    EXPECT_EQ(statistics.entries, 2);
    EXPECT_EQ(statistics.evictions, 0);
}

TEST_F(CachedContext, EvictsTheLeastRecentlyUsed) {
    contract_of(3);
    contract_of(4);
    contract_of(3);
    contract_of(5);  // 4 goes

    contract_of(3);
    EXPECT_EQ(context_->plan_cache_statistics().hits, 2);
    contract_of(4);
    EXPECT_EQ(context_->plan_cache_statistics().hits, 2);
    EXPECT_EQ(context_->plan_cache_statistics().evictions, 2);
}

TEST_F(CachedContext, ExpressionBetaAndStridesTellRequestsApart) {
    contract_of(4);
    contract_of(4, "D(b)=L(b)");
    contract_of(4, "D(a)+=L(a)");
    std::vector<double> elements(8);
    Tensor<double> d({4});
    ContractOptions options;
    options.context = context_.get();
    contract("D(a)=L(a)", d, view(elements.data(), {4}, {2}), options);
    options.beta = 1.0;
    contract("D(a)=L(a)", d, view(elements.data(), {4}, {2}), options);

    EXPECT_EQ(context_->plan_cache_statistics().hits, 0);
    EXPECT_EQ(context_->plan_cache_statistics().misses, 5);
}

TEST_F(CachedContext, PlanningAndCalibrationTellRequestsApart) {
    Tensor<double> d({4, 4});
    const Tensor<double> l({4, 4});
    ContextOptions settings = context_->options();
    settings.calibration = std::make_shared<const Calibration>(*settings.calibration);
    Context other(settings);  // the same cache
    ContractOptions options;
    for (Context* const context : {context_.get(), &other}) {
        options.context = context;
        for (const Planning planning : {Planning::heuristic, Planning::measure}) {
            options.planning = planning;
            contract("D(a,b)=L(a,k)*R(k,b)", d, l, l, options);
        }
    }

    EXPECT_EQ(context_->plan_cache_statistics().hits, 0);
    EXPECT_EQ(context_->plan_cache_statistics().misses, 4);
}

TEST_F(CachedContext, KeepsTheCalibrationOfItsPlans) {
    ContextOptions settings = context_->options();
    std::weak_ptr<const Calibration> ended;
    {
        settings.calibration = std::make_shared<const Calibration>(*settings.calibration);
        ended = settings.calibration;
        context_ = std::make_unique<Context>(std::move(settings));
        contract_of(3);
        settings = ContextOptions{.plan_cache = context_->options().plan_cache};
        context_.reset();
    }

    EXPECT_FALSE(ended.expired()) << "another could get its address, and so its plan";
    PlanCache& cache = *settings.plan_cache;
    context_ = std::make_unique<Context>(std::move(settings));
    contract_of(4);
    contract_of(5);  // evict it

    EXPECT_EQ(cache.statistics().evictions, 1);
    EXPECT_TRUE(ended.expired());
}

// An entry says so itself, whatever its plan holds.
TEST(PlanCache, EntriesOwnTheirCalibration) {
    PlanCache cache(4);
    const Tensor<double> tensor({3});
    const ConstTensorView view(tensor);
    auto calibration = std::make_shared<const Calibration>(*built_in_calibration());
    const std::weak_ptr<const Calibration> watched = calibration;
    PlanRequest request;
    const std::array<const ConstTensorView*, 2> operands{&view, &view};
    request.operands = operands;
    request.calibration = &calibration;

    cache.insert(request, nullptr);
    calibration.reset();

    EXPECT_FALSE(watched.expired()) << "another could get its address";
}

TEST(Context, OptionsLeaveTheAllocatorEmptyWhereItWas) {
    Context context;
    EXPECT_FALSE(context.options().allocator.allocate);
    EXPECT_FALSE(context.options().allocator.deallocate);

    Context other(context.options());

    EXPECT_NE(other.workspace(64).data, context.workspace(64).data);
}

TEST_F(CachedContext, FailedPlansAreNotKept) {
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { contract_of(3, "D(a)=L(b)"); }),
                HasSubstr("label 'a' stands in D but in no input"));

    EXPECT_EQ(context_->plan_cache_statistics().entries, 0);
}

class ContextWithoutCache : public CachedContext {
protected:
    ContextWithoutCache() : CachedContext(0) {}
};

TEST_F(ContextWithoutCache, PlansEveryTime) {
    contract_of(3);
    contract_of(3);

    EXPECT_EQ(context_->plan_cache_statistics().misses, 2);
    EXPECT_EQ(context_->plan_cache_statistics().entries, 0);
}

TEST(PlanCache, NegativeCapacityIsRefused) {
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)make_plan_cache(-1); }),
                HasSubstr("the plan cache's capacity -1 is negative"));
}

}  // namespace
}  // namespace ttgt
