// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cpu/backend.h"

#include <ttgt/error.h>

#include <utility>

#include "src/runtime/devices.h"
#include "transpose/cpu/measure.h"
#include "transpose/cpu/transpose_kernel.h"

namespace ttgt::cpu {
namespace {

SharedKernelPlan share(CpuKernelPlan plan) {
    return std::make_shared<const CpuKernelPlan>(std::move(plan));
}

class CpuTransposeBackend final : public TransposeBackend {
public:
    explicit CpuTransposeBackend(int threads) : threads_(threads) {}

    [[nodiscard]] SharedKernelPlan plan(const TransposeProblem& problem) const override {
        return share(plan_transpose_kernel(problem));
    }

    [[nodiscard]] MeasuredKernelPlan measure(const TransposeProblem& problem) const override {
        return measure_transpose(problem, threads_);
    }

    [[nodiscard]] std::vector<SharedKernelPlan> candidates(
        const TransposeProblem& problem) const override {
        if (problem.empty) return {plan(problem)};
        std::vector<SharedKernelPlan> plans;
        for (PricedCpuTile& tile : tiles_by_cost(problem)) {
            plans.push_back(share(plan_transpose_kernel(problem, std::move(tile))));
        }
        return plans;
    }

    void run(const TransposeKernelPlan& plan, Scalar alpha, const void* in, Scalar beta, void* out,
             Stream stream) const override {
        if (stream != Stream{}) {
            throw InvalidArgument(
                "a stream was given to a transpose on the CPU: only GPUs have streams");
        }
        run_transpose(static_cast<const CpuKernelPlan&>(plan), alpha, in, beta, out, threads_);
    }

    [[nodiscard]] std::string platform() const override { return cpu_platform(threads_); }

private:
    int threads_;
};

}  // namespace

std::shared_ptr<const TransposeBackend> make_transpose_backend(int threads) {
    return std::make_shared<const CpuTransposeBackend>(threads);
}

}  // namespace ttgt::cpu
