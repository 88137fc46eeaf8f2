// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_ranks.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt::test {

/// What an element of a matrix is.
using ElementOf = std::function<double(std::int64_t, std::int64_t)>;

/// A matrix over ranks in a handle of the C API.
class RankMatrix {
public:
    RankMatrix(ttgt_communicator ranks, std::vector<std::int64_t> extents,
               std::vector<std::int32_t> grid, std::vector<std::int32_t> axes,
               std::vector<std::int64_t> blocks) {
        const ttgt_distributed_tensor layout{
            TTGT_FLOAT64,   TTGT_HOST,   2,           static_cast<std::int32_t>(grid.size()),
            extents.data(), grid.data(), axes.data(), blocks.data(),
            nullptr,        nullptr,     nullptr};
        EXPECT_EQ(ttgt_rank_tensor_create(ranks, &layout, &handle_), TTGT_SUCCESS)
            << ttgt_last_error();
    }
    ~RankMatrix() { EXPECT_EQ(ttgt_rank_tensor_destroy(handle_), TTGT_SUCCESS); }
    RankMatrix(const RankMatrix&) = delete;  // one handle, one owner
    RankMatrix& operator=(const RankMatrix&) = delete;

    [[nodiscard]] ttgt_rank_tensor handle() const { return handle_; }
    [[nodiscard]] ttgt_distributed_tensor tensor() const {
        ttgt_distributed_tensor description{};
        EXPECT_EQ(ttgt_rank_tensor_describe(handle_, &description), TTGT_SUCCESS);
        return description;
    }
    void fill(ElementOf value) const {
        const auto call = [](const std::int64_t* at, std::int32_t, void* user,
                             ttgt_scalar* to) -> ttgt_status {
            to->real = (*static_cast<ElementOf*>(user))(at[0], at[1]);
            return TTGT_SUCCESS;
        };
        EXPECT_EQ(ttgt_rank_tensor_fill(handle_, call, &value), TTGT_SUCCESS) << ttgt_last_error();
    }
    /// Expects each element of the part of `rank` to be its value.
    void expect(int rank, const ElementOf& value) const {
        const ttgt_distributed_tensor mine = tensor();
        std::vector<std::vector<std::int64_t>> held;
        for (std::int32_t mode = 0; mode < 2; ++mode) {
            held.emplace_back(static_cast<std::size_t>(mine.part[mode]));
            EXPECT_EQ(ttgt_distributed_indices(&mine, mode, rank, held.back().data()),
                      TTGT_SUCCESS);
        }
        const auto* element = static_cast<const double*>(mine.data);
        for (const std::int64_t j : held[1]) {
            for (const std::int64_t i : held[0]) {
                EXPECT_EQ(*element++, value(i, j)) << "element " << i << ", " << j;
            }
        }
    }

private:
    ttgt_rank_tensor handle_{};
};

}  // namespace ttgt::test
