// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/gemm_loops.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>

#include "contraction/cpu/gemm_split.h"
#include "contraction/cpu/long_product.h"
#include "contraction/cpu/transposed_left.h"
#include "src/core/counts.h"
#include "src/core/element.h"
#include "src/core/odometer.h"
#include "src/gemm/blas_library.h"
#include "src/gemm/blas_threads.h"
#include "src/gemm/gemm.h"
#include "src/runtime/interrupt.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {
namespace {

/// A GEMM does about as many operations in a time as parallel_ranges assumes bytes are moved, times
/// this.
constexpr double flops_per_byte = 5;

std::int64_t offset_bytes(MatrixOp op, std::int64_t row, std::int64_t column, std::int64_t ld,
                          std::int64_t element_bytes) {
    return (op == MatrixOp::none ? row + column * ld : row * ld + column) * element_bytes;
}

class GemmLoops {
public:
    GemmLoops(const GemmStep& step, const GemmCall& call, std::byte* scratch, int threads)
        : step_(step),
          call_(call),
          scratch_(step.scratch_bytes > 0 ? scratch : nullptr),
          threads_(threads_side_by_side(available_threads(threads))),
          element_bytes_(size_bytes(call.dtype)),
          count_(volume(step.loops)),
          transposes_left_(blas_library().multiplies_small_unpacked),
          split_(split_gemm(call, count_, volume(step.sums),
                            {threads_, transposes_left_,
                             scratch_ ? step.scratch_bytes : most_sum_bytes_on_stack})),
          rows_(piece_extent(call.m, split_.row_parts)),
          columns_(piece_extent(call.n, split_.column_parts)) {}

    void run() const {
        if (call_.m == 0 || call_.n == 0) return;
        const BlasProcessScope alone(1);
        run_shared();
        if (stopped_.load(std::memory_order_relaxed)) throw_interrupted();
    }

private:
    void run_shared() const {
        if (split_.sums == 1) return share(nullptr);
        if (scratch_ != nullptr) return share_sums(scratch_);
        alignas(64) std::byte sums[most_sum_bytes_on_stack];
        share_sums(sums);
    }

    /// Whether all threads leave out what is left to do. Only the calling thread has anybody to
    /// ask; the others learn from it.
    [[nodiscard]] bool stops() const {
        if (is_interrupted()) stopped_.store(true, std::memory_order_relaxed);
        return stopped_.load(std::memory_order_relaxed);
    }

    void share_sums(std::byte* sums) const {
        share(sums);
        visit_computed(call_.dtype, [&](auto tag) { add<typename decltype(tag)::type>(sums); });
    }

    void share(std::byte* sums) const {
        const double flops = 2.0 * static_cast<double>(call_.m) * static_cast<double>(call_.n) *
                             static_cast<double>(call_.k) * static_cast<double>(volume(step_.sums));
        const std::int64_t bytes =
            saturating_count(flops * static_cast<double>(count_) / flops_per_byte);
        parallel_ranges(count_ * split_.pieces(), bytes, threads_,
                        [&](std::int64_t begin, std::int64_t end) { run_range(begin, end, sums); });
    }

    /// Pieces in this order: sums, rows, columns, loops.
    void run_range(std::int64_t begin, std::int64_t end, std::byte* sums) const {
        const BlasThreadScope alone(1);
        const std::int64_t per_product = split_.pieces();
        Odometer<3> loops(step_.loops, 0, begin / per_product);
        for (std::int64_t piece = begin; piece < end && !stops(); ++piece) {
            const std::int64_t within = piece % per_product;
            const std::int64_t output = within / split_.sums;
            run_piece(loops.offsets(), output % split_.row_parts, output / split_.row_parts,
                      {piece / per_product, within % split_.sums}, sums);
            if (within == per_product - 1) loops.advance();
        }
    }

    /// One of the sums that make a product.
    struct Sum {
        std::int64_t product;
        std::int64_t index;
    };

    void run_piece(const Odometer<3>::Offsets& offsets, std::int64_t row_part,
                   std::int64_t column_part, Sum sum, std::byte* sums) const {
        const std::int64_t row = row_part * rows_;
        const std::int64_t column = column_part * columns_;
        GemmCall call = call_;
        call.m = std::min(rows_, call_.m - row);
        call.n = std::min(columns_, call_.n - column);
        if (call.m <= 0 || call.n <= 0) return;
        call.a = static_cast<const char*>(call_.a) + offsets[0] * element_bytes_ +
                 offset_bytes(call_.op_a, row, 0, call_.lda, element_bytes_);
        call.b = static_cast<const char*>(call_.b) + offsets[1] * element_bytes_ +
                 offset_bytes(call_.op_b, 0, column, call_.ldb, element_bytes_);
        call.c = static_cast<char*>(call_.c) + offsets[2] * element_bytes_;
        if (sum.index > 0) {
            call.c = later_sum(sums, sum);
            call.ldc = call_.m;
            call.beta = 0.0;
        }
        call.c = static_cast<char*>(call.c) +
                 offset_bytes(MatrixOp::none, row, column, call.ldc, element_bytes_);
        run_terms(call, sum.index);
    }

    /// The first sum goes to C, the others here.
    [[nodiscard]] std::byte* later_sum(std::byte* sums, Sum sum) const {
        const std::int64_t place = sum.product * (split_.sums - 1) + sum.index - 1;
        return sums + place * call_.m * call_.n * element_bytes_;
    }

    /// The `sum`-th part of all terms, each cut into pieces of k.
    void run_terms(const GemmCall& call, std::int64_t sum) const {
        if (LongProduct::suits(call, call_.k * volume(step_.sums) / split_.sums)) {
            LongProduct product(call);
            for_each_piece(call, sum, [&](const GemmCall& piece) {
                product.add(piece, [this](const GemmCall& part) { multiply(part); });
            });
            return product.finish();
        }
        Scalar beta = call.beta;
        for_each_piece(call, sum, [&](GemmCall piece) {
            piece.beta = std::exchange(beta, 1.0);
            multiply(piece);
        });
    }

    /// Calls act(piece), each with A, B and k of its own.
    template <class Act>
    void for_each_piece(GemmCall call, std::int64_t sum, const Act& act) const {
        const auto* const a = static_cast<const char*>(call.a);
        const auto* const b = static_cast<const char*>(call.b);
        const std::int64_t parts = split_.inner_parts;
        const std::int64_t units = volume(step_.sums) * parts;
        const std::int64_t begin = part_begin(units, split_.sums, sum);
        const std::int64_t end = part_begin(units, split_.sums, sum + 1);
        Odometer<3> terms(step_.sums, 0, begin / parts);
        for (std::int64_t unit = begin; unit < end && (unit == begin || !stops()); ++unit) {
            const std::int64_t inner = part_begin(call_.k, parts, unit % parts);
            call.k = part_begin(call_.k, parts, unit % parts + 1) - inner;
            call.a = a + terms.offsets()[0] * element_bytes_ +
                     offset_bytes(call.op_a, 0, inner, call.lda, element_bytes_);
            call.b = b + terms.offsets()[1] * element_bytes_ +
                     offset_bytes(call.op_b, inner, 0, call.ldb, element_bytes_);
            act(call);
            if (unit % parts == parts - 1) terms.advance();
        }
    }

    void multiply(const GemmCall& call) const {
        if (transposes_left_ && suits_transposed_left(call)) return gemm_with_transposed_left(call);
        gemm(call);
    }

    /// Adds the later sums to C, in their order.
    template <class T>
    void add(std::byte* sums) const {
        const std::int64_t bytes = count_ * call_.m * call_.n * split_.sums * element_bytes_;
        parallel_ranges(
            count_ * call_.n, bytes, threads_,
            [&](std::int64_t begin, std::int64_t end) { add_columns<T>(begin, end, sums); });
    }

    /// Columns of all products.
    template <class T>
    void add_columns(std::int64_t begin, std::int64_t end, std::byte* sums) const {
        Odometer<3> loops(step_.loops, 0, begin / call_.n);
        for (std::int64_t index = begin; index < end; ++index) {
            const std::int64_t column = index % call_.n;
            T* const to = static_cast<T*>(call_.c) + loops.offsets()[2] + column * call_.ldc;
            for (std::int64_t sum = 1; sum < split_.sums; ++sum) {
                const std::byte* const later = later_sum(sums, {index / call_.n, sum});
                const T* const from = reinterpret_cast<const T*>(later) + column * call_.m;
                for (std::int64_t row = 0; row < call_.m; ++row) to[row] += from[row];
            }
            if (column == call_.n - 1) loops.advance();
        }
    }

    const GemmStep& step_;
    const GemmCall& call_;
    std::byte* scratch_;
    int threads_;
    std::int64_t element_bytes_;
    std::int64_t count_;
    bool transposes_left_;
    GemmSplit split_;
    std::int64_t rows_;
    std::int64_t columns_;
    mutable std::atomic<bool> stopped_ = false;
};

/// A product so small that one thread neither cuts nor shares it: what GemmLoops finds out about it
/// takes as long as the product.
bool is_plain(const GemmStep& step, const GemmCall& call, int threads) {
    constexpr std::int64_t longest = 64;  // gemm_split.cpp cuts no shorter ones
    return threads == 1 && std::max({call.m, call.n, call.k}) <= longest && step.loops.empty() &&
           step.sums.empty() && !LongProduct::suits(call, call.k);
}

void run_plain(const GemmCall& call) {
    const BlasLibrary& library = blas_library();
    const BlasProcessScope process(1);
    const BlasThreadScope alone(1);
    if (library.multiplies_small_unpacked && suits_transposed_left(call)) {
        return gemm_with_transposed_left(call);
    }
    gemm(call);
}

}  // namespace

void run_gemm(const GemmStep& step, const Scalars& scalars, const void* a, const void* b, void* c,
              void* scratch, int threads) {
    GemmCall call = step.shape;
    call.alpha = scalars.alpha;
    call.beta = scalars.beta;
    call.a = a;
    call.b = b;
    call.c = c;
    if (is_plain(step, call, threads)) return run_plain(call);
    GemmLoops(step, call, static_cast<std::byte*>(scratch), threads).run();
}

}  // namespace ttgt::cpu
