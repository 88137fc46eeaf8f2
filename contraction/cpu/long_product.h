// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "src/gemm/gemm.h"

namespace ttgt::cpu {

/// A product that sums so much for so few outputs that a library's sums would lose digits: those of
/// matrix-vector and of small products add one term after the other. It is done in blocks of inner
/// indices, whose sums are added up beside C, on the stack.
class LongProduct {
public:
    using Multiply = std::function<void(const GemmCall&)>;

    /// Whether C, m x n, is small, and `terms` are so many that blocks matter.
    [[nodiscard]] static bool suits(const GemmCall& product, std::int64_t terms);

    /// Begins a sum into the C of `product`, with the alpha and beta of `product`.
    explicit LongProduct(const GemmCall& product) : product_(product) {}
    /// Adds the product of matrices A and B, which `multiply` does piece by piece.
    void add(GemmCall piece, const Multiply& multiply);
    /// C = alpha * sum + beta * C.
    void finish();

private:
    static constexpr std::int64_t most_bytes = 4096;

    void end_block();

    const GemmCall& product_;
    std::int64_t terms_ = 0;  // in the present block
    alignas(64) std::byte sums_[most_bytes];
    alignas(64) std::byte totals_[most_bytes] = {};
    alignas(64) std::byte lost_[most_bytes] = {};
};

}  // namespace ttgt::cpu
