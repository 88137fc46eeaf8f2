// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_ranks.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt::test {

/// A matrix over ranks with its part on one rank.
class DistributedMatrix {
public:
    DistributedMatrix(std::vector<std::int64_t> extents, std::vector<std::int32_t> grid,
                      std::vector<std::int32_t> axes, std::vector<std::int64_t> blocks)
        : extents_(std::move(extents)),
          grid_(std::move(grid)),
          axes_(std::move(axes)),
          blocks_(std::move(blocks)) {}

    /// Makes the rank's part, with element (i, j) of the whole matrix set to value(i, j).
    void fill(int rank, const std::function<double(std::int64_t, std::int64_t)>& value) {
        elements_.clear();
        for (const std::int64_t j : indices(1, rank)) {
            for (const std::int64_t i : indices(0, rank)) elements_.push_back(value(i, j));
        }
    }
    /// Expects element (i, j) of the whole matrix to be value(i, j) where the rank holds it.
    void expect(int rank, const std::function<double(std::int64_t, std::int64_t)>& value) const {
        std::size_t at = 0;
        for (const std::int64_t j : indices(1, rank)) {
            for (const std::int64_t i : indices(0, rank)) {
                EXPECT_EQ(elements_[at++], value(i, j)) << "element " << i << ", " << j;
            }
        }
        EXPECT_EQ(at, elements_.size());
    }

    [[nodiscard]] ttgt_distributed_tensor tensor() {
        ttgt_distributed_tensor result = layout();
        result.data = elements_.data();
        return result;
    }
    [[nodiscard]] void* data() { return elements_.data(); }

private:
    [[nodiscard]] ttgt_distributed_tensor layout() const {
        return {TTGT_FLOAT64,
                TTGT_HOST,
                2,
                static_cast<std::int32_t>(grid_.size()),
                extents_.data(),
                grid_.data(),
                axes_.data(),
                blocks_.data(),
                nullptr,
                nullptr,
                nullptr};
    }
    [[nodiscard]] std::vector<std::int64_t> indices(int mode, int rank) const {
        const ttgt_distributed_tensor tensor = layout();
        std::vector<std::int64_t> part(2, -1);
        EXPECT_EQ(ttgt_distributed_part(&tensor, rank, part.data()), TTGT_SUCCESS);
        std::vector<std::int64_t> held(
            static_cast<std::size_t>(part[static_cast<std::size_t>(mode)]));
        EXPECT_EQ(ttgt_distributed_indices(&tensor, mode, rank, held.data()), TTGT_SUCCESS);
        return held;
    }

    std::vector<std::int64_t> extents_;
    std::vector<std::int32_t> grid_;
    std::vector<std::int32_t> axes_;
    std::vector<std::int64_t> blocks_;
    std::vector<double> elements_;
};

}  // namespace ttgt::test
