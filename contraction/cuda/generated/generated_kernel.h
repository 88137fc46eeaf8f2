// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "contraction/cuda/generated/generated_shape.h"
#include "contraction/execute/backend.h"
#include "contraction/plan/written_kernel.h"

namespace ttgt::cuda {

class LoadedKernel;

/// A variant of a generated kernel: what the kernel computes, and how. A variant that is to run has
/// been compiled.
struct GeneratedKernelPlan final : WrittenKernel {
    /// One line of text such as "generated: 1000 blocks of 128 threads, ...".
    [[nodiscard]] std::string describe() const override;
    [[nodiscard]] KernelKey key() const override;
    [[nodiscard]] std::string source() const override;
    [[nodiscard]] bool is_compiled() const override { return loaded != nullptr; }

    GeneratedProblem problem;  ///< what the kernel computes
    GeneratedShape shape;      ///< how the kernel cuts the problem up
    /// The kernel, compiled and loaded. Null if it is not compiled; the members below are not set
    /// then.
    std::shared_ptr<const LoadedKernel> loaded;
    double measured_us = 0;   ///< measured microseconds of a run; 0: not measured
    std::string cache_note;   ///< what the cache on disk did for this variant; may be empty
    std::int64_t blocks = 0;  ///< number of blocks of the launch
    /// Whether the kernel may start before the previous kernel on the stream has ended. It waits
    /// for that kernel's end itself.
    bool overlaps = false;
};

/// The likeliest variants for a Direct step, the fastest first, at most `most`; none where kernels
/// are not generated for such. Takes some hundred microseconds.
[[nodiscard]] std::vector<GeneratedKernelPlan> plan_generated_kernels(const DirectStep& step,
                                                                      const Architecture& gpu,
                                                                      std::size_t most);

/// The likeliest variants for any problem, the fastest first, at most `most`; none where kernels
/// are not generated for it.
[[nodiscard]] std::vector<GeneratedKernelPlan> plan_generated_kernels(
    const GeneratedProblem& problem, const Architecture& gpu, std::size_t most);

/// Compiles the variant and loads it on a device. Throws Unsupported, DeviceError.
[[nodiscard]] std::shared_ptr<const GeneratedKernelPlan> compiled(const GeneratedKernelPlan& plan,
                                                                  int device);

/// Compiles many variants, several at a time, and loads them on a device. Begins no variant after
/// `seconds` seconds. The result has the variants in the order of `plans`; null for a variant that
/// was not begun or that failed.
[[nodiscard]] std::vector<std::shared_ptr<const GeneratedKernelPlan>> compiled_in_time(
    const std::vector<const GeneratedKernelPlan*>& plans, int device, double seconds);

/// Enqueues a compiled kernel on a stream of its device: one launch, no allocation, no
/// wait. The pointers are those of the problem's tensors that are no temporaries, in their order.
/// Throws DeviceError.
void run_generated(const GeneratedKernelPlan& plan, const Scalars& scalars,
                   std::span<void* const> pointers, Stream stream);
/// Runs a compiled kernel `calls` times with alpha and beta 1, waits for the end, and returns the
/// milliseconds of one run.
[[nodiscard]] double time_generated_ms(const GeneratedKernelPlan& plan, int device,
                                       std::span<void* const> pointers, Stream stream, int calls);

/// The fastest of the variants in turns on memory of its own, of as many as can be compiled in so
/// many seconds, in their order, and at least the first. Throws as compiled(), and OutOfMemory.
[[nodiscard]] std::shared_ptr<const GeneratedKernelPlan> fastest_of(
    const std::vector<GeneratedKernelPlan>& variants, int device, Stream stream, double seconds);

/// What a search's result depends on beside the problem: the kind of device, the driver, NVRTC, in
/// one line. Throws Unsupported where NVRTC cannot be loaded.
[[nodiscard]] std::string search_platform(int device);

}  // namespace ttgt::cuda
