// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <omp.h>
#include <ttgt/ttgt.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/sanitizer.h"
#include "tests/support/thread_counter.h"

namespace ttgt {
namespace {

constexpr int host_threads = 4;
constexpr const char* expression = "D(a,b,i)=L(a,c,i,k)*R(k,b,c)";

Tensor<double> counting(std::vector<std::int64_t> extents) {
    Tensor<double> tensor(std::move(extents));
    int value = 0;
    for (double& element : tensor) element = value = value % 1000 + 1;
    return tensor;
}

/// Runs `body(index)` on several threads at once.
template <class Body>
void on_threads(Body&& body) {
    std::atomic<int> waiting{host_threads};
    std::vector<std::thread> threads;
    for (int index = 0; index < host_threads; ++index) {
        threads.emplace_back([&, index] {
            --waiting;
            while (waiting > 0) std::this_thread::yield();
            body(index);
        });
    }
    for (std::thread& thread : threads) thread.join();
}

class Concurrency : public testing::Test {
protected:
    Concurrency() { contract(expression, expected_, l_, r_); }
    void TearDown() override { omp_set_num_threads(found_); }

    [[nodiscard]] bool equals_expected(const Tensor<double>& d) const {
        return std::equal(d.begin(), d.end(), expected_.begin());
    }

    Tensor<double> l_ = counting({12, 7, 9, 11});
    Tensor<double> r_ = counting({11, 10, 7});
    Tensor<double> expected_{{12, 10, 9}};

private:
    int found_ = omp_get_max_threads();
};

TEST_F(Concurrency, ManyThreadsRunOnePlanWithWorkspacesOfTheirOwn) {
    Context context;
    const ContractionPlan plan = plan_contraction(context, expression,
                                                  {{DType::float64, expected_.layout()},
                                                   {DType::float64, l_.layout()},
                                                   {DType::float64, r_.layout()}});
    std::atomic<int> correct{0};

    on_threads([&](int) {
        const auto scratch = allocate_host(plan.workspace_bytes());
        RunOptions options;
        options.workspace = {scratch.get(), plan.workspace_bytes()};
        for (int turn = 0; turn < 20; ++turn) {
            Tensor<double> d({12, 10, 9});
            plan.run(d.data(), l_.data(), r_.data(), options);
            if (equals_expected(d)) ++correct;
        }
    });

    EXPECT_EQ(correct, 20 * host_threads);
}

TEST_F(Concurrency, OneLinersOnManyThreadsShareThePlanCache) {
    std::atomic<int> correct{0};

    on_threads([&](int index) {
        for (int turn = 0; turn < 20; ++turn) {
            Tensor<double> d({12, 10, 9});
            contract(expression, d, l_, r_);
            if (equals_expected(d)) ++correct;
            // Requests of its own, so that threads insert and evict at the same time.
            Tensor<double> own({index + 1 + turn});
            contract("D(a)=L(a)", own, counting({index + 1 + turn}));
        }
    });

    EXPECT_EQ(correct, 20 * host_threads);
}

TEST_F(Concurrency, ThreadsShareASmallCacheWhileItEvicts) {
    const auto cache = make_plan_cache(3);
    std::atomic<int> correct{0};

    on_threads([&](int index) {
        ContextOptions settings;
        settings.plan_cache = cache;
        settings.threads = 1;
        Context context(settings);
        ContractOptions options;
        options.context = &context;
        for (int turn = 0; turn < 50; ++turn) {
            const std::int64_t extent = 1 + (turn + index) % 5;
            Tensor<double> d({extent});
            contract("D(a)=2*L(a)", d, counting({extent}), options);
            if (d(0) == 2) ++correct;
        }
    });

    EXPECT_EQ(correct, 50 * host_threads);
    ContextOptions settings;
    settings.plan_cache = cache;
    EXPECT_LE(Context(settings).plan_cache_statistics().entries, 3);
}

/// Sums an input that is large enough for any number of threads.
class LargeSum {
public:
    LargeSum() { l_.fill(1.0); }

    void run(Context& context) const {
        ContractOptions options;
        options.context = &context;
        Tensor<double> d({});
        contract("D()=L(a,b)", d, l_, options);
        EXPECT_EQ(d(), 2'000'000.0);
    }

private:
    Tensor<double> l_{{2000, 1000}};
};

TEST_F(Concurrency, ThreadLimitsStayWithTheirContext) {
    ContextOptions settings;
    settings.threads = 1;
    Context single(settings);
    ContractOptions options;
    options.context = &single;
    Tensor<double> d({12, 10, 9});

    contract(expression, d, l_, r_, options);

    EXPECT_TRUE(equals_expected(d));
    if (test::is_sanitized) GTEST_SKIP() << test::no_thread_counts;
    omp_set_num_threads(4);
    settings.threads = 3;
    Context triple(settings);
    settings.threads = 0;
    Context openmps(settings);
    const LargeSum sum;
    EXPECT_EQ(test::threads_of([&] { sum.run(single); }), 1);
    EXPECT_EQ(test::threads_of([&] { sum.run(triple); }), 3);
    EXPECT_EQ(test::threads_of([&] { sum.run(single); }), 1);
    EXPECT_EQ(test::threads_of([&] { sum.run(openmps); }), 4);
    EXPECT_EQ(omp_get_max_threads(), 4);
}

class ThreadCount : public Concurrency {};

TEST_F(ThreadCount, IsTheContextsWhoeverPlanned) {
    if (test::is_sanitized) GTEST_SKIP() << test::no_thread_counts;
    ContextOptions settings;
    settings.plan_cache = make_plan_cache(8);
    const LargeSum sum;
    const auto threads_used = [&](int setting) {
        settings.threads = setting;
        Context context(settings);
        return test::threads_of([&] { sum.run(context); });
    };

    omp_set_num_threads(1);
    EXPECT_EQ(threads_used(0), 1);  // plans

    omp_set_num_threads(4);

    EXPECT_EQ(threads_used(1), 1);  // finds that plan
    EXPECT_EQ(threads_used(0), 4);
    EXPECT_EQ(threads_used(3), 3);
    omp_set_num_threads(1);
    EXPECT_EQ(threads_used(4), 4);  // finds one planned for OpenMP's number
}

}  // namespace
}  // namespace ttgt
