// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/long_product.h"

#include <algorithm>

#include "contraction/cpu/block_sums.h"
#include "src/core/element.h"

namespace ttgt::cpu {
namespace {

/// Inner indices of a block. A library that adds one term after the other is off by up to 8e-6 of
/// such a sum of equal terms in float32, by 1.5e-5 of one that is twice as long. Each block costs a
/// call: a tenth of the time of a product with 8 outputs, half of that at twice the length.
constexpr std::int64_t inner_block = 3 * block_length;

const void* moved(const void* matrix, std::int64_t elements, DType dtype) {
    return static_cast<const char*>(matrix) + elements * size_bytes(dtype);
}

/// The part of a product from an inner index on, as long as a block has room.
GemmCall part_of(const GemmCall& product, std::int64_t inner, std::int64_t room) {
    GemmCall part = product;
    part.k = std::min(room, product.k - inner);
    const bool plain_a = product.op_a == MatrixOp::none;
    const bool plain_b = product.op_b == MatrixOp::none;
    part.a = moved(product.a, plain_a ? inner * product.lda : inner, product.dtype);
    part.b = moved(product.b, plain_b ? inner : inner * product.ldb, product.dtype);
    return part;
}

template <class T>
void write(const GemmCall& product, const T* sums) {
    const auto alpha = scalar_cast<T>(product.alpha);
    const auto beta = scalar_cast<T>(product.beta);
    for (std::int64_t column = 0; column < product.n; ++column, sums += product.m) {
        T* const c = static_cast<T*>(product.c) + column * product.ldc;
        for (std::int64_t row = 0; row < product.m; ++row) {
            c[row] = beta == T{} ? alpha * sums[row] : alpha * sums[row] + beta * c[row];
        }
    }
}

/// Calls visit(reals, count) for the real type of the outputs and how many reals they are.
template <class Visit>
void visit_reals(const GemmCall& product, Visit&& visit) {
    const std::int64_t parts = is_complex(product.dtype) ? 2 : 1;
    visit_computed(real_of(product.dtype),
                   [&](auto tag) { visit(tag, product.m * product.n * parts); });
}

template <class Real>
Real* as(std::byte* bytes) {
    return reinterpret_cast<Real*>(bytes);
}

}  // namespace

bool LongProduct::suits(const GemmCall& product, std::int64_t terms) {
    return terms > 4 * inner_block && product.alpha != Scalar{} && product.m <= most_bytes &&
           product.n <= most_bytes &&
           product.m * product.n * size_bytes(product.dtype) <= most_bytes;
}

void LongProduct::add(GemmCall piece, const Multiply& multiply) {
    piece.c = sums_;
    piece.ldc = product_.m;
    piece.alpha = 1.0;
    for (std::int64_t inner = 0; inner < piece.k;) {
        GemmCall part = part_of(piece, inner, inner_block - terms_);
        part.beta = terms_ == 0 ? 0.0 : 1.0;
        multiply(part);
        inner += part.k;
        terms_ += part.k;
        if (terms_ == inner_block) end_block();
    }
}

void LongProduct::end_block() {
    visit_reals(product_, [&](auto tag, std::int64_t count) {
        using Real = typename decltype(tag)::type;
        add_blocks(as<Real>(sums_), as<Real>(totals_), as<Real>(lost_), count);
    });
    terms_ = 0;
}

void LongProduct::finish() {
    if (terms_ > 0) end_block();
    visit_reals(product_, [&](auto tag, std::int64_t count) {
        using Real = typename decltype(tag)::type;
        finish_blocks(as<Real>(sums_), as<Real>(totals_), as<Real>(lost_), count);
    });
    visit_computed(product_.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        write(product_, as<T>(sums_));
    });
}

}  // namespace ttgt::cpu
