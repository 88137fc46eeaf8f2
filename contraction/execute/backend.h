// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>
#include <ttgt/layout.h>

#include <cstdint>
#include <memory>
#include <string>

#include "contraction/execute/step_timer.h"
#include "contraction/plan/plan.h"

namespace ttgt {

/// alpha and beta of one step, resolved.
struct Scalars {
    Scalar alpha;
    Scalar beta;
};

/// What a run may use.
struct Resources {
    int threads = 0;          ///< on CPUs; 0: OpenMP's default
    Stream stream{};          ///< on CUDA devices
    void* scratch = nullptr;  ///< scratch_bytes() of every step
};

/// Executes single actions on addresses, in order: on CPUs at once, on CUDA devices on the stream,
/// without waiting or allocating. One per device; stateless, so that plans can run on several
/// threads. Failures of the device are DeviceErrors.
class Backend {
public:
    virtual ~Backend() = default;
    virtual void transpose(const TransposeStep& step, const Scalars& scalars, const void* in,
                           void* out, const Resources& resources) const = 0;
    virtual void gemm(const GemmStep& step, const Scalars& scalars, const void* a, const void* b,
                      void* c, const Resources& resources) const = 0;
    virtual void direct(const DirectStep& step, const Scalars& scalars, const void* l,
                        const void* r, void* d, const Resources& resources) const = 0;
    virtual void reduce(const ReduceStep& step, const Scalars& scalars, const void* in, void* out,
                        const Resources& resources) const = 0;
    virtual void scale(const ScaleStep& step, const Scalar& beta, void* out,
                       const Resources& resources) const = 0;

    /// Element (0, 0, …) of memory for a tensor of any strides, all zeros. Throws OutOfMemory.
    [[nodiscard]] virtual std::shared_ptr<char> make_zeroed(const Layout& layout,
                                                            std::int64_t element_bytes,
                                                            const Resources& resources) const = 0;
    /// For one run of the plan with these resources.
    [[nodiscard]] virtual std::unique_ptr<StepTimer> make_timer(
        const Plan& plan, const Resources& resources) const = 0;
    /// What measured times depend on beside the problem, in one line; with `generates` also what
    /// generated kernels do. Throws Unsupported where that needs what cannot be loaded.
    [[nodiscard]] virtual std::string platform(int threads, bool generates) const = 0;
};

}  // namespace ttgt
