// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/direct_backend.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {

/// Tests of steps on a stream of the device.
class DirectGpuTest : public GpuTest {
protected:
    void SetUp() override;

    [[nodiscard]] Stream stream() const { return stream_->get(); }

    /// D of the problem's Direct plan by a backend, on the device. `shift`: elements that the
    /// arrays lie off their usual places.
    [[nodiscard]] GuardedArray run(const TestProblem& problem, const TestTensors& tensors,
                                   const DirectBackend& backend, std::int64_t shift) const;

private:
    std::unique_ptr<cuda::DeviceScope> scope_;
    std::unique_ptr<cuda::OwnedStream> stream_;
};

}  // namespace ttgt::test
