// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include <gtest/gtest.h>

#include "src/runtime/cuda/stream.h"
#include "tests/gpu/support/device_tensor.h"
#include "tests/support/guarded_array.h"
#include "tests/support/problems/transpose_case.h"
#include "tests/support/random.h"

namespace ttgt::test {

struct TransposeScalars {
    Scalar alpha = 1.0;
    Scalar beta = 0.0;
};

/// Bytes that the arrays lie off their usual places.
struct Shifts {
    std::int64_t in = 0;
    std::int64_t out = 0;
};

using TransposeCall = std::function<void(const void* in, void* out, Stream stream)>;

/// A transpose whose arrays are filled and on a device, with what the definition makes of them.
/// What must not be read is full of NaNs: the input where alpha is 0, the output where beta is.
class DeviceTranspose {
public:
    DeviceTranspose(const TransposeCase& given, Random& random, int device,
                    const TransposeScalars& scalars = {}, const Shifts& shifts = {});

    /// Fills the output anew, calls, waits, and compares every byte: elements, gaps and guards.
    [[nodiscard]] testing::AssertionResult agrees(const TransposeCall& call);

    [[nodiscard]] const void* in() const noexcept { return in_.data(); }
    [[nodiscard]] void* out() const noexcept { return out_.data(); }
    [[nodiscard]] Stream stream() const noexcept { return stream_.get(); }
    /// Fills the output anew, in order on stream().
    void reset_output() { out_.copy(before_); }
    /// Waits for stream() and compares.
    [[nodiscard]] testing::AssertionResult is_done() const;

private:
    TransposeCase given_;
    cuda::OwnedStream stream_;
    GuardedArray host_in_;
    GuardedArray host_before_;
    GuardedArray expected_;
    DeviceTensor in_;
    DeviceTensor before_;
    DeviceTensor out_;
};

}  // namespace ttgt::test
