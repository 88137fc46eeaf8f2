// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/blocks.h>

#include <string>
#include <vector>

namespace ttgt::test {

/// A tensor whose elements are 1, 2, 3, ... in the order of its blocks.
[[nodiscard]] inline BlockTensor<double> counting(const BlockLayout& layout) {
    BlockTensor<double> tensor(layout);
    double value = 0;
    for (double& element : tensor) element = ++value;
    return tensor;
}

[[nodiscard]] inline std::vector<double> elements(const BlockTensor<double>& tensor) {
    return {tensor.begin(), tensor.end()};
}

[[nodiscard]] inline BlockOperand operand(const BlockLayout& layout) {
    return {DType::float64, layout};
}

[[nodiscard]] inline BlockContractOptions by(BlockMethod method) {
    BlockContractOptions options;
    options.method = method;
    return options;
}

[[nodiscard]] inline const std::vector<BlockMethod>& block_methods() {
    static const std::vector<BlockMethod> all{BlockMethod::cheapest, BlockMethod::pairs,
                                              BlockMethod::components};
    return all;
}

[[nodiscard]] inline std::string name_of(BlockMethod method) {
    static const std::vector<std::string> names{"cheapest", "pairs", "components"};
    return names[static_cast<std::size_t>(method)];
}

}  // namespace ttgt::test
