// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// One plan on several streams, in several threads, with any device current.
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/device_contraction.h"

namespace ttgt::test {
namespace {

using StreamsGpu = ContractionGpu;

TEST_F(StreamsGpu, OnePlanRunsOnTwoStreamsAtOnce) {
    for (const ContractionCase& given : overwriting_cases()) {
        const ContractionPlan planned = plan(given);
        DeviceContraction a(given.problem, planned, device());
        DeviceContraction b(given.problem, planned, device());
        b.refill(given.problem.seed + 1000);

        for (int turn = 0; turn < 20; ++turn) {
            a.run();
            b.run();
        }

        ASSERT_TRUE(a.is_done()) << planned.explain();
        ASSERT_TRUE(b.is_done()) << planned.explain();
    }
}

TEST_F(StreamsGpu, TwoPlansOfOneContextRunOnTwoStreamsAtOnce) {
    const std::vector<ContractionCase> cases = overwriting_cases();
    for (std::size_t i = 0; i + 1 < cases.size(); ++i) {
        const ContractionPlan first = plan(cases[i]);
        const ContractionPlan second = plan(cases[i + 1]);
        DeviceContraction a(cases[i].problem, first, device());
        DeviceContraction b(cases[i + 1].problem, second, device());

        for (int turn = 0; turn < 10; ++turn) {
            a.run();
            b.run();
        }

        ASSERT_TRUE(a.is_done()) << first.explain();
        ASSERT_TRUE(b.is_done()) << second.explain();
    }
}

TEST_F(StreamsGpu, OnePlanRunsInSeveralThreadsAtOnce) {
    constexpr std::size_t thread_count = 4;
    for (const ContractionCase& given : overwriting_cases()) {
        const ContractionPlan planned = plan(given);
        std::vector<std::string> failures(thread_count);
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < thread_count; ++t) {
            threads.emplace_back([&, t] {
                try {
                    DeviceContraction contraction(given.problem, planned, device());
                    contraction.refill(t + 1);
                    for (int turn = 0; turn < 20; ++turn) contraction.run();
                    const testing::AssertionResult right = contraction.is_done();
                    if (!right) failures[t] = right.message();
                } catch (const std::exception& error) {
                    failures[t] = error.what();
                }
            });
        }
        for (std::thread& thread : threads) thread.join();

        ASSERT_THAT(failures, testing::Each("")) << planned.explain();
    }
}

TEST_F(StreamsGpu, ThreadsPlanAndContractWithContextsOfTheirOwn) {
    constexpr std::size_t thread_count = 4;
    std::vector<std::string> failures(thread_count);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < thread_count; ++t) {
        threads.emplace_back([&, t] {
            try {
                Context own(options());
                CheckOptions check;
                check.site = device_site(own);
                check.entry = Entry::contract;
                for (const std::uint64_t seed : seeds(1 + 5 * t, 20)) {
                    const testing::AssertionResult right =
                        check_contraction(draw_problem(seed), check);
                    if (!right) failures[t] = right.message();
                }
            } catch (const std::exception& error) {
                failures[t] = error.what();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();

    EXPECT_THAT(failures, testing::Each(""));
}

TEST_F(StreamsGpu, RunWithoutAStreamIsInOrderOnTheContexts) {
    for (const char* const strategy : {"auto", "classic"}) {
        const cuda::OwnedStream stream(device());
        ContextOptions with_stream = options();
        with_stream.stream = stream.get();
        Context given_stream(with_stream);
        CheckOptions check;
        check.strategy = strategy;
        check.site = device_site(given_stream);

        for (const ContractionCase& given : adding_cases()) {
            for (const Entry entry : {Entry::run, Entry::contract}) {
                check.entry = entry;
                ASSERT_TRUE(check_contraction(given.problem, check));
            }
        }
    }
}

TEST_F(StreamsGpu, PlansOutliveTheirContextAndCanBeMoved) {
    for (const ContractionCase& given : overwriting_cases()) {
        auto short_lived = std::make_unique<Context>(options());
        ContractionPlan first = plan_for(*short_lived, given.problem, check_options(given));
        short_lived.reset();
        const ContractionPlan second = std::move(first);
        DeviceContraction contraction(given.problem, second, device());

        contraction.run();

        ASSERT_TRUE(contraction.is_done()) << second.explain();
    }
}

TEST_F(StreamsGpu, RunLeavesTheCurrentDeviceAsItWas) {
    if (device_count() < 2) GTEST_SKIP() << "needs two CUDA devices";
    for (const ContractionCase& given : overwriting_cases()) {
        for (int current = 0; current < device_count(); ++current) {
            const cuda::DeviceScope scope(current);
            const ContractionPlan planned = plan(given);
            DeviceContraction contraction(given.problem, planned, device());

            contraction.run();

            EXPECT_TRUE(contraction.is_done()) << "current device " << current;
            int after = -1;
            TTGT_CUDA_CHECK(cudaGetDevice(&after));
            EXPECT_EQ(after, current);
        }
    }
}

TEST_F(StreamsGpu, EveryDeviceContracts) {
    if (device_count() < 2) GTEST_SKIP() << "needs two CUDA devices";
    for (int index = 0; index < device_count(); ++index) {
        ContextOptions there = options();
        there.device.index = index;
        Context context(there);
        for (const ContractionCase& given : adding_cases()) {
            CheckOptions check;
            check.strategy = given.strategy;
            check.workspace_limit = given.workspace_limit;
            check.site = device_site(context);
            ASSERT_TRUE(check_contraction(given.problem, check)) << "on cuda:" << index;
        }
    }
}

}  // namespace
}  // namespace ttgt::test
