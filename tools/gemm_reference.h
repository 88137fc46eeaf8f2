// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstdint>
#include <vector>

#include "tools/buffers.h"

namespace ttgt::tool {

/// The sizes of a contraction's matrix products.
struct ProductSizes {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    std::int64_t batch = 1;
};

/// The matrix products of a contraction alone: packed matrices of random numbers, nothing
/// transposed, as C (m x n) and as its mirror image (n x m), whichever is faster. What a
/// contraction would take if its transposes took no time.
class GemmReference {
public:
    /// Allocates the matrices. `adds`: C += A * B instead of C = A * B.
    GemmReference(const ProductSizes& sizes, DType dtype, bool adds, int threads);

    /// Both ways once, without timing.
    void warm_up();
    /// Both ways once, timed.
    void take_turn();
    /// Of the way with the smaller median; needs a turn.
    [[nodiscard]] double median_ms() const;
    [[nodiscard]] double min_ms() const;

private:
    void multiply(bool mirrored);
    [[nodiscard]] const std::vector<double>& faster() const;

    ProductSizes sizes_;
    DType dtype_;
    bool adds_;
    int threads_;
    Buffer a_;
    Buffer b_;
    Buffer c_;
    std::vector<double> straight_ms_;
    std::vector<double> mirrored_ms_;
};

}  // namespace ttgt::tool
