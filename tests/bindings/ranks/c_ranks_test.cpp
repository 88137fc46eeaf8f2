// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Contractions of tensors over ranks through the C API.
#include <ttgt/c_ranks.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#ifdef TTGT_TEST_MPI
#include <mpi.h>
#endif

#include "tests/bindings/ranks/distributed_matrix.h"
#include "tests/bindings/ranks/each_rank.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr ttgt_context own{0};
constexpr const char* product = "D(a,b)=L(a,k)*R(k,b)";

/// D (5 x 4) in cyclic rows, L (5 x 7) in one block of columns for each rank, R (7 x 4) on all
/// ranks, over all ranks.
struct Product {
    explicit Product(int ranks)
        : d({5, 4}, {ranks}, {0, -1}, {1, 0}),
          l({5, 7}, {ranks}, {-1, 0}, {0, 0}),
          r({7, 4}, {ranks}, {-1, -1}, {0, 0}) {}

    void fill(int rank) {
        d.fill(rank, [](std::int64_t, std::int64_t) { return nan; });
        l.fill(rank, [](std::int64_t a, std::int64_t k) { return l_at(a, k); });
        r.fill(rank, [](std::int64_t k, std::int64_t b) { return r_at(k, b); });
    }
    static double l_at(std::int64_t a, std::int64_t k) { return static_cast<double>(a - 2 * k); }
    static double r_at(std::int64_t k, std::int64_t b) { return static_cast<double>(k + 3 * b); }
    static double d_at(std::int64_t a, std::int64_t b) {
        double sum = 0;
        for (std::int64_t k = 0; k < 7; ++k) sum += l_at(a, k) * r_at(k, b);
        return sum;
    }

    DistributedMatrix d;
    DistributedMatrix l;
    DistributedMatrix r;
};

ttgt_status contract(ttgt_communicator ranks, const char* expression, Product& given,
                     const ttgt_scalar* alpha = nullptr, const ttgt_scalar* beta = nullptr,
                     const ttgt_distributed_options* options = nullptr) {
    const ttgt_distributed_tensor output = given.d.tensor();
    const std::vector<ttgt_distributed_tensor> inputs{given.l.tensor(), given.r.tensor()};
    return ttgt_distributed_contract(ranks, own, expression, &output, inputs.data(), 2, alpha, beta,
                                     options);
}

TEST(CRanks, ProductsOfIntegersAreExact) {
    for (const int count : counts_of_ranks()) {
        on_each_rank(count, [&](ttgt_communicator ranks) {
            Product given(count);
            given.fill(rank_of(ranks));
            ASSERT_EQ(contract(ranks, product, given), TTGT_SUCCESS) << ttgt_last_error();
            given.d.expect(rank_of(ranks), Product::d_at);

            const ttgt_scalar alpha{2, 0};
            const ttgt_scalar beta{-3, 0};
            ASSERT_EQ(contract(ranks, product, given, &alpha, &beta), TTGT_SUCCESS);
            given.d.expect(rank_of(ranks), [](std::int64_t a, std::int64_t b) {
                return (2 - 3) * Product::d_at(a, b);
            });
        });
    }
}

TEST(CRanks, OneInputMovesToTheFirstRank) {
    for (const int count : counts_of_ranks()) {
        on_each_rank(count, [&](ttgt_communicator ranks) {
            const int rank = rank_of(ranks);
            DistributedMatrix spread({5, 4}, {count}, {0, -1}, {2, 0});
            DistributedMatrix collected({4, 5}, {}, {-1, -1}, {0, 0});
            spread.fill(rank, Product::d_at);
            collected.fill(rank, [](std::int64_t, std::int64_t) { return nan; });
            const ttgt_distributed_tensor output = collected.tensor();
            const ttgt_distributed_tensor input = spread.tensor();
            ASSERT_EQ(ttgt_distributed_contract(ranks, own, "D(b,a)=L(a,b)", &output, &input, 1,
                                                nullptr, nullptr, nullptr),
                      TTGT_SUCCESS)
                << ttgt_last_error();
            collected.expect(rank,
                             [](std::int64_t b, std::int64_t a) { return Product::d_at(a, b); });
        });
    }
}

std::string explanation(ttgt_distributed_plan plan) {
    std::size_t length = 0;
    EXPECT_EQ(ttgt_distributed_plan_explain(plan, 1, nullptr, 0, &length), TTGT_SUCCESS);
    std::string text(length + 1, ' ');
    EXPECT_EQ(ttgt_distributed_plan_explain(plan, 1, text.data(), text.size(), &length),
              TTGT_SUCCESS);
    return text.substr(0, length);
}

ttgt_distributed_plan make_plan(ttgt_communicator ranks, Product& given,
                                const ttgt_distributed_options* options) {
    const ttgt_distributed_tensor output = given.d.tensor();
    const std::vector<ttgt_distributed_tensor> inputs{given.l.tensor(), given.r.tensor()};
    ttgt_distributed_plan plan{};
    EXPECT_EQ(ttgt_distributed_plan_create(ranks, own, product, &output, inputs.data(), 2, options,
                                           &plan),
              TTGT_SUCCESS)
        << ttgt_last_error();
    return plan;
}

TEST(CRanks, PlansRunAndReport) {
    for (const int count : counts_of_ranks()) {
        on_each_rank(count, [&](ttgt_communicator ranks) {
            Product given(count);
            given.fill(rank_of(ranks));
            ttgt_distributed_options options TTGT_DISTRIBUTED_OPTIONS;
            options.engine = "local";
            options.measure_rates = 1;
            const ttgt_distributed_plan plan = make_plan(ranks, given, &options);
            EXPECT_THAT(explanation(plan), HasSubstr("chosen: "));
            std::int64_t bytes = -1;
            EXPECT_EQ(ttgt_distributed_plan_workspace_bytes(plan, &bytes), TTGT_SUCCESS);
            EXPECT_GE(bytes, 0);

            const std::vector<const void*> inputs{given.l.data(), given.r.data()};
            EXPECT_EQ(ttgt_distributed_plan_run(plan, given.d.data(), inputs.data(), 2, nullptr,
                                                nullptr, nullptr),
                      TTGT_SUCCESS)
                << ttgt_last_error();
            given.d.expect(rank_of(ranks), Product::d_at);

            ttgt_distributed_profile profile{};
            profile.size = sizeof profile;
            EXPECT_EQ(
                ttgt_distributed_plan_profile(plan, given.d.data(), inputs.data(), 2, nullptr,
                                              nullptr, nullptr, &profile, nullptr, 0, nullptr),
                TTGT_SUCCESS);
            EXPECT_EQ(profile.flops, 2.0 * 5 * 4 * 7);
            EXPECT_EQ(profile.workspace_bytes, bytes);
            EXPECT_GE(profile.bytes_over_links, profile.bytes_received);
            EXPECT_EQ(ttgt_distributed_plan_destroy(plan), TTGT_SUCCESS);
            EXPECT_EQ(ttgt_distributed_plan_destroy(plan), TTGT_ERROR_STALE_HANDLE);
        });
    }
}

TEST(CRanks, WhatOneRankCannotDoFailsOnAll) {
    for (const int count : counts_of_ranks()) {
        on_each_rank(count, [&](ttgt_communicator ranks) {
            Product given(count);
            given.fill(rank_of(ranks));
            const bool last = rank_of(ranks) == count - 1;
            EXPECT_EQ(contract(ranks, last ? nullptr : product, given),
                      TTGT_ERROR_INVALID_ARGUMENT);
            EXPECT_THAT(ttgt_last_error(), HasSubstr("'expression'"));
            ttgt_distributed_options options TTGT_DISTRIBUTED_OPTIONS;
            if (last) options.size = 3;
            EXPECT_EQ(contract(ranks, product, given, nullptr, nullptr, &options),
                      TTGT_ERROR_INVALID_ARGUMENT);
            EXPECT_THAT(ttgt_last_error(), HasSubstr("'options' has size 3"));

            const std::vector<std::int64_t> part{9, 9};
            ttgt_distributed_tensor output = given.d.tensor();
            if (last) output.part = part.data();
            const std::vector<ttgt_distributed_tensor> tensors{given.l.tensor(), given.r.tensor()};
            EXPECT_EQ(ttgt_distributed_contract(ranks, own, product, &output, tensors.data(), 2,
                                                nullptr, nullptr, nullptr),
                      TTGT_ERROR_SHAPE);
            EXPECT_THAT(ttgt_last_error(), HasSubstr("is 9x9, but its distribution gives this"));

            const ttgt_distributed_plan plan = make_plan(ranks, given, nullptr);
            const std::vector<const void*> inputs{given.l.data(), given.r.data()};
            EXPECT_EQ(ttgt_distributed_plan_run(plan, given.d.data(), inputs.data(), last ? 3 : 2,
                                                nullptr, nullptr, nullptr),
                      TTGT_ERROR_OPERAND_COUNT);
            EXPECT_EQ(ttgt_distributed_plan_destroy(plan), TTGT_SUCCESS);
            given.d.fill(rank_of(ranks), [](std::int64_t, std::int64_t) { return 7.0; });
            EXPECT_EQ(contract(ranks, "D(a,b)=L(a,k)*R(b,k)", given), TTGT_ERROR_SHAPE);
            given.d.expect(rank_of(ranks), [](std::int64_t, std::int64_t) { return 7.0; });
        });
    }
}

TEST(CRanks, WhatIsNullOnOneRankIsNamedOnAll) {
    for (const int count : counts_of_ranks()) {
        on_each_rank(count, [&](ttgt_communicator ranks) {
            Product given(count);
            given.fill(rank_of(ranks));
            const bool last = rank_of(ranks) == count - 1;
            const ttgt_distributed_tensor output = given.d.tensor();
            const std::vector<ttgt_distributed_tensor> tensors{given.l.tensor(), given.r.tensor()};
            ttgt_distributed_plan unmade{};
            EXPECT_EQ(ttgt_distributed_contract(ranks, own, product, last ? nullptr : &output,
                                                tensors.data(), 2, nullptr, nullptr, nullptr),
                      TTGT_ERROR_INVALID_ARGUMENT);
            EXPECT_THAT(ttgt_last_error(), HasSubstr("'output' is null"));
            EXPECT_EQ(ttgt_distributed_plan_create(ranks, own, product, &output, tensors.data(), 2,
                                                   nullptr, last ? nullptr : &unmade),
                      TTGT_ERROR_INVALID_ARGUMENT);
            EXPECT_THAT(ttgt_last_error(), HasSubstr("'plan' is null"));
            EXPECT_EQ(unmade.id, 0U);
        });
    }
}

TEST(CRanks, ARankThatFailsEndsTheCallOfTheOthers) {
    for (const int count : counts_of_ranks()) {
        on_each_rank(count, [&](ttgt_communicator ranks) {
            Product given(count);
            given.fill(rank_of(ranks));
            const ttgt_distributed_plan plan = make_plan(ranks, given, nullptr);
            const std::vector<const void*> inputs{given.l.data(), given.r.data()};
            for (ttgt_status status = 1; status <= TTGT_ERROR_MISSING_BLOCK; ++status) {
                const bool fails = rank_of(ranks) == count - 1;
                const ttgt_status found =
                    fails ? ttgt_communicator_fail(ranks, status, "no array")
                    : status % 2 == 0
                        ? contract(ranks, product, given)
                        : ttgt_distributed_plan_run(plan, given.d.data(), inputs.data(), 2, nullptr,
                                                    nullptr, nullptr);
                const bool is_sent = status < 5 || (status > 8 && status < 13);
                EXPECT_EQ(found, is_sent ? status : TTGT_ERROR_DEVICE);
                const std::string last = std::to_string(count - 1);
                EXPECT_EQ(ttgt_last_error(), "rank " + last + " cannot make this call: no array");
            }
            EXPECT_EQ(ttgt_communicator_fail(ranks, 0, "none"), TTGT_ERROR_INVALID_ARGUMENT);
            EXPECT_EQ(ttgt_communicator_fail(ranks, 1, nullptr), TTGT_ERROR_INVALID_ARGUMENT);
            EXPECT_EQ(contract(ranks, product, given), TTGT_SUCCESS) << ttgt_last_error();
            EXPECT_EQ(ttgt_distributed_plan_destroy(plan), TTGT_SUCCESS);
        });
    }
}

TEST(CRanks, WaitForOthersNoLongerThanTheyAreTold) {
    std::vector<ttgt_communicator> ranks(2);
    ASSERT_EQ(ttgt_communicator_create_local(2, nullptr, ranks.data()), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_communicator_set_timeout(ranks[0], -1), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("-1 s is no time to wait"));
    EXPECT_EQ(ttgt_communicator_set_timeout(ranks[0], 0.02), TTGT_SUCCESS);
    Product given(2);
    given.fill(0);
    EXPECT_EQ(contract(ranks[0], product, given), TTGT_ERROR_DEVICE);
    EXPECT_STREQ(ttgt_last_error(), "rank 0 has waited 0.02 s for rank 1");
    for (const ttgt_communicator each : ranks) {
        EXPECT_EQ(ttgt_communicator_destroy(each), TTGT_SUCCESS);
    }
    EXPECT_EQ(ttgt_communicator_set_timeout(ranks[0], 1), TTGT_ERROR_STALE_HANDLE);
}

TEST(CRanks, DistributionsThatDoNotFitAreRefused) {
    const std::vector<std::int64_t> extents{5, 4};
    const std::vector<std::int32_t> grid{2, 2};
    const std::vector<std::int32_t> axes{0, 2};
    std::vector<std::int64_t> part{-7, -7};
    ttgt_distributed_tensor tensor{TTGT_FLOAT64,   TTGT_HOST,   2,           2,
                                   extents.data(), grid.data(), axes.data(), nullptr,
                                   nullptr,        nullptr,     nullptr};
    EXPECT_EQ(ttgt_distributed_part(&tensor, 0, part.data()), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("mode 1 of the tensor is spread over axis 2"));
    EXPECT_EQ(part, (std::vector<std::int64_t>{-7, -7}));
    tensor.axes = nullptr;
    EXPECT_EQ(ttgt_distributed_part(&tensor, 4, part.data()), TTGT_SUCCESS);
    EXPECT_EQ(part, (std::vector<std::int64_t>{0, 0}));
    EXPECT_EQ(ttgt_distributed_part(&tensor, -1, part.data()), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_distributed_indices(&tensor, 2, 0, part.data()), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_distributed_indices(&tensor, -1, 0, part.data()), TTGT_ERROR_INVALID_ARGUMENT);
    tensor.grid = nullptr;
    EXPECT_EQ(ttgt_distributed_part(&tensor, 0, part.data()), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("a grid of 2 axes, but its numbers are null"));
    tensor.grid_rank = -1;
    EXPECT_EQ(ttgt_distributed_part(&tensor, 0, part.data()), TTGT_ERROR_INVALID_ARGUMENT);
}

TEST(CRanks, HandlesThatWereNeverMadeAreStale) {
    EXPECT_EQ(ttgt_communicator_rank({0}, nullptr, nullptr), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_communicator_destroy({12345}), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_communicator_destroy({0}), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_distributed_plan_destroy({0}), TTGT_SUCCESS);
    Product given(1);
    EXPECT_EQ(contract({0}, product, given), TTGT_ERROR_STALE_HANDLE);
    std::int64_t bytes = 77;
    EXPECT_EQ(ttgt_distributed_plan_workspace_bytes({9}, &bytes), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(bytes, 77);
}

TEST(CRanks, CommunicatorsThatCannotBeMadeAreRefused) {
    ttgt_communicator made{77};
    EXPECT_EQ(ttgt_communicator_create_local(0, nullptr, &made), TTGT_ERROR_INVALID_ARGUMENT);
    const char* const processor = "cpu";
    EXPECT_EQ(ttgt_communicator_create_local(1, &processor, &made), TTGT_ERROR_UNSUPPORTED);
    EXPECT_EQ(ttgt_communicator_create_local(1, nullptr, nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(ttgt_communicator_create_nccl(nullptr, &made), TTGT_SUCCESS);
    if (world().id == 0) {
        EXPECT_NE(ttgt_communicator_create_mpi(0, &made), TTGT_SUCCESS);
    }
    EXPECT_EQ(made.id, 77U);
}

#ifdef TTGT_TEST_MPI
TEST(CRanks, CommunicatorsOfTheProgramAreTaken) {
    if (world().id == 0) GTEST_SKIP() << "not under mpirun";
    MPI_Comm turned{};
    std::int32_t count = 0;
    ASSERT_EQ(ttgt_communicator_rank(world(), nullptr, &count), TTGT_SUCCESS);
    ASSERT_EQ(MPI_Comm_split(MPI_COMM_WORLD, 0, -rank_of(world()), &turned), MPI_SUCCESS);
    ttgt_communicator made{};
    ASSERT_EQ(ttgt_communicator_create_mpi(MPI_Comm_c2f(turned), &made), TTGT_SUCCESS);
    EXPECT_EQ(rank_of(made), count - 1 - rank_of(world()));
    EXPECT_EQ(ttgt_communicator_destroy(made), TTGT_SUCCESS);
    EXPECT_EQ(MPI_Comm_free(&turned), MPI_SUCCESS);
}
#endif

}  // namespace

}  // namespace ttgt::test
