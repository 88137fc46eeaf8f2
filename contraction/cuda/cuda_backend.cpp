// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/cuda_device.h"

#include <array>
#include <map>
#include <mutex>

#include "contraction/cuda/cuda_machine.h"
#include "contraction/cuda/direct/direct.h"
#include "contraction/cuda/emulated/run_emulated.h"
#include "contraction/cuda/event_step_timer.h"
#include "contraction/cuda/gemm.h"
#include "contraction/cuda/generated/generated_kernel.h"
#include "contraction/cuda/product_loops.h"
#include "src/context/calibration.h"
#include "src/context/cuda/architecture.h"
#include "src/core/checked.h"
#include "src/core/memory/address_range.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/properties.h"
#include "transpose/cuda/run.h"

namespace ttgt::cuda {
namespace {

const DirectKernelPlan& direct_kernel(const SharedDeviceKernel& kernel) {
    return static_cast<const DirectKernelPlan&>(*kernel);
}

/// Null where the kernel is one of those compiled with the library.
const GeneratedKernelPlan* generated_kernel(const SharedDeviceKernel& kernel) {
    return dynamic_cast<const GeneratedKernelPlan*>(kernel.get());
}

/// Null where the kernel is not a product of INT8.
const EmulatedPlan* int8_plan(const SharedDeviceKernel& kernel) {
    return dynamic_cast<const EmulatedPlan*>(kernel.get());
}

class CudaBackend final : public Backend {
public:
    explicit CudaBackend(int device) : device_(device) {}

    void transpose(const TransposeStep& step, const Scalars& scalars, const void* in, void* out,
                   const Resources& resources) const override {
        run_transpose(static_cast<const CudaKernelPlan&>(*step.kernel), scalars.alpha, in,
                      scalars.beta, out, device_, resources.stream);
    }

    void gemm(const GemmStep& step, const Scalars& scalars, const void* a, const void* b, void* c,
              const Resources& resources) const override {
        const DeviceScope scope(device_);
        run_gemm(step, scalars, a, b, c, resources);
    }

    void direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, const Resources& resources) const override {
        if (const GeneratedKernelPlan* generated = generated_kernel(step.kernel)) {
            const std::array<void*, operand_count> pointers{d, const_cast<void*>(l),
                                                            const_cast<void*>(r)};
            run_generated(*generated, scalars, pointers, resources.stream);
            return;
        }
        const DeviceScope scope(device_);
        if (const EmulatedPlan* emulated = int8_plan(step.kernel)) {
            run_emulated(*emulated, scalars, l, r, d, device_, resources);
            return;
        }
        run_direct(direct_kernel(step.kernel), scalars, l, r, d, resources.scratch,
                   resources.stream);
    }

    void reduce(const ReduceStep& step, const Scalars& scalars, const void* in, void* out,
                const Resources& resources) const override {
        const DeviceScope scope(device_);
        run_direct(direct_kernel(step.kernel), scalars, in, nullptr, out, resources.scratch,
                   resources.stream);
    }

    void scale(const ScaleStep& step, const Scalar& beta, void* out,
               const Resources& resources) const override {
        const DeviceScope scope(device_);
        run_direct(direct_kernel(step.kernel), {0.0, beta}, nullptr, nullptr, out, nullptr,
                   resources.stream);
    }

    void product_loops(const ProductLoops& loops, const LoopRun& run,
                       const Resources& resources) const override {
        enqueue_loops(loops, run, device_, resources.stream);
    }

    [[nodiscard]] std::shared_ptr<char> make_zeroed(const Layout& layout,
                                                    std::int64_t element_bytes,
                                                    const Resources& resources) const override {
        constexpr const char* what = "the memory of a measured plan";
        const AddressRange range = address_range(layout, element_bytes, what);
        const std::int64_t bytes = checked_add(range.end, -range.begin, what);
        const auto buffer =
            std::make_shared<const DeviceBuffer>(bytes, device_, resources.stream, what);
        const DeviceScope scope(device_);
        fill_bytes(buffer->data(), 0, bytes, resources.stream);
        return {buffer, static_cast<char*>(buffer->data()) - range.begin};
    }

    [[nodiscard]] std::unique_ptr<StepTimer> make_timer(const Plan& plan,
                                                        const Resources& resources) const override {
        return std::make_unique<EventStepTimer>(plan, device_, resources.stream);
    }

    [[nodiscard]] std::string platform(int) const override { return device_platform(device_); }

    [[nodiscard]] std::string generating_platform(int) const override {
        return search_platform(device_);
    }

private:
    int device_;
};

}  // namespace

namespace {

KernelCompilers kernel_compilers(int device) {
    return {[device](DirectStep& step) {
                const GeneratedKernelPlan* const plan = generated_kernel(step.kernel);
                if (plan != nullptr && !plan->is_compiled()) step.kernel = compiled(*plan, device);
            },
            [device](const std::vector<DirectStep*>& steps, double seconds) {
                std::vector<const GeneratedKernelPlan*> plans;
                for (const DirectStep* step : steps) {
                    plans.push_back(generated_kernel(step->kernel));
                }
                const auto results = compiled_in_time(plans, device, seconds);
                for (std::size_t i = 0; i < steps.size(); ++i) {
                    if (results[i]) steps[i]->kernel = results[i];
                }
            }};
}

}  // namespace

const Backend& backend(int device) {
    static std::mutex mutex;
    static std::map<int, CudaBackend> backends;  // its elements never move
    const std::lock_guard lock(mutex);
    return backends.try_emplace(device, device).first->second;
}

std::unique_ptr<const Machine> make_machine(const ContextOptions& options) {
    const int device = options.device.index;
    return std::make_unique<const CudaMachine>(
        architecture_of(options), gemm_part(options.calibration),
        [device](GemmStep& step, std::int64_t scratch_limit) {
            prepare_gemm(step, device, scratch_limit);
        },
        kernel_compilers(device));
}

}  // namespace ttgt::cuda
