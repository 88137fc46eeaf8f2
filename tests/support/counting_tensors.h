// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace ttgt::test {

/// 1, 2, 3, … in memory order.
template <class T>
[[nodiscard]] Tensor<T> counting(std::vector<std::int64_t> extents) {
    Tensor<T> tensor(std::move(extents));
    T value{};
    for (T& element : tensor) element = value += T{1};
    return tensor;
}

/// The elements in memory order.
template <class T>
[[nodiscard]] std::vector<T> values(const Tensor<T>& tensor) {
    return {tensor.begin(), tensor.end()};
}

}  // namespace ttgt::test
