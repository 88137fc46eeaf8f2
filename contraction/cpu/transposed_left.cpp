// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/transposed_left.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "contraction/cpu/library_packing.h"
#include "src/core/element.h"
#include "src/core/rounding.h"
#include "transpose/cpu/simd.h"

namespace ttgt::cpu {
namespace {

// Bytes of a transposed block. The block is on the stack, and callers may have little stack.
constexpr std::int64_t buffer_bytes = std::int64_t{16} * 1024;
/// Maximum number of rows of a block.
constexpr std::int64_t most_rows = 256;
/// Minimum number of rows of a block: the library multiplies blocks of fewer rows slowly.
constexpr std::int64_t least_rows = 16;
/// Minimum number of columns of the product for which transposing pays where the library would not
/// pack the left factor.
constexpr std::int64_t least_columns = 8;

SimdKernels::BlockTranspose block_transpose(std::int64_t element_bytes) {
    const SimdKernels kernels = simd_kernels();
    return element_bytes == 4 ? kernels.of4.transpose : kernels.of8.transpose;
}

}  // namespace

std::int64_t transposed_rows(DType dtype, std::int64_t inner) {
    const std::int64_t fit = buffer_bytes / size_bytes(dtype) / std::max<std::int64_t>(inner, 1);
    const std::int64_t rows = std::min(fit / least_rows * least_rows, most_rows);
    return is_complex(dtype) ? 0 : rows;
}

bool suits_transposed_left(const GemmCall& call) {
    return call.m > 0 && transposes_left_alone(call) && is_small(call) &&
           transposed_rows(call.dtype, call.k) > 0 &&
           (call.n >= least_columns || is_packed_by_library(call));
}

void gemm_with_transposed_left(const GemmCall& call) {
    alignas(64) std::array<std::byte, buffer_bytes> buffer;
    std::array<std::int64_t, most_rows> run;
    const std::int64_t element_bytes = size_bytes(call.dtype);
    const std::int64_t blocks = divide_up(call.m, transposed_rows(call.dtype, call.k));
    const std::int64_t block = divide_up(call.m, blocks);
    for (std::int64_t row = 0; row < block; ++row) {
        run[static_cast<std::size_t>(row)] = row * call.lda * element_bytes;
    }
    const SimdKernels::BlockTranspose transpose = block_transpose(element_bytes);
    GemmCall piece = call;
    piece.op_a = MatrixOp::none;
    piece.a = buffer.data();
    for (std::int64_t row = 0; row < call.m; row += block) {
        piece.m = std::min(block, call.m - row);
        piece.lda = piece.m;
        piece.c = static_cast<std::byte*>(call.c) + row * element_bytes;
        transpose(static_cast<const std::byte*>(call.a) + row * call.lda * element_bytes,
                  run.data(), piece.m, call.k, buffer.data(), piece.m * element_bytes);
        gemm(piece);
    }
}

}  // namespace ttgt::cpu
