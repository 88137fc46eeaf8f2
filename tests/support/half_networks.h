// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/ttgt.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt::test {

/// The same integers in 16 bits and in float64.
template <class Half>
struct HalfAndExact {
    Tensor<Half> half;
    Tensor<double> exact;

    explicit HalfAndExact(const std::vector<std::int64_t>& extents)
        : half(extents), exact(extents) {}

    /// Integers of a magnitude of at most `most`.
    void draw(std::mt19937_64& random, int most) {
        for (std::int64_t i = 0; i < volume(half.layout()); ++i) {
            const auto value = static_cast<int>(random() % static_cast<unsigned>(2 * most + 1));
            half.data()[i] = Half(static_cast<float>(value - most));
            exact.data()[i] = value - most;
        }
    }
    /// Whether `half` is `exact` rounded once.
    [[nodiscard]] testing::AssertionResult is_rounded_once() const {
        for (std::int64_t i = 0; i < volume(half.layout()); ++i) {
            const float expected = Half(static_cast<float>(exact.data()[i]));
            const float is = half.data()[i];
            if (is == expected) continue;
            return testing::AssertionFailure() << "element " << i << " is " << is << ", not "
                                               << expected << " as of " << exact.data()[i];
        }
        return testing::AssertionSuccess();
    }
};

/// Runs products and sums of products of many 16-bit tensors, host ones, with `options`, within
/// several workspace limits, with and without rewriting. Elements are small integers, so that
/// float32 holds every intermediate sum and the one rounding is known.
void check_half_networks(DType dtype, const ContractOptions& options);

/// float16 tensors whose product fits, but with a 230400 between two of them, in either order.
void check_products_beyond_float16(const ContractOptions& options);

}  // namespace ttgt::test
