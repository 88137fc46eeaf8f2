// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/backend.h"

#include <ttgt/error.h>

#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "src/context/cuda/architecture.h"
#include "src/runtime/cuda/properties.h"
#include "transpose/cuda/run.h"

namespace ttgt::cuda {
namespace {

SharedKernelPlan share(CudaKernelPlan plan) {
    return std::make_shared<const CudaKernelPlan>(std::move(plan));
}

void check_alignment(const char* which, const void* pointer, DType dtype) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (address % static_cast<std::uintptr_t>(size_bytes(dtype)) == 0) return;
    throw InvalidArgument(fmt::format("{} is at {}, which is not aligned to an element of {} bytes",
                                      which, pointer, size_bytes(dtype)));
}

class CudaTransposeBackend final : public TransposeBackend {
public:
    explicit CudaTransposeBackend(const Context& context)
        : gpu_(architecture_of(context.options())),
          device_(context.options().device.index),
          stream_(context.stream()) {}

    [[nodiscard]] SharedKernelPlan plan(const TransposeProblem& problem) const override {
        return share(plan_transpose_kernel(problem, gpu_));
    }

    [[nodiscard]] MeasuredKernelPlan measure(const TransposeProblem& problem) const override {
        return measure_transpose(problem, gpu_, device_, stream_);
    }

    [[nodiscard]] std::vector<SharedKernelPlan> candidates(
        const TransposeProblem& problem) const override {
        if (problem.empty) return {plan(problem)};
        std::vector<SharedKernelPlan> plans;
        for (PricedCudaTile& tile : price_tiles(vectorise(problem), gpu_)) {
            plans.push_back(share(plan_transpose_kernel(problem, std::move(tile), gpu_)));
        }
        return plans;
    }

    void run(const TransposeKernelPlan& plan, Scalar alpha, const void* in, Scalar beta, void* out,
             Stream stream) const override {
        check_alignment("the input", in, plan.problem.dtype);
        check_alignment("the output", out, plan.problem.dtype);
        run_transpose(static_cast<const CudaKernelPlan&>(plan), alpha, in, beta, out, device_,
                      stream == Stream{} ? stream_ : stream);
    }

    [[nodiscard]] std::string platform() const override { return device_platform(device_); }

private:
    Architecture gpu_;
    int device_;
    Stream stream_;
};

}  // namespace

std::shared_ptr<const TransposeBackend> make_transpose_backend(const Context& context) {
    return std::make_shared<const CudaTransposeBackend>(context);
}

}  // namespace ttgt::cuda
