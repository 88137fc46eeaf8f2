// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "src/runtime/cuda/stream.h"
#include "tests/gpu/support/device_placement.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {

/// A contraction's tensors on a device, with a workspace and a stream of their own, to be run again
/// and again by one plan, which must outlive it.
class DeviceContraction {
public:
    DeviceContraction(const TestProblem& problem, const ContractionPlan& plan, int device);

    /// Enqueues one run on stream(), and does nothing else.
    void run();
    [[nodiscard]] const RunOptions& options() const noexcept { return options_; }
    [[nodiscard]] RunOptions& options() noexcept { return options_; }
    [[nodiscard]] Stream stream() const noexcept { return stream_.get(); }
    [[nodiscard]] DevicePlacement& placement() noexcept { return placement_; }

    /// Fills the tensors anew, in the same memory: D as it was where the seed is the problem's.
    void refill(std::uint64_t seed);
    void reset() { refill(problem_.seed); }
    /// Waits for stream(); whether the result is right, and nothing beside it was written.
    [[nodiscard]] testing::AssertionResult is_done();
    /// Waits for stream(); all bytes of D, its guards included.
    [[nodiscard]] std::vector<std::byte> bytes();

private:
    const ContractionPlan& plan_;
    TestProblem problem_;
    cuda::OwnedStream stream_;
    TestTensors tensors_;  // as they were filled
    GuardedArray d_;       // as they are
    std::vector<GuardedArray> inputs_;
    DevicePlacement placement_;
    void* d_data_;
    const void* l_data_;
    const void* r_data_;  // null for one input
    RunOptions options_;
};

}  // namespace ttgt::test
