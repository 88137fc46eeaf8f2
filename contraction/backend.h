// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include "contraction/plan.h"

namespace ttgt {

/// alpha and beta of one step, resolved.
struct Scalars {
    Scalar alpha;
    Scalar beta;
};

/// Executes single actions on addresses. One implementation per kind of device; stateless, so that
/// plans can run on several threads.
class Backend {
public:
    virtual ~Backend() = default;
    virtual void transpose(const TransposeStep& step, const Scalars& scalars, const void* in,
                           void* out, int threads) const = 0;
    virtual void gemm(const GemmStep& step, const Scalars& scalars, const void* a, const void* b,
                      void* c, int threads) const = 0;
    virtual void direct(const DirectStep& step, const Scalars& scalars, const void* l,
                        const void* r, void* d, int threads) const = 0;
    virtual void reduce(const ReduceStep& step, const Scalars& scalars, const void* in, void* out,
                        int threads) const = 0;
    virtual void scale(const ScaleStep& step, const Scalar& beta, void* out, int threads) const = 0;
};

}  // namespace ttgt
