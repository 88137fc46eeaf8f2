// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// A program tells the kinds of failures apart by their statuses, without reading texts.
#include <ttgt/c_api.h>

#include <array>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bindings/c_tensors.h"

namespace ttgt::test {
namespace {

class CStatuses : public testing::Test {
protected:
    ttgt_status contract(const char* expression, std::int32_t input_count = 2,
                         ttgt_context context = {0},
                         const ttgt_contract_options* options = nullptr) {
        return ttgt_contract(context, expression, &output, inputs.data(), input_count, nullptr,
                             nullptr, options);
    }
    void TearDown() override { EXPECT_THAT(d.elements, testing::Each(7)); }

    static constexpr const char* product = "D(i,j)=L(i,k)*R(k,j)";
    CArray d{{20, 20}, 7};
    CArray l{{20, 30}, 1};
    CArray r{{30, 20}, 1};
    ttgt_tensor output = d.tensor();
    std::array<ttgt_tensor, 2> inputs{l.tensor(), r.tensor()};
};

TEST_F(CStatuses, ShapeIsALabelOfTwoExtentsOrAnotherNumberOfModes) {
    inputs[1].extents = inputs[0].extents;
    EXPECT_EQ(contract(product), TTGT_ERROR_SHAPE);

    inputs[1] = r.tensor();
    inputs[1].rank = 1;
    EXPECT_EQ(contract(product), TTGT_ERROR_SHAPE);

    const std::array<std::int32_t, 2> swapped{1, 0};
    ttgt_transpose_plan plan{};
    EXPECT_EQ(ttgt_transpose_plan_create({0}, &output, &inputs[0], swapped.data(), nullptr, &plan),
              TTGT_ERROR_SHAPE);
}

TEST_F(CStatuses, OperandCountIsOneOfTensorsAndExpression) {
    EXPECT_EQ(contract(product, 1), TTGT_ERROR_OPERAND_COUNT);

    ttgt_plan plan{};
    ASSERT_EQ(ttgt_plan_create({0}, product, &output, inputs.data(), 2, nullptr, &plan),
              TTGT_SUCCESS);
    const std::array<const void*, 2> data{l.elements.data(), r.elements.data()};
    EXPECT_EQ(ttgt_plan_run(plan, d.elements.data(), data.data(), 1, nullptr, nullptr, nullptr),
              TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(ttgt_plan_destroy(plan), TTGT_SUCCESS);
}

TEST_F(CStatuses, AliasedOutputHasTwoElementsOfOneAddress) {
    const std::array<std::int64_t, 2> strides{1, 1};
    output.strides = strides.data();
    EXPECT_EQ(contract(product), TTGT_ERROR_ALIASED_OUTPUT);

    const std::array<std::int32_t, 2> same{0, 1};
    ttgt_tensor input = d.tensor();
    ttgt_transpose_plan plan{};
    EXPECT_EQ(ttgt_transpose_plan_create({0}, &output, &input, same.data(), nullptr, &plan),
              TTGT_ERROR_ALIASED_OUTPUT);
}

TEST_F(CStatuses, OverlapIsOneOfOutputAndInput) {
    inputs[0] = d.tensor();
    inputs[1] = d.tensor();
    EXPECT_EQ(contract(product), TTGT_ERROR_OVERLAP);

    CArray other{{20, 20}, 1};
    std::array<ttgt_tensor, 3> three{other.tensor(), d.tensor(), other.tensor()};
    EXPECT_EQ(ttgt_contract({0}, "D(i,j)=A(i,k)*B(k,l)*C(l,j)", &output, three.data(), 3, nullptr,
                            nullptr, nullptr),
              TTGT_ERROR_OVERLAP);
}

TEST_F(CStatuses, OutOfMemoryIsAnAllocationThatFails) {
    ttgt_context_options options = TTGT_CONTEXT_OPTIONS;
    options.allocate = [](std::int64_t, void*) -> void* { return nullptr; };
    options.deallocate = [](void*, std::int64_t, void*) {};
    ttgt_context context{};
    ASSERT_EQ(ttgt_context_create(&options, &context), TTGT_SUCCESS);
    ttgt_contract_options classic = TTGT_CONTRACT_OPTIONS;
    classic.strategy = "classic";
    // L is a matrix of its labels in no order: it is transposed into the workspace.
    CArray cube{{20, 30, 20}, 1};
    CArray matrix{{20, 20}, 1};
    CArray row{{30}, 7};
    const ttgt_tensor to = row.tensor();
    const std::array<ttgt_tensor, 2> from{cube.tensor(), matrix.tensor()};

    EXPECT_EQ(ttgt_contract(context, "D(b)=L(a,b,c)*R(c,a)", &to, from.data(), 2, nullptr, nullptr,
                            &classic),
              TTGT_ERROR_OUT_OF_MEMORY);
    EXPECT_THAT(row.elements, testing::Each(7));
    EXPECT_EQ(ttgt_context_destroy(context), TTGT_SUCCESS);
}

TEST_F(CStatuses, UnsupportedIsWellFormed) {
    ttgt_contract_options options = TTGT_CONTRACT_OPTIONS;
    options.tf32 = 1;

    EXPECT_EQ(contract(product, 2, {0}, &options), TTGT_ERROR_UNSUPPORTED);
}

TEST_F(CStatuses, AnyOtherArgumentIsInvalid) {
    inputs[0].data = nullptr;

    EXPECT_EQ(contract(product), TTGT_ERROR_INVALID_ARGUMENT);
}

TEST(CStatusNames, EveryStatusHasANameOfItsOwn) {
    std::set<std::string> names;
    for (ttgt_status status = TTGT_SUCCESS; status <= TTGT_ERROR_MISSING_BLOCK; ++status) {
        names.insert(ttgt_status_name(status));
    }

    EXPECT_EQ(names.size(), TTGT_ERROR_MISSING_BLOCK + 1U);
    EXPECT_FALSE(names.contains("unknown"));
    EXPECT_STREQ(ttgt_status_name(TTGT_ERROR_SHAPE), "shape");
    EXPECT_STREQ(ttgt_status_name(TTGT_ERROR_OPERAND_COUNT), "operand count");
    EXPECT_STREQ(ttgt_status_name(TTGT_ERROR_ALIASED_OUTPUT), "aliased output");
    EXPECT_STREQ(ttgt_status_name(TTGT_ERROR_OVERLAP), "overlap");
    EXPECT_STREQ(ttgt_status_name(TTGT_ERROR_REPEATED_BLOCK), "repeated block");
    EXPECT_STREQ(ttgt_status_name(TTGT_ERROR_MISSING_BLOCK), "missing block");
    EXPECT_STREQ(ttgt_status_name(TTGT_ERROR_MISSING_BLOCK + 1), "unknown");
}

}  // namespace
}  // namespace ttgt::test
