// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// A run enqueues and returns: it can be captured in a graph, of kernels alone, and replayed; it
// neither allocates nor waits.
#include <cuda_runtime_api.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/error.h"
#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/captured_graph.h"
#include "tests/gpu/support/device_contraction.h"

namespace ttgt::test {
namespace {

using testing::AnyOf;
using testing::Each;

class CaptureGpu : public ContractionGpu {
protected:
    /// Captures one run of the case and replays it on other data in the same memory.
    void capture_and_replay(const ContractionCase& given) {
        SCOPED_TRACE(describe(given.problem));
        const ContractionPlan planned = plan(given);
        DeviceContraction contraction(given.problem, planned, device());
        contraction.run();
        ASSERT_TRUE(contraction.is_done()) << planned.explain();

        const CapturedGraph graph(contraction.stream(), cudaStreamCaptureModeGlobal,
                                  [&] { contraction.run(); });

        EXPECT_THAT(graph.node_types(),
                    Each(AnyOf(cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemset)))
            << planned.explain();
        for (std::uint64_t seed = 501; seed < 504; ++seed) {
            contraction.refill(seed);
            graph.launch(contraction.stream());
            ASSERT_TRUE(contraction.is_done()) << planned.explain();
        }
    }
};

// In the global mode a capture fails on any call that allocates, frees, waits or asks.
TEST_F(CaptureGpu, EveryRunIsAGraphOfKernelsThatCanBeReplayed) {
    for (const std::vector<ContractionCase>& cases : {overwriting_cases(), adding_cases()}) {
        for (const ContractionCase& given : cases) {
            capture_and_replay(given);
            if (HasFatalFailure()) return;
        }
    }
}

TEST_F(CaptureGpu, RunWithAlphaZeroCanBeCapturedToo) {
    for (ContractionCase given : adding_cases()) {
        given.problem.alpha = 0.0;
        capture_and_replay(given);
        if (HasFatalFailure()) return;
    }
}

TEST_F(CaptureGpu, VeryFirstRunCanBeCaptured) {
    for (const ContractionCase& given : adding_cases()) {
        const ContractionPlan planned = plan(given);
        DeviceContraction contraction(given.problem, planned, device());

        const CapturedGraph graph(contraction.stream(), cudaStreamCaptureModeThreadLocal,
                                  [&] { contraction.run(); });
        graph.launch(contraction.stream());

        ASSERT_TRUE(contraction.is_done()) << planned.explain();
    }
}

/// Holds a stream back until it is let go, or gives up.
class Blocker {
public:
    explicit Blocker(Stream stream) {
        TTGT_CUDA_CHECK(cudaLaunchHostFunc(cuda::native(stream), &Blocker::block, this));
    }
    void let_go() { is_free_ = true; }
    /// Whether it was still holding when it was let go; only once the stream has got there.
    [[nodiscard]] bool held() const { return held_; }

private:
    static void block(void* self) {
        using Clock = std::chrono::steady_clock;
        auto* const blocker = static_cast<Blocker*>(self);
        const auto end = Clock::now() + std::chrono::seconds(2);
        while (!blocker->is_free_ && Clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
        blocker->held_ = blocker->is_free_.load();
    }

    std::atomic<bool> is_free_{false};
    std::atomic<bool> held_{false};
};

TEST_F(CaptureGpu, RunDoesNotWaitForTheStream) {
    for (const ContractionCase& given : overwriting_cases()) {
        const ContractionPlan planned = plan(given);
        DeviceContraction contraction(given.problem, planned, device());
        contraction.run();
        ASSERT_TRUE(contraction.is_done());
        contraction.reset();
        cuda::synchronize(contraction.stream());

        Blocker blocker(contraction.stream());
        contraction.run();
        blocker.let_go();

        ASSERT_TRUE(contraction.is_done());
        ASSERT_TRUE(blocker.held()) << "run waited\n" << planned.explain();
    }
}

}  // namespace
}  // namespace ttgt::test
