// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/results/ceilings.h"

#include <ttgt/contraction.h>
#include <ttgt/tensor.h>

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "src/runtime/host_memory.h"
#include "tools/bench/cuda/device_copy.h"
#include "tools/bench/cuda/device_gemm_peak.h"
#include "tools/bench/timing.h"
#include "tools/operands/buffers.h"

namespace ttgt::tool {
namespace {

/// Of each of two buffers: twice the last-level cache, of which a cache that replaces lines at
/// random still has 2 % when they are read again; at least 256 MiB, at most 1/16 of the memory.
std::int64_t copy_buffer_bytes() {
    constexpr std::int64_t least = std::int64_t{256} << 20;
    const auto cache = static_cast<std::int64_t>(sysconf(_SC_LEVEL3_CACHE_SIZE));
    const auto memory = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::int64_t>(sysconf(_SC_PAGE_SIZE));
    return std::min(std::max(2 * cache, least), memory / 16);
}

struct MatrixProduct {
    double ms = 0;
    double flops = 0;
};

/// The fastest of a few square products whose operands need no transpose.
MatrixProduct best_product(Context& context, DType dtype, std::int64_t size) {
    constexpr int repeats = 3;
    const OperandLayout matrix{dtype, packed({size, size})};
    const ContractionPlan plan =
        plan_contraction(context, "D(i,j)=L(k,i)*R(k,j)", {matrix, matrix, matrix});
    const Buffer d = allocate_tensor(matrix.layout, dtype);
    const Buffer l = allocate_tensor(matrix.layout, dtype);
    const Buffer r = allocate_tensor(matrix.layout, dtype);
    fill_random(l.get(), size * size, dtype, 1);
    fill_random(r.get(), size * size, dtype, 2);
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());
    (void)plan.profile(d.get(), l.get(), r.get(), options);
    MatrixProduct best;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        const Report report = plan.profile(d.get(), l.get(), r.get(), options);
        if (repeat == 0 || report.gemm_ms < best.ms) best = {report.gemm_ms, report.flops};
    }
    return best;
}

double measure_host_copy_gb_s(int threads) {
    constexpr int repeats = 5;
    const std::int64_t bytes = copy_buffer_bytes();
    const Buffer from = allocate_host(bytes);
    const Buffer to = allocate_host(bytes);
    // Written once, so that the copy does not read the system's shared page of zeros.
    set_bytes(from.get(), 1, bytes, threads);
    const ByteCopy copy(bytes, threads);
    const double milliseconds = median_ms(repeats, [&] { copy.run(to.get(), from.get()); });
    return 2.0 * static_cast<double>(bytes) / (milliseconds * 1e6);
}

}  // namespace

double measure_copy_gb_s(const Context& context) {
    if (context.options().device.kind == Device::Kind::cuda) {
        return measure_device_copy_gb_s(context);
    }
    return measure_host_copy_gb_s(context.options().threads);
}

double measure_gemm_gflops(Context& context, DType dtype, ComputeType compute) {
    if (context.options().device.kind == Device::Kind::cuda) {
        return measure_device_gemm_gflops(context, dtype, compute);
    }
    // A BLAS reaches its best at a size that grows with the machine: go on while a product is
    // quick.
    constexpr double quick_ms = 50;
    double best_gflops = 0;
    for (const std::int64_t size : {384, 768, 1536, 3072}) {
        const MatrixProduct product = best_product(context, dtype, size);
        best_gflops = std::max(best_gflops, product.flops / (product.ms * 1e6));
        if (product.ms > quick_ms) break;
    }
    return best_gflops;
}

double roofline_ms(const Ceilings& ceilings, DType dtype, double flops, double bytes) {
    return std::max(flops / (ceilings.gemm_gflops.at(dtype) * 1e6),
                    bytes / (ceilings.copy_gb_s * 1e6));
}

}  // namespace ttgt::tool
