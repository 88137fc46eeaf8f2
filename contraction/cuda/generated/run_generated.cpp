// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "contraction/cuda/generated/generated_kernel.h"
#include "contraction/cuda/generated/generated_source.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/kernels/loaded_kernel.h"
#include "src/runtime/cuda/kernels/nvrtc.h"
#include "src/runtime/cuda/properties.h"

namespace ttgt::cuda {
namespace {

constexpr int first_with_overlap = 9;  ///< compute capability

/// A scalar as the kernel's Element, real types by their first number.
union KernelScalar {
    float single[2];
    double full[2];
};

KernelScalar kernel_scalar(const Scalar& value, DType dtype) {
    KernelScalar result{};
    if (dtype == DType::float64 || dtype == DType::complex128) {
        result.full[0] = value.real();
        result.full[1] = value.imag();
    } else {
        result.single[0] = static_cast<float>(value.real());
        result.single[1] = static_cast<float>(value.imag());
    }
    return result;
}

/// Memory for each operand of a problem, all zeros.
class ZeroedTensors {
public:
    ZeroedTensors(const GeneratedProblem& problem, int device, Stream stream) {
        const DeviceScope scope(device);
        for (const GeneratedTensor& tensor : problem.tensors) {
            if (tensor.is_temporary) continue;
            std::int64_t below = 0;
            std::int64_t elements = 1;
            for (const GeneratedMode& mode : tensor.modes) {
                const std::int64_t reach = (mode.extent - 1) * mode.stride;
                elements += reach < 0 ? -reach : reach;
                below -= std::min<std::int64_t>(reach, 0);
            }
            const std::int64_t element_bytes = size_bytes(problem.dtype);
            DeviceBuffer& buffer = buffers_.emplace_back(elements * element_bytes, device, stream,
                                                         "the memory of a measured kernel");
            fill_bytes(buffer.data(), 0, elements * element_bytes, stream);
            pointers_.push_back(static_cast<char*>(buffer.data()) + below * element_bytes);
        }
    }
    [[nodiscard]] std::span<void* const> pointers() const { return pointers_; }

private:
    std::vector<DeviceBuffer> buffers_;
    std::vector<void*> pointers_;
};

}  // namespace

std::shared_ptr<const GeneratedKernelPlan> compiled(const GeneratedKernelPlan& plan, int device) {
    const DeviceProperties& properties = device_properties(device);
    const CompiledSource code =
        compile_source(plan.source(), properties.compute_major, properties.compute_minor);
    const GeneratedLayout layout = layout_of(plan.problem, plan.shape);
    auto result = std::make_shared<GeneratedKernelPlan>(plan);
    result->loaded = std::make_shared<const LoadedKernel>(code.binary, generated_name,
                                                          layout.shared_bytes, device);
    result->blocks = layout.blocks;
    result->overlaps = properties.compute_major >= first_with_overlap;
    return result;
}

std::vector<std::shared_ptr<const GeneratedKernelPlan>> compiled_in_time(
    const std::vector<const GeneratedKernelPlan*>& plans, int device, double seconds) {
    constexpr unsigned most_threads = 16;
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    std::vector<std::shared_ptr<const GeneratedKernelPlan>> results(plans.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        while (Clock::now() - begin <= std::chrono::duration<double>(seconds)) {
            const std::size_t i = next.fetch_add(1);
            if (i >= plans.size()) return;
            try {
                results[i] = compiled(*plans[i], device);
            } catch (const Error&) {
                continue;  // whoever needs this one is told why when it is compiled alone
            }
        }
    };
    const std::size_t threads = std::min<std::size_t>(
        plans.size(), std::clamp(std::thread::hardware_concurrency(), 1U, most_threads));
    std::vector<std::thread> others;
    for (std::size_t thread = 1; thread < threads; ++thread) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
    return results;
}

void run_generated(const GeneratedKernelPlan& plan, const Scalars& scalars,
                   std::span<void* const> pointers, Stream stream) {
    std::array<void*, most_generated_tensors> values{};
    std::array<void*, most_generated_tensors + 2> arguments{};
    for (std::size_t i = 0; i < pointers.size(); ++i) {
        values[i] = pointers[i];
        arguments[i] = &values[i];
    }
    KernelScalar alpha = kernel_scalar(scalars.alpha, plan.problem.dtype);
    KernelScalar beta = kernel_scalar(scalars.beta, plan.problem.dtype);
    arguments[pointers.size()] = &alpha;
    arguments[pointers.size() + 1] = &beta;
    plan.loaded->enqueue(plan.blocks, plan.shape.threads, arguments.data(), stream, plan.overlaps);
}

double time_generated_ms(const GeneratedKernelPlan& plan, int device,
                         std::span<void* const> pointers, Stream stream, int calls) {
    EventTimer timer(device);
    timer.start(stream);
    for (int call = 0; call < calls; ++call) run_generated(plan, {1.0, 1.0}, pointers, stream);
    timer.stop(stream);
    return timer.ms() / calls;
}

std::shared_ptr<const GeneratedKernelPlan> fastest_of(
    const std::vector<GeneratedKernelPlan>& variants, int device, Stream stream, double seconds) {
    constexpr int calls = 20;
    constexpr int turns = 3;
    std::vector<std::shared_ptr<const GeneratedKernelPlan>> ready{
        compiled(variants.front(), device)};
    std::vector<const GeneratedKernelPlan*> others;
    for (std::size_t i = 1; i < variants.size(); ++i) others.push_back(&variants[i]);
    for (auto& plan : compiled_in_time(others, device, seconds)) {
        if (plan) ready.push_back(std::move(plan));
    }
    if (ready.size() == 1) return ready.front();
    const ZeroedTensors tensors(variants.front().problem, device, stream);
    std::vector<double> best(ready.size(), std::numeric_limits<double>::infinity());
    for (const auto& plan : ready) {
        (void)time_generated_ms(*plan, device, tensors.pointers(), stream, 1);
    }
    // One turn of all after the other: what slows the machine for a while slows all of them.
    for (int turn = 0; turn < turns; ++turn) {
        for (std::size_t i = 0; i < ready.size(); ++i) {
            best[i] = std::min(
                best[i], time_generated_ms(*ready[i], device, tensors.pointers(), stream, calls));
        }
    }
    const auto fastest = std::min_element(best.begin(), best.end());
    auto result = std::make_shared<GeneratedKernelPlan>(
        *ready[static_cast<std::size_t>(fastest - best.begin())]);
    result->measured_us = 1e3 * *fastest;
    return result;
}

std::string search_platform(int device) {
    return fmt::format("{}, NVRTC {}", device_platform(device), compiler_version());
}

}  // namespace ttgt::cuda
