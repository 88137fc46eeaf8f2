// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/gemm_loops.h"

#include <algorithm>

#include "contraction/cpu/odometer.h"
#include "contraction/gemm_split.h"
#include "src/gemm/gemm.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {
namespace {

/// A GEMM does about as many operations in a time as parallel_ranges reckons bytes are moved, times
/// this.
constexpr double flops_per_byte = 5;

std::int64_t offset_bytes(MatrixOp op, std::int64_t row, std::int64_t column, std::int64_t ld,
                          std::int64_t element_bytes) {
    return (op == MatrixOp::none ? row + column * ld : row * ld + column) * element_bytes;
}

class GemmLoops {
public:
    GemmLoops(const GemmStep& step, const GemmCall& call, int threads)
        : step_(step),
          call_(call),
          element_bytes_(size_bytes(call.dtype)),
          count_(volume(step.loops)),
          split_(split_gemm(call, count_, available_threads(threads))),
          rows_(piece_extent(call.m, split_.row_parts)),
          columns_(piece_extent(call.n, split_.column_parts)) {}

    void run(int threads) const {
        if (call_.m == 0 || call_.n == 0) return;
        if (split_.by_library) return run_range(0, count_);
        const std::int64_t pieces = count_ * split_.row_parts * split_.column_parts;
        const double flops = 2.0 * static_cast<double>(call_.m) * static_cast<double>(call_.n) *
                             static_cast<double>(call_.k) * static_cast<double>(volume(step_.sums));
        const auto bytes =
            static_cast<std::int64_t>(flops * static_cast<double>(count_) / flops_per_byte);
        parallel_ranges(pieces, bytes, threads,
                        [this](std::int64_t begin, std::int64_t end) { run_range(begin, end); });
    }

private:
    /// Pieces in this order: rows, columns, loops.
    void run_range(std::int64_t begin, std::int64_t end) const {
        const std::int64_t per_product = split_.row_parts * split_.column_parts;
        Odometer<3> loops(step_.loops, 0, begin / per_product);
        for (std::int64_t piece = begin; piece < end; ++piece) {
            const std::int64_t within = piece % per_product;
            run_piece(loops.offsets(), within % split_.row_parts, within / split_.row_parts);
            if (within == per_product - 1) loops.advance();
        }
    }

    void run_piece(const Odometer<3>::Offsets& offsets, std::int64_t row_part,
                   std::int64_t column_part) const {
        const std::int64_t row = row_part * rows_;
        const std::int64_t column = column_part * columns_;
        GemmCall call = call_;
        call.m = std::min(rows_, call_.m - row);
        call.n = std::min(columns_, call_.n - column);
        if (call.m <= 0 || call.n <= 0) return;
        const auto* const a = static_cast<const char*>(call_.a) + offsets[0] * element_bytes_ +
                              offset_bytes(call_.op_a, row, 0, call_.lda, element_bytes_);
        const auto* const b = static_cast<const char*>(call_.b) + offsets[1] * element_bytes_ +
                              offset_bytes(call_.op_b, 0, column, call_.ldb, element_bytes_);
        call.c = static_cast<char*>(call_.c) + offsets[2] * element_bytes_ +
                 offset_bytes(MatrixOp::none, row, column, call_.ldc, element_bytes_);
        const std::int64_t terms = volume(step_.sums);
        Odometer<3> sums(step_.sums, 0, 0);
        for (std::int64_t term = 0; term < terms; ++term, sums.advance()) {
            call.a = a + sums.offsets()[0] * element_bytes_;
            call.b = b + sums.offsets()[1] * element_bytes_;
            gemm(call);
            call.beta = 1.0;
        }
    }

    const GemmStep& step_;
    const GemmCall& call_;
    std::int64_t element_bytes_;
    std::int64_t count_;
    GemmSplit split_;
    std::int64_t rows_;
    std::int64_t columns_;
};

}  // namespace

void run_gemm(const GemmStep& step, const Scalars& scalars, const void* a, const void* b, void* c,
              int threads) {
    GemmCall call = step.shape;
    call.alpha = scalars.alpha;
    call.beta = scalars.beta;
    call.a = a;
    call.b = b;
    call.c = c;
    GemmLoops(step, call, threads).run(threads);
}

}  // namespace ttgt::cpu
