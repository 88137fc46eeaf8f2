// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed_tensor.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt::test {

/// A tensor of the values value(i, j) with its first mode over all ranks.
inline DistributedTensor rows(const Communicator& ranks, std::int64_t m, std::int64_t n,
                              const std::function<double(double, double)>& value) {
    DistributedTensor tensor(ranks, DType::float64, {m, n},
                             distribute("a,b", {ranks.ranks()}, {{"a", {0}}}));
    tensor.fill([&](std::span<const std::int64_t> at) {
        return Scalar(value(static_cast<double>(at[0]), static_cast<double>(at[1])));
    });
    return tensor;
}

/// Expects value(i, j) at the place (i, j) of the whole matrix where this rank has it.
inline void expect_values(const Communicator& ranks, DistributedTensor& tensor,
                          const std::function<double(double, double)>& value) {
    const DistributedTensor expected =
        rows(ranks, tensor.layout().extents[0], tensor.layout().extents[1], value);
    const std::int64_t count = volume(tensor.part());
    const auto* const found = static_cast<const double*>(tensor.data());
    const auto* const wanted = static_cast<const double*>(expected.data());
    EXPECT_EQ(std::vector<double>(found, found + count),
              std::vector<double>(wanted, wanted + count))
        << "on rank " << ranks.rank();
}

/// A chain of three matrices of n x n over the rows of all ranks.
struct Chain {
    Chain(const Communicator& ranks, std::int64_t n) {
        for (int i = 0; i < 4; ++i) {
            tensors.push_back(rows(ranks, n, n, [](auto, auto) { return 1.0; }));
        }
    }
    [[nodiscard]] std::vector<DistributedLayout> layouts() const {
        return std::vector<DistributedLayout>(4, tensors.front().layout());
    }
    [[nodiscard]] std::vector<const void*> inputs() const {
        return {tensors[1].data(), tensors[2].data(), tensors[3].data()};
    }
    static constexpr const char* text = "D(i,j)=A(i,k)*B(k,l)*C(l,j)";
    std::vector<DistributedTensor> tensors;
};

}  // namespace ttgt::test
