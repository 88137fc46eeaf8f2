// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Tensors of blocks through the C API: layouts, calls, plans, and what is refused.
#include <ttgt/c_blocks.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ttgt::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Matrices with sections of 2 and 3 rows and columns, and the blocks (0, 0) and (1, 1).
class CBlocks : public testing::Test {
protected:
    void SetUp() override { layout = make({0, 0, 1, 1}); }
    void TearDown() override { EXPECT_EQ(ttgt_block_layout_destroy(layout), TTGT_SUCCESS); }

    static ttgt_block_layout make(const std::vector<std::int32_t>& coordinates) {
        ttgt_block_layout made{};
        EXPECT_EQ(ttgt_block_layout_create(2, counts.data(), extents.data(),
                                           static_cast<std::int64_t>(coordinates.size() / 2),
                                           coordinates.data(), nullptr, nullptr, &made),
                  TTGT_SUCCESS)
            << ttgt_last_error();
        return made;
    }
    ttgt_block_tensor tensor(std::vector<double>& elements) const {
        return {TTGT_FLOAT64, TTGT_HOST, layout, elements.data(), nullptr};
    }
    ttgt_status contract(const char* expression, const ttgt_block_options* options = nullptr) {
        return ttgt_block_contract({0}, expression, &output, inputs.data(), 2, nullptr, nullptr,
                                   options);
    }

    static constexpr std::array<std::int32_t, 2> counts{2, 2};
    static constexpr std::array<std::int64_t, 4> extents{2, 3, 2, 3};
    static constexpr const char* product = "D(i,j)=L(i,k)*R(k,j)";
    ttgt_block_layout layout{};
    std::vector<double> d = std::vector<double>(13, 7);
    std::vector<double> l = std::vector<double>(13, 1);
    std::vector<double> r = std::vector<double>(13, 2);
    ttgt_block_tensor output{};
    std::array<ttgt_block_tensor, 2> inputs{};
};

class CBlockCalls : public CBlocks {
protected:
    void SetUp() override {
        CBlocks::SetUp();
        output = tensor(d);
        inputs = {tensor(l), tensor(r)};
    }
};

std::vector<double> product_of_blocks() {
    std::vector<double> expected(13, 6);
    std::fill_n(expected.begin(), 4, 4.0);
    return expected;
}

TEST_F(CBlocks, LayoutTellsWhatItWasMadeOf) {
    std::int32_t rank = 0;
    std::int64_t blocks = 0;
    std::int64_t elements = 0;
    ASSERT_EQ(ttgt_block_layout_counts(layout, &rank, &blocks, &elements), TTGT_SUCCESS);
    EXPECT_EQ(rank, 2);
    EXPECT_EQ(blocks, 2);
    EXPECT_EQ(elements, 13);

    std::array<std::int32_t, 2> its_counts{};
    std::array<std::int64_t, 4> its_extents{};
    ASSERT_EQ(ttgt_block_layout_sections(layout, its_counts.data(), its_extents.data()),
              TTGT_SUCCESS);
    EXPECT_THAT(its_counts, ElementsAre(2, 2));
    EXPECT_THAT(its_extents, ElementsAre(2, 3, 2, 3));

    std::array<std::int32_t, 4> coordinates{};
    std::array<std::int64_t, 2> offsets{};
    ASSERT_EQ(ttgt_block_layout_blocks(layout, coordinates.data(), offsets.data()), TTGT_SUCCESS);
    EXPECT_THAT(coordinates, ElementsAre(0, 0, 1, 1));
    EXPECT_THAT(offsets, ElementsAre(0, 4));

    std::int64_t block = 0;
    ASSERT_EQ(ttgt_block_layout_find(layout, &coordinates[2], &block), TTGT_SUCCESS);
    EXPECT_EQ(block, 1);
    ASSERT_EQ(ttgt_block_layout_find(layout, &coordinates[1], &block), TTGT_SUCCESS);
    EXPECT_EQ(block, -1);
}

TEST_F(CBlocks, ChargesAllowTheBlocksWhoseSignedSumIsTheTotal) {
    const std::array<std::int64_t, 4> charges{0, 1, 0, 1};
    const std::array<std::int32_t, 2> signs{1, -1};
    const std::int64_t one = 1;
    ttgt_block_layout charged{};
    ASSERT_EQ(ttgt_block_layout_create_charged(2, counts.data(), extents.data(), 1, charges.data(),
                                               signs.data(), nullptr, &one, &charged),
              TTGT_SUCCESS);

    std::array<std::int32_t, 2> coordinates{};
    std::int64_t blocks = 0;
    ASSERT_EQ(ttgt_block_layout_counts(charged, nullptr, &blocks, nullptr), TTGT_SUCCESS);
    ASSERT_EQ(blocks, 1);
    ASSERT_EQ(ttgt_block_layout_blocks(charged, coordinates.data(), nullptr), TTGT_SUCCESS);

    EXPECT_THAT(coordinates, ElementsAre(1, 0));
    EXPECT_EQ(ttgt_block_layout_destroy(charged), TTGT_SUCCESS);
}

TEST_F(CBlocks, OutputHasTheBlocksThatProductsReach) {
    const ttgt_block_layout corner = make({0, 1});
    const std::array<ttgt_block_layout, 2> both{corner, layout};
    ttgt_block_layout reached{};

    ASSERT_EQ(ttgt_block_layout_create_output(product, both.data(), 2, &reached), TTGT_SUCCESS);

    std::array<std::int32_t, 2> coordinates{};
    ASSERT_EQ(ttgt_block_layout_blocks(reached, coordinates.data(), nullptr), TTGT_SUCCESS);
    EXPECT_THAT(coordinates, ElementsAre(0, 1));
    EXPECT_EQ(ttgt_block_layout_destroy(reached), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_block_layout_destroy(corner), TTGT_SUCCESS);
}

TEST_F(CBlockCalls, ContractMultipliesBlocks) {
    ASSERT_EQ(contract(product), TTGT_SUCCESS) << ttgt_last_error();

    EXPECT_EQ(d, product_of_blocks());
}

TEST_F(CBlockCalls, BlocksMayHaveAddressesAndStridesOfTheirOwn) {
    // Rows are fastest in the blocks of D, which lie apart.
    const std::array<std::int32_t, 4> coordinates{0, 0, 1, 1};
    const std::array<std::int64_t, 4> strides{2, 1, 3, 1};
    ttgt_block_layout apart{};
    ASSERT_EQ(ttgt_block_layout_create(2, counts.data(), extents.data(), 2, coordinates.data(),
                                       strides.data(), nullptr, &apart),
              TTGT_SUCCESS);
    l[2] = 3;  // (0, 1) of block (0, 0)
    std::vector<double> first(4);
    std::vector<double> second(9);
    const std::array<void*, 2> blocks{first.data(), second.data()};
    output = {TTGT_FLOAT64, TTGT_HOST, apart, nullptr, blocks.data()};

    ASSERT_EQ(contract(product), TTGT_SUCCESS) << ttgt_last_error();

    EXPECT_THAT(first, ElementsAre(8, 8, 4, 4));
    EXPECT_THAT(second, testing::Each(6));
    std::int64_t offset = 0;
    EXPECT_EQ(ttgt_block_layout_blocks(apart, nullptr, &offset), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_block_layout_destroy(apart), TTGT_SUCCESS);
}

class CBlockPlans : public CBlockCalls {
protected:
    void SetUp() override {
        CBlockCalls::SetUp();
        ttgt_contract_options planning = TTGT_CONTRACT_OPTIONS;
        planning.beta_is_zero = 0;
        ttgt_block_options options = TTGT_BLOCK_OPTIONS;
        options.planning = &planning;
        options.method = TTGT_BLOCK_METHOD_PAIRS;
        output.layout = make({0, 0, 1, 1});
        ASSERT_EQ(ttgt_block_plan_create({0}, product, &output, inputs.data(), 2, &options, &plan),
                  TTGT_SUCCESS)
            << ttgt_last_error();
        EXPECT_EQ(ttgt_block_layout_destroy(output.layout), TTGT_SUCCESS);  // the plan outlives it
        output.layout = layout;
    }
    void TearDown() override {
        EXPECT_EQ(ttgt_block_plan_destroy(plan), TTGT_SUCCESS);
        CBlockCalls::TearDown();
    }

    ttgt_block_plan plan{};
    ttgt_scalar alpha{0.5, 0};
    ttgt_scalar beta{2, 0};
};

TEST_F(CBlockPlans, TellWhatTheyAre) {
    std::int64_t pairs = 0;
    std::int64_t bytes = -1;
    std::string text(4096, '\0');
    std::size_t length = 0;

    ASSERT_EQ(ttgt_block_plan_pairs(plan, &pairs), TTGT_SUCCESS);
    ASSERT_EQ(ttgt_block_plan_workspace_bytes(plan, &bytes), TTGT_SUCCESS);
    ASSERT_EQ(ttgt_block_plan_explain(plan, 5, text.data(), text.size(), &length), TTGT_SUCCESS);

    EXPECT_EQ(pairs, 2);
    EXPECT_GE(bytes, 0);
    EXPECT_THAT(text, HasSubstr("multiply"));
}

TEST_F(CBlockPlans, RunAndProfile) {
    ttgt_profile profile{};
    profile.size = sizeof(profile);

    ASSERT_EQ(ttgt_block_plan_run(plan, &output, inputs.data(), 2, &alpha, &beta, nullptr),
              TTGT_SUCCESS)
        << ttgt_last_error();
    EXPECT_DOUBLE_EQ(d[0], 14 + 2);
    EXPECT_DOUBLE_EQ(d[12], 14 + 3);

    ASSERT_EQ(ttgt_block_plan_profile(plan, &output, inputs.data(), 2, &alpha, &beta, nullptr,
                                      &profile, nullptr, 0, nullptr),
              TTGT_SUCCESS);
    EXPECT_DOUBLE_EQ(profile.flops, 2 * (8 + 27));
    EXPECT_DOUBLE_EQ(d[0], 32 + 2);
}

TEST_F(CBlockPlans, RunTakesAsManyInputsAsThePlan) {
    EXPECT_EQ(ttgt_block_plan_run(plan, &output, inputs.data(), 1, &alpha, &beta, nullptr),
              TTGT_ERROR_OPERAND_COUNT);
}

class CBlockErrors : public CBlockCalls {
protected:
    void TearDown() override {
        EXPECT_THAT(d, testing::Each(7));
        CBlockCalls::TearDown();
    }
};

TEST_F(CBlockErrors, BlocksThatStandTwiceOrAreMissingHaveStatuses) {
    const std::array<std::int32_t, 4> twice{1, 0, 1, 0};
    ttgt_block_layout made{};
    EXPECT_EQ(ttgt_block_layout_create(2, counts.data(), extents.data(), 2, twice.data(), nullptr,
                                       nullptr, &made),
              TTGT_ERROR_REPEATED_BLOCK);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("(1, 0)"));

    output.layout = make({0, 0});
    EXPECT_EQ(contract(product), TTGT_ERROR_MISSING_BLOCK);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("(1, 1)"));
    EXPECT_EQ(ttgt_block_layout_destroy(output.layout), TTGT_SUCCESS);
}

TEST_F(CBlockErrors, SectionsThatDisagreeNameLabelAndExtents) {
    constexpr std::array<std::int64_t, 4> others{2, 4, 2, 3};
    const std::array<std::int32_t, 2> first{0, 0};
    ASSERT_EQ(ttgt_block_layout_create(2, counts.data(), others.data(), 1, first.data(), nullptr,
                                       nullptr, &inputs[1].layout),
              TTGT_SUCCESS);

    EXPECT_EQ(contract(product), TTGT_ERROR_SHAPE);

    EXPECT_THAT(ttgt_last_error(), HasSubstr("'k'"));
    EXPECT_THAT(ttgt_last_error(), HasSubstr("3"));
    EXPECT_THAT(ttgt_last_error(), HasSubstr("4"));
    EXPECT_EQ(ttgt_block_layout_destroy(inputs[1].layout), TTGT_SUCCESS);
}

TEST_F(CBlockErrors, ArgumentsAreChecked) {
    ttgt_block_layout made{};
    const std::array<std::int32_t, 2> beyond{0, 2};
    EXPECT_EQ(ttgt_block_layout_create(65, counts.data(), extents.data(), 0, nullptr, nullptr,
                                       nullptr, &made),
              TTGT_ERROR_SHAPE);
    EXPECT_EQ(ttgt_block_layout_create(2, counts.data(), extents.data(), 1, nullptr, nullptr,
                                       nullptr, &made),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_block_layout_create(2, counts.data(), extents.data(), -1, beyond.data(), nullptr,
                                       nullptr, &made),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_block_layout_create(2, counts.data(), extents.data(),
                                       std::numeric_limits<std::int64_t>::max(), beyond.data(),
                                       nullptr, nullptr, &made),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_block_layout_create(2, counts.data(), extents.data(), 1, beyond.data(), nullptr,
                                       nullptr, &made),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(made.id, 0U);
    EXPECT_EQ(contract(nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(contract("D(i,j)=L(i,k)*R(k,l)*S(l,j)"), TTGT_ERROR_OPERAND_COUNT);
    inputs[0].data = nullptr;
    EXPECT_EQ(contract(product), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("the data of L is null"));
    inputs[0] = tensor(l);
    inputs[0].dtype = 11;
    EXPECT_EQ(contract(product), TTGT_ERROR_INVALID_ARGUMENT);
    inputs[0] = tensor(l);
    inputs[0].layout.id = 99;
    EXPECT_EQ(contract(product), TTGT_ERROR_STALE_HANDLE);
    inputs[0] = tensor(d);
    EXPECT_EQ(contract(product), TTGT_ERROR_OVERLAP);
    inputs[0] = tensor(l);
    ttgt_block_options options = TTGT_BLOCK_OPTIONS;
    options.method = 4;
    EXPECT_EQ(contract(product, &options), TTGT_ERROR_INVALID_ARGUMENT);
}

// D = L * R * R along both paths: 1 * 2 * 2 summed over 2 * 2 and 3 * 3 values.
TEST_F(CBlockCalls, MultipliesSeveralInputsAlongAPath) {
    const std::array<ttgt_block_tensor, 3> factors{inputs[0], inputs[1], inputs[1]};
    std::vector<double> expected(13, 36);
    std::fill_n(expected.begin(), 4, 16.0);
    for (const std::array<std::int32_t, 4>& steps : {std::array{0, 1, 0, 1}, {1, 2, 0, 1}}) {
        ttgt_path_options path = TTGT_PATH_OPTIONS;
        path.step_count = 2;
        path.steps = steps.data();
        ttgt_contract_options planning = TTGT_CONTRACT_OPTIONS;
        planning.path = &path;
        ttgt_block_options options = TTGT_BLOCK_OPTIONS;
        options.planning = &planning;
        d.assign(13, 7);
        EXPECT_EQ(ttgt_block_contract({0}, "D(i,j)=L(i,k)*R(k,l)*S(l,j)", &output, factors.data(),
                                      3, nullptr, nullptr, &options),
                  TTGT_SUCCESS)
            << ttgt_last_error();
        EXPECT_EQ(d, expected);
        ttgt_block_plan plan{};
        ASSERT_EQ(ttgt_block_plan_create({0}, "D(i,j)=L(i,k)*R(k,l)*S(l,j)", &output,
                                         factors.data(), 3, &options, &plan),
                  TTGT_SUCCESS);
        std::array<char, 4000> text{};
        ASSERT_EQ(ttgt_block_plan_explain(plan, 0, text.data(), text.size(), nullptr),
                  TTGT_SUCCESS);
        EXPECT_THAT(text.data(), HasSubstr(steps[0] == 0 ? "_1(i,l) = " : "_1(k,j) = "));
        EXPECT_EQ(ttgt_block_plan_destroy(plan), TTGT_SUCCESS);
    }
}

TEST_F(CBlockCalls, EachMethodMultiplies) {
    for (const ttgt_block_method method :
         {TTGT_BLOCK_METHOD_CHEAPEST, TTGT_BLOCK_METHOD_PAIRS, TTGT_BLOCK_METHOD_COMPONENTS,
          TTGT_BLOCK_METHOD_TOGETHER}) {
        ttgt_block_options options = TTGT_BLOCK_OPTIONS;
        options.method = method;
        d.assign(13, 7);
        ASSERT_EQ(contract(product, &options), TTGT_SUCCESS) << ttgt_last_error();
        EXPECT_EQ(d, product_of_blocks()) << "method " << method;
    }
}

TEST_F(CBlockErrors, HandlesThatNeverWereAreRefused) {
    const ttgt_block_layout never{99};
    ttgt_block_layout made{};
    ttgt_block_plan plan{99};
    std::int64_t number = 0;
    EXPECT_EQ(ttgt_block_layout_destroy(never), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_layout_counts(never, nullptr, nullptr, nullptr), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_layout_sections(never, nullptr, nullptr), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_layout_blocks(never, nullptr, nullptr), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_layout_find(never, counts.data(), &number), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_layout_create_output("D(i)=L(i)", &never, 1, &made),
              TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_plan_destroy(plan), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_plan_pairs(plan, &number), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_plan_run(plan, nullptr, nullptr, 1, nullptr, nullptr, nullptr),
              TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_plan_workspace_bytes(plan, &number), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_plan_explain(plan, 1, nullptr, 0, nullptr), TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(ttgt_block_layout_destroy({0}), TTGT_SUCCESS);
    EXPECT_EQ(ttgt_block_plan_destroy({0}), TTGT_SUCCESS);
}

}  // namespace
}  // namespace ttgt::test
