// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "network/program/program.h"

namespace ttgt::network {

/// A product of two tensors as it is told from others: what its labels are called, in which order
/// its factors stand and in which order its modes are wanted do not matter.
struct ProductKey {
    std::vector<std::int64_t> words;
    std::vector<std::size_t> labels;  ///< that stay, in an order that the words determine
};

/// `stays[label]`: whether the label is one of the product's own modes, and not summed over.
[[nodiscard]] ProductKey key_of(const Use& l, const Use& r, const std::vector<char>& stays);

/// The same of a sum of products, whose scale does not matter either: `words` are those of the sum
/// over its `scale`, and `labels` those of the output.
struct SumKey {
    std::vector<std::int64_t> words;
    std::vector<std::size_t> labels;
    double scale = 1;
};
[[nodiscard]] SumKey key_of(const Sum& sum);

}  // namespace ttgt::network
