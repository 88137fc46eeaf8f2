// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/transpose.h>

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "src/context/cuda/architecture.h"
#include "tests/gpu/support/device_contraction.h"
#include "tests/gpu/support/device_transpose.h"
#include "tests/stress/case_class.h"
#include "tests/stress/draws.h"
#include "tests/stress/fault.h"
#include "tests/stress/packed_transpose.h"
#include "tests/support/problems/cuda_transpose_cases.h"
#include "transpose/cuda/plan/kernel_plan.h"

// Launches of the same kernels by several host threads at once, with different amounts of shared
// memory.
namespace ttgt::stress {
namespace {

using test::Random;

constexpr int host_threads = 8;

/// What `work(number)` says on each thread, all of which begin together; the first fault.
std::string on_host_threads(const std::function<std::string(int)>& work) {
    std::mutex mutex;
    std::string first;
    std::atomic<int> waiting{host_threads};
    std::vector<std::thread> threads;
    for (int number = 0; number < host_threads; ++number) {
        threads.emplace_back([&, number] {
            --waiting;
            while (waiting > 0) std::this_thread::yield();
            std::string fault;
            try {
                fault = work(number);
            } catch (const std::exception& error) {
                fault = error.what();
            }
            const std::lock_guard lock(mutex);
            if (first.empty()) first = std::move(fault);
        });
    }
    for (std::thread& thread : threads) thread.join();
    return first;
}

/// Whose tile needs more shared memory than every kernel is granted.
test::TransposeCase draw_large_tile(Random& random, DType dtype, const Context& context) {
    constexpr int always_granted = 48 * 1024;
    const cuda::Architecture gpu = cuda::architecture_of(context.options());
    test::TransposeCase given;
    for (int turn = 0; turn < 200; ++turn) {  // one in thirty has such a tile
        given =
            draw_packed_transpose(random, dtype, static_cast<int>(random.between(3, 5)), 200'000);
        const auto plan = cuda::plan_transpose_kernel(test::problem_of(given), gpu);
        if (plan.fast.chosen.launch.shared_bytes > always_granted) break;
    }
    return given;
}

/// Of one element type, which most often is one kernel; the shared memory follows the shapes.
std::string race_of_transposes(std::uint64_t seed, Station& station, DType dtype) {
    return on_host_threads([&](int number) {
        Random random(seed * host_threads + static_cast<std::uint64_t>(number));
        Context context(station.options());
        const test::TransposeCase given = draw_large_tile(random, dtype, context);
        const TransposePlan plan =
            plan_transpose(context, given.in, given.out, given.perm, given.dtype);
        test::DeviceTranspose transpose(given, random, station.device().index);
        for (int turn = 0; turn < 1000; ++turn) {
            plan.run(1.0, transpose.in(), 0.0, transpose.out(), transpose.stream());
        }
        return fault_of(transpose.is_done());
    });
}

std::string race_of_contractions(std::uint64_t seed, Station& station, DType dtype) {
    return on_host_threads([&](int number) {
        const std::uint64_t own = seed * host_threads + static_cast<std::uint64_t>(number);
        test::DrawOptions draw;
        draw.dtype = dtype;
        draw.max_multiply_adds = 1 << 18;
        test::TestProblem problem = draw_problem(own, draw);
        problem.beta = Scalar{};  // a run leaves nothing behind that the next one finds
        problem = spelled(problem);
        Context context(station.options());
        test::CheckOptions check;
        check.workspace_limit = Random(own).chance(70) ? 0 : unlimited;  // 0: Direct
        const ContractionPlan plan = plan_for(context, problem, check);
        test::DeviceContraction contraction(problem, plan, station.device().index);
        for (int turn = 0; turn < 200; ++turn) contraction.run();
        return fault_of(contraction.is_done());
    });
}

}  // namespace

std::string run_race(std::uint64_t seed, Station& station) {
    Random random(seed);
    const DType dtype =
        random.pick<DType>({DType::float32, DType::float64, DType::complex64, DType::complex128});
    return random.chance(70) ? race_of_transposes(seed, station, dtype)
                             : race_of_contractions(seed, station, dtype);
}

}  // namespace ttgt::stress
