// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Plans are kept per device, and serve every context that shares the cache.
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "tests/gpu/contraction/contraction_gpu_test.h"

namespace ttgt::test {
namespace {

class CacheGpu : public ContractionGpu {
protected:
    /// Options of contexts that share one cache of the test's own.
    [[nodiscard]] ContextOptions sharing(const ContextOptions& options) const {
        ContextOptions result = options;
        result.plan_cache = cache_;
        return result;
    }
    /// The same request each time, through the one-liner.
    [[nodiscard]] testing::AssertionResult contract_on(Context& context, const Site& site) {
        CheckOptions check;
        check.strategy = "classic";
        check.entry = Entry::contract;
        check.site = site;
        check.site.context = &context;
        return check_contraction(problem_, check);
    }
    [[nodiscard]] testing::AssertionResult contract_on(Context& context) {
        return contract_on(context, device_site(context));
    }
    void expect_statistics(Context& context, std::int64_t hits, std::int64_t misses) {
        EXPECT_EQ(context.plan_cache_statistics().hits, hits);
        EXPECT_EQ(context.plan_cache_statistics().misses, misses);
    }

private:
    std::shared_ptr<PlanCache> cache_ = make_plan_cache(16);
    TestProblem problem_ = make_problem({"D(b,a)=L(a,k)*R(b,k)", {{"a", 45}, {"b", 70}, {"k", 33}}},
                                        {DType::float32, DType::float32, DType::float32}, 1);
};

TEST_F(CacheGpu, SecondCallHits) {
    Context context(sharing(options()));

    EXPECT_TRUE(contract_on(context));
    expect_statistics(context, 0, 1);
    EXPECT_TRUE(contract_on(context));
    expect_statistics(context, 1, 1);
    EXPECT_EQ(context.plan_cache_statistics().entries, 1);
}

TEST_F(CacheGpu, DevicesTellRequestsApart) {
    Context on_cpu(sharing({}));
    Context on_gpu(sharing(options()));

    EXPECT_TRUE(contract_on(on_cpu, Site{}));
    EXPECT_TRUE(contract_on(on_gpu));
    expect_statistics(on_gpu, 0, 2);
    EXPECT_TRUE(contract_on(on_cpu, Site{}));
    EXPECT_TRUE(contract_on(on_gpu));
    expect_statistics(on_gpu, 2, 2);
}

TEST_F(CacheGpu, EveryCudaDeviceHasPlansOfItsOwn) {
    ContextOptions second = options();
    ++second.device.index;
    bool there_is = false;
    for (const DeviceInfo& info : list_devices()) {
        there_is = there_is || (info.device == second.device && info.usable);
    }
    if (!there_is) GTEST_SKIP() << "needs two CUDA devices";
    Context here(sharing(options()));
    Context there(sharing(second));

    for (int turn = 0; turn < 2; ++turn) {
        EXPECT_TRUE(contract_on(here));
        EXPECT_TRUE(contract_on(there));
    }

    expect_statistics(here, 2, 2);
}

// The plan was made by another context: its stream and what it held are gone.
TEST_F(CacheGpu, PlansServeLaterContextsOnTheirOwnStreams) {
    auto first = std::make_unique<Context>(sharing(options()));
    EXPECT_TRUE(contract_on(*first));
    Context second(sharing(options()));
    EXPECT_TRUE(contract_on(second));
    first.reset();

    for (int turn = 0; turn < 3; ++turn) {
        Context later(sharing(options()));
        EXPECT_TRUE(contract_on(later));
    }

    expect_statistics(second, 4, 1);
}

TEST_F(CacheGpu, EvictedPlansAreMadeAgain) {
    ContextOptions small = options();
    small.plan_cache = make_plan_cache(1);
    Context context(small);
    CheckOptions check;
    check.entry = Entry::contract;
    check.site = device_site(context);

    for (int turn = 0; turn < 3; ++turn) {
        for (const std::uint64_t seed : seeds(1, 2)) {
            EXPECT_TRUE(check_contraction(draw_problem(seed), check));
        }
    }

    EXPECT_LE(context.plan_cache_statistics().entries, 1);
}

}  // namespace
}  // namespace ttgt::test
