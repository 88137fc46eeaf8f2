// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cpu/transpose_kernel.h"

#include <cstdint>

#include "src/core/element.h"
#include "transpose/cpu/element_operation.h"
#include "transpose/cpu/streamed_tiles.h"
#include "transpose/cpu/tile_loops.h"

namespace ttgt::cpu {
namespace {

/// The arguments of run_transpose().
struct Call {
    const CpuKernelPlan& plan;
    Scalar alpha;
    const void* in;
    Scalar beta;
    void* out;
    int threads;
};

/// Runs an operation: with non-temporal stores where the plan and the operation allow them, else
/// through the caches.
template <class Operation>
void run_operation(const Call& call, const Operation& operation) {
    if constexpr (Operation::reads_in && !Operation::reads_out) {
        if (StreamedTiles<Operation>::can_run(call.plan)) {
            return StreamedTiles<Operation>(call.plan, call.in, call.out, operation)
                .run(call.threads);
        }
    }
    TileLoops<Operation>(call.plan, call.in, call.out, operation).run(call.threads);
}

/// Runs an operation that takes elements as plain bits: Operation<T>, where T has the dtype's size.
template <template <class> class Operation>
void run_on_bits(const Call& call) {
    switch (size_bytes(call.plan.problem.dtype)) {
        case 1:
            return run_operation(call, Operation<std::uint8_t>{});
        case 2:
            return run_operation(call, Operation<std::uint16_t>{});
        case 4:
            return run_operation(call, Operation<std::uint32_t>{});
        case 8:
            return run_operation(call, Operation<std::uint64_t>{});
        default:
            return run_operation(call, Operation<Bits128>{});
    }
}

/// Runs the operation that alpha and beta need, with factors of type Factor.
template <class T, class Factor>
void run_scaled(const Call& call) {
    const Factor alpha(call.alpha, call.plan.problem.conjugate);
    const Factor beta(call.beta);
    if (call.beta == 0.0) {
        run_operation(call, Scale<T, Factor>{alpha});
    } else if (call.alpha == 0.0) {
        run_operation(call, ScaleOutput<T, Factor>{beta});
    } else {
        run_operation(call, Accumulate<T, Factor>{alpha, beta});
    }
}

/// Runs a transpose with scalars on elements of type T.
template <class T>
void run_arithmetic(const Call& call) {
    if constexpr (is_complex_v<T>) {
        if (call.alpha.imag() != 0.0 || call.beta.imag() != 0.0) {
            return run_scaled<T, ComplexFactor<T>>(call);
        }
    }
    run_scaled<T, PartwiseFactor<T>>(call);
}

}  // namespace

void run_transpose(const CpuKernelPlan& plan, Scalar alpha, const void* in, Scalar beta, void* out,
                   int threads) {
    if (plan.problem.empty) return;
    const Call call{plan, alpha, in, beta, out, threads};
    if (alpha == 0.0 && beta == 0.0) return run_on_bits<Clear>(call);
    if (alpha == 1.0 && beta == 0.0 && !plan.problem.conjugate) return run_on_bits<Move>(call);
    visit_numeric(plan.problem.dtype,
                  [&](auto tag) { run_arithmetic<typename decltype(tag)::type>(call); });
}

}  // namespace ttgt::cpu
