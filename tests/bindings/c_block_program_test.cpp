// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Programs of statements on tensors of blocks through the C API, and what is refused.
#include <ttgt/c_blocks.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ttgt::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Matrices of two rows and columns in sections of 1: A has the blocks (0, 0) and (1, 1), X has
/// (0, 1), D has these three. So the temporary W has three blocks, too.
class CBlockProgram : public testing::Test {
protected:
    void SetUp() override {
        tensors = {tensor({0, 0, 0, 1, 1, 1}, d), tensor({0, 0, 1, 1}, a), tensor({0, 1}, x)};
    }
    void TearDown() override {
        EXPECT_EQ(ttgt_block_program_destroy(program), TTGT_SUCCESS);
        for (const ttgt_block_tensor& its : tensors) {
            EXPECT_EQ(ttgt_block_layout_destroy(its.layout), TTGT_SUCCESS);
        }
    }

    static ttgt_block_tensor tensor(const std::vector<std::int32_t>& coordinates,
                                    std::vector<double>& elements) {
        const std::array<std::int32_t, 2> counts{2, 2};
        const std::array<std::int64_t, 4> extents{1, 1, 1, 1};
        ttgt_block_layout layout{};
        EXPECT_EQ(ttgt_block_layout_create(2, counts.data(), extents.data(),
                                           static_cast<std::int64_t>(coordinates.size() / 2),
                                           coordinates.data(), nullptr, nullptr, &layout),
                  TTGT_SUCCESS)
            << ttgt_last_error();
        return {TTGT_FLOAT64, TTGT_HOST, layout, elements.data(), nullptr};
    }
    ttgt_status create(const char* text, const ttgt_block_options* options = nullptr) {
        return ttgt_block_program_create({0}, text, names.data(), tensors.data(), 3, options,
                                         &program);
    }
    ttgt_status run(const ttgt_run_options* options = nullptr) {
        return ttgt_block_program_run(program, tensors.data(), 3, options);
    }

    static constexpr const char* statements =
        "W(a,c)=A(a,b)*A(b,c); W(a,c)+=2*X(a,c); D(a,d)+=W(a,c)*A(c,d)";
    std::vector<double> d{1, 2, 3}, a{1, 2}, x{1};
    std::array<const char*, 3> names{"D", "A", "X"};
    std::array<ttgt_block_tensor, 3> tensors{};
    ttgt_block_program program{};
};

TEST_F(CBlockProgram, RunsStatementsInOrderOverATemporaryOfBlocks) {
    ASSERT_EQ(create(statements), TTGT_SUCCESS) << ttgt_last_error();

    ASSERT_EQ(run(), TTGT_SUCCESS) << ttgt_last_error();

    EXPECT_THAT(d, ElementsAre(1 + 1, 2 + 2 * 2, 3 + 4 * 2));
}

TEST_F(CBlockProgram, TakesBlocksAtAddressesOfTheirOwn) {
    ASSERT_EQ(create(statements), TTGT_SUCCESS);
    double first = 1;
    double second = 2;
    const std::array<void*, 2> blocks{&first, &second};
    tensors[1].data = nullptr;
    tensors[1].blocks = blocks.data();

    ASSERT_EQ(run(), TTGT_SUCCESS) << ttgt_last_error();

    EXPECT_THAT(d, ElementsAre(2, 6, 11));
}

TEST_F(CBlockProgram, TellsWhatItIsAndTakesAWorkspace) {
    ASSERT_EQ(create(statements), TTGT_SUCCESS);
    std::int64_t bytes = -1;
    std::int64_t pairs = -1;
    std::string text(8192, '\0');
    std::size_t length = 0;

    ASSERT_EQ(ttgt_block_program_workspace_bytes(program, &bytes), TTGT_SUCCESS);
    ASSERT_EQ(ttgt_block_program_pairs(program, &pairs), TTGT_SUCCESS);
    ASSERT_EQ(ttgt_block_program_explain(program, 2, text.data(), text.size(), &length),
              TTGT_SUCCESS);

    ASSERT_GE(bytes, 3 * std::int64_t{sizeof(double)});
    EXPECT_EQ(pairs, 2 + 1 + 3);
    EXPECT_THAT(text.substr(0, length), HasSubstr("statement 3: D(a,d) += W(a,c) * A(c,d)"));
    std::vector<char> memory(static_cast<std::size_t>(bytes) + 256);
    void* start = memory.data();
    std::size_t space = memory.size();
    ttgt_run_options options = TTGT_RUN_OPTIONS;
    options.workspace = std::align(256, static_cast<std::size_t>(bytes), start, space);
    options.workspace_bytes = bytes;
    EXPECT_EQ(run(&options), TTGT_SUCCESS) << ttgt_last_error();
    EXPECT_THAT(d, ElementsAre(2, 6, 11));
}

TEST_F(CBlockProgram, ProfilesEachStatement) {
    ASSERT_EQ(create(statements), TTGT_SUCCESS);
    ttgt_profile profile{};
    profile.size = sizeof(profile);
    std::string text(8192, '\0');
    std::size_t length = 0;

    ASSERT_EQ(ttgt_block_program_profile(program, tensors.data(), 3, nullptr, &profile, text.data(),
                                         text.size(), &length),
              TTGT_SUCCESS)
        << ttgt_last_error();

    EXPECT_GT(profile.flops, 0);
    EXPECT_EQ(profile.m, 1);
    EXPECT_THAT(text.substr(0, length), HasSubstr("statement 2: "));
    EXPECT_THAT(d, ElementsAre(2, 6, 11));
    profile.size = 1;
    EXPECT_EQ(ttgt_block_program_profile(program, tensors.data(), 3, nullptr, &profile, nullptr, 0,
                                         nullptr),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(d, ElementsAre(2, 6, 11));
}

TEST_F(CBlockProgram, RefusesWhatCannotBePlanned) {
    EXPECT_EQ(create("D(a,b)=A(a,b)*"), TTGT_ERROR_EXPRESSION);
    EXPECT_EQ(create("D(a,b)=A(a,b)"), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("'X' is given but stands in no statement"));
    EXPECT_EQ(create("D(a,b)=W(a,b)+A(a,b)+X(a,b)"), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("'W' is read, but it is not given"));
    EXPECT_EQ(create("W(a,c)=X(a,c); A(a,b)=W(a,b)*D(a,b)"), TTGT_ERROR_MISSING_BLOCK);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("statement 2: "));
    ttgt_contract_options planning = TTGT_CONTRACT_OPTIONS;
    ttgt_block_options options = TTGT_BLOCK_OPTIONS;
    options.planning = &planning;
    planning.beta_is_zero = 1;
    EXPECT_EQ(create(statements, &options), TTGT_ERROR_INVALID_ARGUMENT);
    planning.beta_is_zero = -1;
    planning.workspace_limit = 8;
    EXPECT_EQ(create(statements, &options), TTGT_ERROR_UNSUPPORTED);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("24 bytes"));
    tensors[0].dtype = 99;
    EXPECT_EQ(create(statements), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("D"));
    tensors[0].dtype = TTGT_FLOAT64;
    names[1] = nullptr;
    EXPECT_EQ(create(statements), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_block_program_create({0}, statements, names.data(), tensors.data(), 0, nullptr,
                                        &program),
              TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(create(nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(program.id, 0U);
}

TEST_F(CBlockProgram, RefusesRunsThatDoNotFitAndWritesNothing) {
    ASSERT_EQ(create("D(a,b)=A(a,b); D(a,b)+=X(a,b)"), TTGT_SUCCESS) << ttgt_last_error();
    const std::vector<ttgt_block_tensor> right(tensors.begin(), tensors.end());

    EXPECT_EQ(ttgt_block_program_run(program, tensors.data(), 2, nullptr),
              TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(ttgt_block_program_run(program, nullptr, 3, nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    tensors[2].data = d.data() + 1;
    EXPECT_EQ(run(), TTGT_ERROR_OVERLAP);
    tensors[2] = right[0];
    EXPECT_EQ(run(), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("'X' has other blocks than the plan"));
    tensors[2] = right[2];
    tensors[1].data = nullptr;
    EXPECT_EQ(run(), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("the data of A is null"));
    tensors[1] = right[1];

    EXPECT_THAT(d, ElementsAre(1, 2, 3));
}

TEST_F(CBlockProgram, RefusesHandlesThatAreNone) {
    const ttgt_block_program never{77};
    std::int64_t number = 0;
    ASSERT_EQ(create(statements), TTGT_SUCCESS);

    EXPECT_EQ(ttgt_block_program_destroy(never), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_program_pairs(never, &number), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_program_workspace_bytes(never, &number), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_program_explain(never, 1, nullptr, 0, nullptr), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_program_run(never, tensors.data(), 3, nullptr), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(
        ttgt_block_program_profile(never, tensors.data(), 3, nullptr, nullptr, nullptr, 0, nullptr),
        TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_program_pairs(program, nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_block_program_explain(program, -1, nullptr, 0, nullptr),
              TTGT_ERROR_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace ttgt::test
