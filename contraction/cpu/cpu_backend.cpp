// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/cpu_backend.h"

#include "contraction/cpu/direct.h"
#include "contraction/cpu/reduce.h"
#include "contraction/cpu/scale.h"
#include "src/gemm/gemm.h"
#include "transpose/cpu/transpose_kernel.h"

namespace ttgt::cpu {
namespace {

/// One product per index of the loops, the innermost loop last in the list.
void gemm_over(const std::vector<BatchLoop>& loops, std::size_t depth, GemmCall call) {
    if (depth == loops.size()) return ttgt::gemm(call);
    const BatchLoop& loop = loops[depth];
    const std::int64_t bytes = size_bytes(call.dtype);
    for (std::int64_t index = 0; index < loop.extent; ++index) {
        gemm_over(loops, depth + 1, call);
        call.a = static_cast<const char*>(call.a) + loop.strides[0] * bytes;
        call.b = static_cast<const char*>(call.b) + loop.strides[1] * bytes;
        call.c = static_cast<char*>(call.c) + loop.strides[2] * bytes;
    }
}

class CpuBackend final : public Backend {
public:
    void transpose(const TransposeStep& step, const Scalars& scalars, const void* in, void* out,
                   int threads) const override {
        run_transpose(step.kernel, scalars.alpha, in, scalars.beta, out, threads);
    }

    void gemm(const GemmStep& step, const Scalars& scalars, const void* a, const void* b,
              void* c) const override {
        GemmCall call = step.shape;
        call.alpha = scalars.alpha;
        call.beta = scalars.beta;
        call.a = a;
        call.b = b;
        call.c = c;
        gemm_over(step.batch, 0, call);
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
