// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Launches of the same kernels from many threads at once.
#include <ttgt/ttgt.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/device_scope.h"
#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/device_transpose.h"
#include "tests/gpu/support/threads.h"
#include "tests/support/problems/cuda_transpose_cases.h"
#include "transpose/cuda/kernels/enqueue.h"

namespace ttgt::test {
namespace {

using testing::AssertionResult;
using testing::AssertionSuccess;
using testing::Each;

constexpr std::size_t thread_count = 8;

using LaunchThreadsGpu = GpuTest;

/// Candidates that move `given` by packed kernels with more shared memory than is granted unasked,
/// one for each number of bytes.
std::vector<cuda::Launch> large_launches(const cuda::Shape& shape) {
    constexpr int granted_unasked = 48 * 1024;
    std::vector<cuda::Launch> launches;
    std::set<int> bytes;
    for (const CudaCandidate& candidate : cuda_candidates(shape, Pointers::anywhere)) {
        const bool is_packed = std::holds_alternative<cuda::PackedTile>(candidate.tile);
        const int needed = candidate.launch.shared_bytes;
        if (is_packed && needed > granted_unasked && bytes.insert(needed).second) {
            launches.push_back(candidate.launch);
        }
    }
    return launches;
}

TEST_F(LaunchThreadsGpu, OneKernelWithDifferentSharedMemory) {
    const TransposeCase given =
        packed_case(DType::float64, {7, 5, 6, 9, 11, 13}, {5, 3, 1, 4, 2, 0});
    const cuda::Shape shape = plain_shape(problem_of(given));
    const std::vector<cuda::Launch> launches = large_launches(shape);
    ASSERT_GE(launches.size(), 2U) << "all need the same";

    const auto failures = failures_of_threads(thread_count, [&](std::size_t t) -> AssertionResult {
        Random random(t + 1);
        DeviceTranspose arrays(given, random, device());
        const cuda::Launch& launch = launches[t % launches.size()];
        for (int turn = 0; turn < 50; ++turn) {
            arrays.reset_output();
            const cuda::DeviceScope scope(device());
            for (int again = 0; again < 20; ++again) {
                cuda::enqueue_move(launch, shape.unit_bytes, arrays.in(), arrays.out(),
                                   arrays.stream());
            }
            if (const AssertionResult right = arrays.is_done(); !right) return right;
        }
        return AssertionSuccess();
    });

    EXPECT_THAT(failures, Each(""));
}

TEST_F(LaunchThreadsGpu, TransposesPlannedInEveryThread) {
    const std::vector<std::vector<std::int64_t>> extents{
        {5, 3, 2, 4, 35, 33}, {7, 5, 6, 9, 11, 13}, {9, 2, 7, 3, 17, 31}, {3, 3, 3, 3, 40, 41}};

    const auto failures = failures_of_threads(thread_count, [&](std::size_t t) -> AssertionResult {
        Context own(options());
        Random random(t + 1);
        for (std::size_t turn = 0; turn < 12; ++turn) {
            const TransposeCase given = packed_case(
                DType::float64, extents[(t + turn) % extents.size()], {5, 3, 1, 4, 2, 0});
            const TransposePlan plan =
                plan_transpose(own, given.in, given.out, given.perm, given.dtype);
            DeviceTranspose arrays(given, random, device());
            const AssertionResult right =
                arrays.agrees([&](const void* in, void* out, Stream stream) {
                    for (int again = 0; again < 20; ++again) plan.run(1.0, in, 0.0, out, stream);
                });
            if (!right) return right;
        }
        return AssertionSuccess();
    });

    EXPECT_THAT(failures, Each(""));
}

// Products, batches by pointers, Direct, reductions and scaling, drawn at random and all the kinds
// of steps; plans come from one cache.
TEST_F(LaunchThreadsGpu, ContractionsOfAllKindsWithASharedCache) {
    const std::vector<ContractionCase> cases = adding_cases();
    const std::shared_ptr<PlanCache> cache = make_plan_cache(1024);

    const auto failures = failures_of_threads(thread_count, [&](std::size_t t) -> AssertionResult {
        ContextOptions settings = options();
        settings.plan_cache = cache;
        Context own(settings);
        CheckOptions check;
        check.site = device_site(own);
        check.entry = Entry::contract;
        for (int turn = 0; turn < 3; ++turn) {
            for (std::size_t i = 0; i < cases.size(); ++i) {
                const ContractionCase& given = cases[(i + t) % cases.size()];
                check.strategy = given.strategy;
                const AssertionResult right = check_contraction(given.problem, check);
                if (!right) return right;
            }
        }
        return AssertionSuccess();
    });

    EXPECT_THAT(failures, Each(""));
}

}  // namespace
}  // namespace ttgt::test
