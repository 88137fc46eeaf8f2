// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/gemm_reference.h"

#include <algorithm>

#include "src/gemm/gemm.h"
#include "src/runtime/threads.h"
#include "tools/timing.h"

namespace ttgt::tool {
namespace {

Buffer random_matrices(std::int64_t rows, std::int64_t columns, std::int64_t batch, DType dtype,
                       std::uint64_t seed) {
    const Layout layout = packed({rows, columns, batch});
    Buffer matrices = allocate_tensor(layout, dtype);
    fill_random(matrices.get(), volume(layout), dtype, seed);
    return matrices;
}

}  // namespace

GemmReference::GemmReference(const ProductSizes& sizes, DType dtype, bool adds, int threads)
    : sizes_(sizes),
      dtype_(dtype),
      adds_(adds),
      threads_(threads),
      a_(random_matrices(sizes.m, sizes.k, sizes.batch, dtype, 1)),
      b_(random_matrices(sizes.k, sizes.n, sizes.batch, dtype, 2)),
      c_(random_matrices(sizes.m, sizes.n, sizes.batch, dtype, 3)) {}

void GemmReference::warm_up() {
    multiply(false);
    multiply(true);
}

void GemmReference::take_turn() {
    straight_ms_.push_back(time_ms([&] { multiply(false); }));
    mirrored_ms_.push_back(time_ms([&] { multiply(true); }));
}

/// Mirrored, the same memory is read as the transposed matrices, C' = B' * A', packed as well.
void GemmReference::multiply(bool mirrored) {
    GemmCall call;
    call.dtype = dtype_;
    call.m = mirrored ? sizes_.n : sizes_.m;
    call.n = mirrored ? sizes_.m : sizes_.n;
    call.k = sizes_.k;
    call.lda = call.ldc = std::max<std::int64_t>(call.m, 1);
    call.ldb = std::max<std::int64_t>(call.k, 1);
    call.beta = adds_ ? 1.0 : 0.0;
    const std::int64_t bytes = size_bytes(dtype_);
    const ThreadScope scope(threads_);
    for (std::int64_t i = 0; i < sizes_.batch; ++i) {
        const char* const a = static_cast<char*>(a_.get()) + i * sizes_.m * sizes_.k * bytes;
        const char* const b = static_cast<char*>(b_.get()) + i * sizes_.k * sizes_.n * bytes;
        call.a = mirrored ? b : a;
        call.b = mirrored ? a : b;
        call.c = static_cast<char*>(c_.get()) + i * sizes_.m * sizes_.n * bytes;
        gemm(call);
    }
}

const std::vector<double>& GemmReference::faster() const {
    return median(mirrored_ms_) < median(straight_ms_) ? mirrored_ms_ : straight_ms_;
}

double GemmReference::median_ms() const { return median(faster()); }

double GemmReference::min_ms() const { return *std::min_element(faster().begin(), faster().end()); }

}  // namespace ttgt::tool
