// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/cpu_backend.h"

#include <chrono>
#include <variant>

#include "contraction/cpu/direct/direct.h"
#include "contraction/cpu/gemm_loops.h"
#include "contraction/cpu/product_loops.h"
#include "contraction/cpu/reduce.h"
#include "contraction/cpu/scale.h"
#include "src/gemm/blas_library.h"
#include "src/runtime/devices.h"
#include "src/runtime/zeroed_memory.h"
#include "transpose/cpu/transpose_kernel.h"

namespace ttgt::cpu {
namespace {

/// Reads the host's clock: a step has ended when its call returns.
class ClockTimer final : public StepTimer {
public:
    explicit ClockTimer(int steps) : step_ms_(static_cast<std::size_t>(steps)) {}
    void start() override { start_ = Clock::now(); }
    void before(const Step&) override { step_start_ = Clock::now(); }
    void after(const Step& step) override {
        step_ms_[static_cast<std::size_t>(step.id)] += ms_since(step_start_);
    }
    void stop() override { total_ms_ = ms_since(start_); }
    [[nodiscard]] double total_ms() const override { return total_ms_; }
    [[nodiscard]] std::vector<double> step_ms() const override { return step_ms_; }

private:
    using Clock = std::chrono::steady_clock;
    static double ms_since(Clock::time_point start) {
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    }

    Clock::time_point start_;
    Clock::time_point step_start_;
    double total_ms_ = 0;
    std::vector<double> step_ms_;
};

class CpuBackend final : public Backend {
public:
    void transpose(const TransposeStep& step, const Scalars& scalars, const void* in, void* out,
                   const Resources& resources) const override {
        run_transpose(static_cast<const CpuKernelPlan&>(*step.kernel), scalars.alpha, in,
                      scalars.beta, out, resources.threads);
    }

    void gemm(const GemmStep& step, const Scalars& scalars, const void* a, const void* b, void* c,
              const Resources& resources) const override {
        run_gemm(step, scalars, a, b, c, resources.scratch, resources.threads);
    }

    void direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, const Resources& resources) const override {
        run_direct(step, scalars, l, r, d, resources.scratch, resources.threads);
    }

    void reduce(const ReduceStep& step, const Scalars& scalars, const void* in, void* out,
                const Resources& resources) const override {
        run_reduce(step, scalars, in, out, resources.threads);
    }

    void scale(const ScaleStep& step, const Scalar& beta, void* out,
               const Resources& resources) const override {
        run_scale(step, beta, out, resources.threads);
    }

    void product_loops(const ProductLoops& loops, const LoopRun& run,
                       const Resources& resources) const override {
        run_loops(loops, run, resources.threads);
    }

    [[nodiscard]] std::shared_ptr<char> make_zeroed(const Layout& layout,
                                                    std::int64_t element_bytes,
                                                    const Resources&) const override {
        const auto memory = std::make_shared<const ZeroedMemory>(layout, element_bytes);
        return {memory, memory->origin()};
    }

    [[nodiscard]] std::unique_ptr<StepTimer> make_timer(const Plan& plan,
                                                        const Resources&) const override {
        return std::make_unique<ClockTimer>(plan.step_count);
    }

    [[nodiscard]] std::string platform(int threads) const override {
        return cpu_platform(threads) + ", " + ttgt::describe(blas_library());
    }

    [[nodiscard]] std::string generating_platform(int threads) const override {
        return platform(threads);
    }
};

}  // namespace

const Backend& backend() {
    // Never destroyed: destructors of static objects may contract, too.
    static const CpuBackend* const instance = new CpuBackend();
    return *instance;
}

}  // namespace ttgt::cpu
