// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Tensors over ranks that own their parts, and what is done with whole tensors, through the C API.
#include <ttgt/c_ranks.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bindings/ranks/each_rank.h"
#include "tests/bindings/ranks/rank_tensor.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

constexpr ttgt_context callers{0};

double place(std::int64_t i, std::int64_t j) { return static_cast<double>(i + 5 * j); }
double none_yet(std::int64_t, std::int64_t) { return -1; }

/// Matrices of 5 x 7: by cyclic rows, and by columns in ragged blocks.
struct Spread {
    Spread(ttgt_communicator ranks, int count)
        : by_rows(ranks, {5, 7}, {count}, {0, -1}, {1, 0}),
          by_columns(ranks, {5, 7}, {1, count}, {-1, 1}, {0, 3}) {
        by_rows.fill(place);
        by_columns.fill(none_yet);
    }
    RankMatrix by_rows;
    RankMatrix by_columns;
};

/// A path that all ranks of one test program have in common.
std::string shared_path(const std::string& name) {
    const auto number = world().id == 0 ? getpid() : getppid();
    return std::filesystem::temp_directory_path() /
           ("ttgt-c-ranks-" + std::to_string(number) + name);
}

/// Waits for all ranks.
void wait_for_all(ttgt_communicator ranks, const RankMatrix& any) {
    const ttgt_distributed_tensor tensor = any.tensor();
    double norm = 0;
    EXPECT_EQ(ttgt_distributed_norm(ranks, callers, &tensor, &norm), TTGT_SUCCESS);
}

/// Calls `body` on each number of ranks with the two matrices.
void with_matrices(const std::function<void(ttgt_communicator, int, Spread&)>& body) {
    for (const int count : counts_of_ranks()) {
        on_each_rank(count, [&](ttgt_communicator ranks) {
            Spread given(ranks, count);
            body(ranks, count, given);
        });
    }
}

TEST(CRankTensors, AreMovedCollectedAndSpread) {
    with_matrices([](ttgt_communicator ranks, int, Spread& given) {
        const int rank = rank_of(ranks);
        const ttgt_distributed_tensor rows = given.by_rows.tensor();
        const ttgt_distributed_tensor columns = given.by_columns.tensor();
        ASSERT_EQ(ttgt_distributed_redistribute(ranks, callers, &columns, &rows), TTGT_SUCCESS)
            << ttgt_last_error();
        given.by_columns.expect(rank, place);

        std::vector<double> elements(35, -2.0);
        const std::vector<std::int64_t> extents{5, 7};
        const std::vector<std::int64_t> strides{7, 1};  // rows one after the other
        const ttgt_tensor whole{TTGT_FLOAT64,   TTGT_HOST,      2,
                                extents.data(), strides.data(), elements.data()};
        const ttgt_tensor* const given_whole = rank == 0 ? &whole : nullptr;
        ASSERT_EQ(ttgt_distributed_gather(ranks, callers, given_whole, &columns), TTGT_SUCCESS)
            << ttgt_last_error();
        for (std::size_t at = 0; at < 35; ++at) {
            const auto i = static_cast<std::int64_t>(at / 7);
            const auto j = static_cast<std::int64_t>(at % 7);
            EXPECT_EQ(elements[at], rank == 0 ? place(i, j) : -2.0);
            elements[at] = place(i, j) + 1;
        }

        ASSERT_EQ(ttgt_distributed_scatter(ranks, callers, &rows, given_whole), TTGT_SUCCESS)
            << ttgt_last_error();
        given.by_rows.expect(rank, [](std::int64_t i, std::int64_t j) { return place(i, j) + 1; });
    });
}

TEST(CRankTensors, HaveProductsAndNorms) {
    with_matrices([](ttgt_communicator ranks, int, Spread& given) {
        const ttgt_distributed_tensor rows = given.by_rows.tensor();
        const ttgt_distributed_tensor columns = given.by_columns.tensor();
        given.by_columns.fill([](std::int64_t i, std::int64_t) { return static_cast<double>(i); });
        double product = 0;
        double square = 0;
        for (std::int64_t at = 0; at < 35; ++at) {
            product += place(at % 5, at / 5) * static_cast<double>(at % 5);
            square += place(at % 5, at / 5) * place(at % 5, at / 5);
        }
        ttgt_scalar sum{-1, -1};
        ASSERT_EQ(ttgt_distributed_dot(ranks, callers, &rows, &columns, &sum), TTGT_SUCCESS);
        EXPECT_EQ(sum.real, product);
        EXPECT_EQ(sum.imag, 0);
        double norm = -1;
        ASSERT_EQ(ttgt_distributed_norm(ranks, callers, &rows, &norm), TTGT_SUCCESS);
        EXPECT_EQ(norm, std::sqrt(square));
    });
}

TEST(CRankTensors, GoThroughFilesByParts) {
    const std::string path = shared_path(".npy");
    with_matrices([&](ttgt_communicator ranks, int, Spread& given) {
        const ttgt_distributed_tensor rows = given.by_rows.tensor();
        const ttgt_distributed_tensor columns = given.by_columns.tensor();
        ASSERT_EQ(ttgt_distributed_write_npy(ranks, path.c_str(), &rows), TTGT_SUCCESS)
            << ttgt_last_error();
        ASSERT_EQ(ttgt_distributed_read_npy(ranks, path.c_str(), &columns), TTGT_SUCCESS)
            << ttgt_last_error();
        given.by_columns.expect(rank_of(ranks), place);
        std::ifstream file(path, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        EXPECT_THAT(bytes, HasSubstr("'descr': '<f8', 'fortran_order': True, 'shape': (5, 7)"));
        wait_for_all(ranks, given.by_rows);
    });
    std::filesystem::remove(path);
}

TEST(CRankTensors, FilesThatDoNotFitFailOnAllRanks) {
    const std::string path = shared_path("-square.npy");
    with_matrices([&](ttgt_communicator ranks, int count, Spread& given) {
        const RankMatrix square(ranks, {3, 3}, {count}, {0, -1}, {0, 0});
        const ttgt_distributed_tensor small = square.tensor();
        const ttgt_distributed_tensor columns = given.by_columns.tensor();
        ASSERT_EQ(ttgt_distributed_write_npy(ranks, path.c_str(), &small), TTGT_SUCCESS);
        EXPECT_EQ(ttgt_distributed_read_npy(ranks, path.c_str(), &columns),
                  TTGT_ERROR_INVALID_ARGUMENT);
        EXPECT_THAT(ttgt_last_error(),
                    HasSubstr("holds an array of (3,3), the tensor over ranks is (5,7)"));
        given.by_columns.expect(rank_of(ranks), none_yet);
        EXPECT_EQ(ttgt_distributed_write_npy(ranks, "/none/a.npy", &columns),
                  TTGT_ERROR_INVALID_ARGUMENT);
        EXPECT_THAT(ttgt_last_error(), HasSubstr("/none/a.npy: cannot be written"));
        wait_for_all(ranks, given.by_rows);
    });
    std::filesystem::remove(path);
}

TEST(CRankTensors, AFunctionThatFailsFailsTheCall) {
    on_each_rank(counts_of_ranks().back(), [](ttgt_communicator ranks) {
        const RankMatrix matrix(ranks, {5, 7}, {1}, {-1, -1}, {0, 0});
        const auto fails = [](const std::int64_t* at, std::int32_t rank, void*,
                              ttgt_scalar* to) -> ttgt_status {
            to->real = 3;
            return at[0] == 4 && at[1] == 2 && rank == 2 ? TTGT_ERROR_OUT_OF_MEMORY : TTGT_SUCCESS;
        };
        const auto complex = [](const std::int64_t*, std::int32_t, void*,
                                ttgt_scalar* to) -> ttgt_status {
            to->imag = 1;
            return TTGT_SUCCESS;
        };
        const bool has_elements = rank_of(ranks) == 0;
        EXPECT_EQ(ttgt_rank_tensor_fill(matrix.handle(), fails, nullptr),
                  has_elements ? TTGT_ERROR_OUT_OF_MEMORY : TTGT_SUCCESS);
        if (!has_elements) return;
        EXPECT_THAT(ttgt_last_error(), HasSubstr("failed with status 4 for (4, 2)"));
        EXPECT_EQ(ttgt_rank_tensor_fill(matrix.handle(), complex, nullptr),
                  TTGT_ERROR_INVALID_ARGUMENT);
        EXPECT_THAT(ttgt_last_error(), HasSubstr("element (0, 0) is to be complex"));
        EXPECT_EQ(ttgt_rank_tensor_fill(matrix.handle(), nullptr, nullptr),
                  TTGT_ERROR_INVALID_ARGUMENT);
    });
}

TEST(CRankTensors, WhatOneRankCannotGiveFailsOnAll) {
    with_matrices([](ttgt_communicator ranks, int count, Spread& given) {
        const bool is_last = rank_of(ranks) == count - 1;
        const ttgt_distributed_tensor rows = given.by_rows.tensor();
        const ttgt_distributed_tensor columns = given.by_columns.tensor();
        const ttgt_distributed_tensor* const missing = is_last ? nullptr : &rows;
        ttgt_scalar sum{};
        double norm = 0;
        const auto refused = [](ttgt_status status, const char* text) {
            EXPECT_EQ(status, TTGT_ERROR_INVALID_ARGUMENT);
            EXPECT_THAT(ttgt_last_error(), HasSubstr(text));
        };
        refused(ttgt_distributed_redistribute(ranks, callers, &columns, missing), "'from' is null");
        refused(ttgt_distributed_redistribute(ranks, callers, missing, &columns), "'to' is null");
        refused(ttgt_distributed_scatter(ranks, callers, &rows, nullptr),
                "rank 0 gave no whole tensor");
        refused(ttgt_distributed_gather(ranks, callers, nullptr, &rows),
                "rank 0 gave no whole tensor");
        refused(ttgt_distributed_gather(ranks, callers, nullptr, missing), "'from' is null");
        refused(ttgt_distributed_dot(ranks, callers, missing, &columns, &sum), "'a' is null");
        refused(ttgt_distributed_dot(ranks, callers, &rows, &columns, is_last ? nullptr : &sum),
                "'sum' is null");
        refused(ttgt_distributed_norm(ranks, callers, &rows, is_last ? nullptr : &norm),
                "'norm' is null");
        refused(ttgt_distributed_write_npy(ranks, is_last ? nullptr : "a.npy", &rows),
                "'path' is null");
        refused(ttgt_distributed_read_npy(ranks, "a.npy", missing), "'tensor' is null");
        EXPECT_EQ(is_last ? ttgt_communicator_fail(ranks, TTGT_ERROR_SHAPE, "no part")
                          : ttgt_distributed_norm(ranks, callers, &rows, &norm),
                  TTGT_ERROR_SHAPE);
        given.by_columns.expect(rank_of(ranks), none_yet);
    });
}

TEST(CRankTensors, LayoutsThatDoNotFitMakeNone) {
    on_each_rank(1, [](ttgt_communicator ranks) {
        const std::vector<std::int64_t> extents{5, 7};
        const std::int32_t grid = 99;
        ttgt_distributed_tensor layout{TTGT_FLOAT64,   TTGT_HOST, 2,       1,
                                       extents.data(), &grid,     nullptr, nullptr,
                                       nullptr,        nullptr,   nullptr};
        ttgt_rank_tensor made{77};
        EXPECT_EQ(ttgt_rank_tensor_create(ranks, &layout, &made), TTGT_ERROR_INVALID_ARGUMENT);
        EXPECT_THAT(ttgt_last_error(), HasSubstr("has 99 ranks, but there are"));
        EXPECT_EQ(ttgt_rank_tensor_create(ranks, nullptr, &made), TTGT_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(ttgt_rank_tensor_create({0}, &layout, &made), TTGT_ERROR_STALE_HANDLE);
        layout.grid_rank = 0;
        EXPECT_EQ(ttgt_rank_tensor_create(ranks, &layout, nullptr), TTGT_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(made.id, 77U);
    });
}

TEST(CRankTensors, DestroyedOnesAreStale) {
    on_each_rank(1, [](ttgt_communicator ranks) {
        const ttgt_distributed_tensor layout{TTGT_COMPLEX64, TTGT_HOST, 0,       0,
                                             nullptr,        nullptr,   nullptr, nullptr,
                                             nullptr,        nullptr,   nullptr};
        ttgt_rank_tensor made{};
        ASSERT_EQ(ttgt_rank_tensor_create(ranks, &layout, &made), TTGT_SUCCESS);
        EXPECT_EQ(ttgt_rank_tensor_describe(made, nullptr), TTGT_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(ttgt_rank_tensor_destroy(made), TTGT_SUCCESS);
        EXPECT_EQ(ttgt_rank_tensor_destroy(made), TTGT_ERROR_STALE_HANDLE);
        EXPECT_EQ(ttgt_rank_tensor_destroy({0}), TTGT_SUCCESS);
        ttgt_distributed_tensor description{};
        EXPECT_EQ(ttgt_rank_tensor_describe(made, &description), TTGT_ERROR_STALE_HANDLE);
        const auto zero = [](const std::int64_t*, std::int32_t, void*,
                             ttgt_scalar*) -> ttgt_status { return TTGT_SUCCESS; };
        EXPECT_EQ(ttgt_rank_tensor_fill(made, zero, nullptr), TTGT_ERROR_STALE_HANDLE);
        double norm = 7;
        EXPECT_EQ(ttgt_distributed_norm({0}, callers, &description, &norm),
                  TTGT_ERROR_STALE_HANDLE);
        EXPECT_EQ(norm, 7);
    });
}

}  // namespace
}  // namespace ttgt::test
