// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/cpu_backend.h"

#include "contraction/cpu/direct.h"
#include "contraction/cpu/gemm_loops.h"
#include "contraction/cpu/reduce.h"
#include "contraction/cpu/scale.h"
#include "transpose/cpu/transpose_kernel.h"

namespace ttgt::cpu {
namespace {

class CpuBackend final : public Backend {
public:
    void transpose(const TransposeStep& step, const Scalars& scalars, const void* in, void* out,
                   int threads) const override {
        run_transpose(step.kernel, scalars.alpha, in, scalars.beta, out, threads);
    }

    void gemm(const GemmStep& step, const Scalars& scalars, const void* a, const void* b, void* c,
              int threads) const override {
        run_gemm(step, scalars, a, b, c, threads);
    }

    void direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, int threads) const override {
        run_direct(step, scalars, l, r, d, threads);
    }

    void reduce(const ReduceStep& step, const Scalars& scalars, const void* in, void* out,
                int threads) const override {
        run_reduce(step, scalars, in, out, threads);
    }

    void scale(const ScaleStep& step, const Scalar& beta, void* out, int threads) const override {
        run_scale(step, beta, out, threads);
    }
};

}  // namespace

const Backend& backend() {
    static const CpuBackend instance;
    return instance;
}

}  // namespace ttgt::cpu
