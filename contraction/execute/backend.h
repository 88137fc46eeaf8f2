// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>
#include <ttgt/layout.h>

#include <cstdint>
#include <memory>
#include <string>

#include "contraction/execute/product_loops.h"
#include "contraction/execute/scalars.h"
#include "contraction/execute/step_timer.h"
#include "contraction/plan/plan.h"

namespace ttgt {

/// Threads, stream and scratch memory of a run.
struct Resources {
    int threads = 0;          ///< CPU threads; 0: OpenMP's default; not used on CUDA
    Stream stream{};          ///< the CUDA stream; empty on CPUs
    void* scratch = nullptr;  ///< scratch memory, large enough for scratch_bytes() of every step
};

/// Executes the steps of plans on one kind of device. The pointers are the addresses of element
/// (0, 0, …) of the operands. On CPUs, a step is complete when the call returns. On CUDA, the call
/// enqueues the step on the stream and neither waits nor allocates. Stateless: several threads may
/// use one Backend. Throws DeviceError where the device fails.
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
    /// Does nested loops over a sum of products of many tensors. Sums in double precision.
    virtual void product_loops(const ProductLoops& loops, const LoopRun& run,
                               const Resources& resources) const = 0;

    /// Allocates memory for a tensor of this layout and sets it to zero. Returns the address of
    /// element (0, 0, …). Throws OutOfMemory.
    [[nodiscard]] virtual std::shared_ptr<char> make_zeroed(const Layout& layout,
                                                            std::int64_t element_bytes,
                                                            const Resources& resources) const = 0;
    /// Makes a timer for one run of the plan with these resources.
    [[nodiscard]] virtual std::unique_ptr<StepTimer> make_timer(
        const Plan& plan, const Resources& resources) const = 0;
    /// One line that names all that measured times depend on except the problem, such as the device
    /// and library versions. For plans without generated kernels.
    [[nodiscard]] virtual std::string platform(int threads) const = 0;
    /// The line of platform() for plans with generated kernels, which includes what these depend
    /// on. Throws Unsupported where a library that this needs cannot be loaded.
    [[nodiscard]] virtual std::string generating_platform(int threads) const = 0;
};

}  // namespace ttgt
