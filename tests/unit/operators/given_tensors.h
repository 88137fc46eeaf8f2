// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <ttgt/tensor.h>

namespace ttgt::test {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A tensor with these elements, the first mode fastest.
template <class T>
Tensor<T> tensor(std::vector<std::int64_t> extents, const std::vector<T>& elements) {
    Tensor<T> result(std::move(extents));
    std::copy(elements.begin(), elements.end(), result.begin());
    return result;
}

/// The elements of a tensor, the first mode fastest.
template <class T>
std::vector<T> values(const Tensor<T>& tensor) {
    return {tensor.begin(), tensor.end()};
}

}  // namespace ttgt::test
