// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "network/program/program.h"

namespace ttgt::network {

/// The identity of a product of two tensors. Products that differ only in the names of labels, the
/// order of the factors or the order of the result's modes have the same `words`.
struct ProductKey {
    std::vector<std::int64_t> words;  ///< numbers that identify the product
    std::vector<std::size_t> labels;  ///< labels of the result, in an order that `words` fixes
};

/// The key of the product l * r. `stays[label]`: whether the product has a mode of the label; else
/// the label is summed over.
[[nodiscard]] ProductKey key_of(const Use& l, const Use& r, const std::vector<char>& stays);

/// The identity of a sum of products. Sums that also differ by a factor have the same `words`.
struct SumKey {
    std::vector<std::int64_t> words;  ///< numbers that identify the sum divided by `scale`
    std::vector<std::size_t> labels;  ///< labels of the output
    double scale = 1;                 ///< factor of the sum
};
/// The key of a sum of products.
[[nodiscard]] SumKey key_of(const Sum& sum);

}  // namespace ttgt::network
