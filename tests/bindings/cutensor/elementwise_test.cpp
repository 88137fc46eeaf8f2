// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Permutations, and elementwise operations of two and three tensors.
#include <array>

#include <gmock/gmock.h>

#include "tests/bindings/cutensor/door_operations.h"

namespace ttgt::test {
namespace {

using testing::ElementsAre;

TEST_F(DoorOperations, PermutationBroadcastsMissingModes) {
    const DoorTensor<double> a(place(), {'i'}, {2}, {1, 2});
    auto b = matrix({'j', 'i'}, {0, 0, 0, 0});

    ASSERT_EQ(permute(3.0, a, identity, b), CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(b.fetch(), ElementsAre(3, 3, 6, 6));
}

TEST_F(DoorOperations, PermutationsArePadded) {
    const DoorTensor<double> a(place(), {'i', 'j'}, {2, 2}, {1, 2, 3, 4});
    // Its memory is that of the frame as well: 3 x 4.
    DoorTensor<double> d(place(), {'j', 'i'}, {2, 2}, {0, 0, 0, 0});
    std::vector<double> elements(12, -1);
    void* const whole = place().upload(elements.data(), elements.size() * sizeof(double));
    const std::array<std::uint32_t, 2> left{1, 0};
    const std::array<std::uint32_t, 2> right{0, 2};
    const double value = 9;
    const double two = 2;
    OperationDescriptor operation;
    Plan plan;
    ASSERT_EQ(
        cutensorCreatePermutation(handle(), &operation, a.descriptor, a.modes.data(), identity,
                                  d.descriptor, d.modes.data(), CUTENSOR_COMPUTE_DESC_64F),
        success);
    const auto set = [&](cutensorOperationDescriptorAttribute_t attribute, const void* data,
                         std::size_t bytes) {
        return cutensorOperationDescriptorSetAttribute(handle(), operation, attribute, data, bytes);
    };
    ASSERT_EQ(set(CUTENSOR_OPERATION_DESCRIPTOR_PADDING_LEFT, left.data(), sizeof left), success);
    ASSERT_EQ(set(CUTENSOR_OPERATION_DESCRIPTOR_PADDING_RIGHT, right.data(), sizeof right),
              success);
    ASSERT_EQ(set(CUTENSOR_OPERATION_DESCRIPTOR_PADDING_VALUE, &value, sizeof value), success);
    std::array<std::uint32_t, 2> read{7, 7};
    EXPECT_EQ(cutensorOperationDescriptorGetAttribute(handle(), operation,
                                                      CUTENSOR_OPERATION_DESCRIPTOR_PADDING_RIGHT,
                                                      read.data(), sizeof read),
              success);
    EXPECT_EQ(read, right);
    ASSERT_EQ(plan_of(operation, plan), success);

    EXPECT_EQ(cutensorPermute(handle(), plan, &two, nullptr, whole, nullptr), invalid);
    EXPECT_EQ(cutensorPermute(handle(), plan, &two, whole, whole, nullptr), invalid);
    place().fetch(elements.data(), whole, elements.size() * sizeof(double));
    EXPECT_THAT(elements, testing::Each(-1));
    ASSERT_EQ(cutensorPermute(handle(), plan, &two, a.data, whole, nullptr), success);

    place().fetch(elements.data(), whole, elements.size() * sizeof(double));
    EXPECT_THAT(elements, testing::ElementsAre(9, 2, 6, 9, 4, 8, 9, 9, 9, 9, 9, 9));
}

TEST_F(DoorOperations, PermutationConvertsTypesAndAppliesOperators) {
    const DoorTensor<float> a(place(), {'i', 'j'}, {2, 2}, {1, 4, 9, 16});
    auto b = matrix({'j', 'i'}, {0, 0, 0, 0});

    ASSERT_EQ(permute(10.0, a, CUTENSOR_OP_SQRT, b), CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(b.fetch(), ElementsAre(10, 30, 20, 40));
}

TEST_F(DoorOperations, BinaryAddsIntoAnotherTensorAndInPlace) {
    const auto a = matrix({'j', 'i'}, {1, 2, 3, 4});
    auto c = matrix({'i', 'j'}, {10, 20, 30, 40});
    auto d = matrix({'i', 'j'}, {nan, nan, nan, nan});
    for (const auto jit : {CUTENSOR_JIT_MODE_NONE, CUTENSOR_JIT_MODE_DEFAULT}) {
        ASSERT_EQ(binary(2.0, a, identity, 3.0, c, identity, d, add, jit), CUTENSOR_STATUS_SUCCESS);
        EXPECT_THAT(d.fetch(), ElementsAre(32, 66, 94, 128));
    }

    ASSERT_EQ(binary(2.0, a, identity, 3.0, c, identity, c, add), CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(c.fetch(), ElementsAre(32, 66, 94, 128));
}

TEST_F(DoorOperations, BinaryMayReadAInTheOutputsPlace) {
    auto d = matrix({'i', 'j'}, {1, 2, 3, 4});
    const auto c = matrix({'j', 'i'}, {10, 20, 30, 40});

    ASSERT_EQ(binary(2.0, d, identity, 3.0, c, identity, d, add), CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(32, 94, 66, 128));
    ASSERT_EQ(binary(0.0, d, identity, 1.0, c, identity, d, add), CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(10, 30, 20, 40));
    ASSERT_EQ(binary(1.0, d, CUTENSOR_OP_NEG, 1.0, c, identity, d, add), CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(0, 0, 0, 0));
}

TEST_F(DoorOperations, BinaryCombinesByItsOperator) {
    const auto a = matrix({'i', 'j'}, {-1, 2, -3, 4});
    const auto c = matrix({'j', 'i'}, {3, 1, 2, 0});
    auto d = matrix({'i', 'j'}, {nan, nan, nan, nan});

    ASSERT_EQ(binary(1.0, a, CUTENSOR_OP_ABS, 2.0, c, identity, d, CUTENSOR_OP_MUL),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(6, 8, 6, 0));
    ASSERT_EQ(binary(1.0, a, identity, 1.0, c, identity, d, CUTENSOR_OP_MAX),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(3, 2, 1, 4));
}

TEST_F(DoorOperations, InputsWithAScalarOfZeroAreNotRead) {
    const auto unread = matrix({'i', 'j'}, {nan, nan, nan, nan});
    const auto c = matrix({'i', 'j'}, {3, -1, 2, 0});
    auto d = matrix({'i', 'j'}, {nan, nan, nan, nan});

    ASSERT_EQ(binary(0.0, unread, identity, 2.0, c, identity, d, CUTENSOR_OP_MAX),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(6, 0, 4, 0));
    ASSERT_EQ(binary(0.0, unread, identity, 0.0, unread, identity, d, CUTENSOR_OP_MAX),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(0, 0, 0, 0));
}

TEST_F(DoorOperations, TrinaryCombinesThree) {
    const auto a = matrix({'i', 'j'}, {1, 2, 3, 4});
    const auto b = matrix({'j', 'i'}, {10, 20, 30, 40});
    const auto c = matrix({'i', 'j'}, {2, 2, 3, 3});
    auto d = matrix({'i', 'j'}, {nan, nan, nan, nan});
    OperationDescriptor operation;
    Plan plan;
    const double one = 1;
    const double half = 0.5;
    ASSERT_EQ(cutensorCreateElementwiseTrinary(
                  handle(), &operation, a.descriptor, a.modes.data(), identity, b.descriptor,
                  b.modes.data(), identity, c.descriptor, c.modes.data(), CUTENSOR_OP_NEG,
                  d.descriptor, d.modes.data(), add, CUTENSOR_OP_MUL, CUTENSOR_COMPUTE_DESC_64F),
              CUTENSOR_STATUS_SUCCESS);
    ASSERT_EQ(cutensorCreatePlan(handle(), &plan, operation, nullptr, 0), CUTENSOR_STATUS_SUCCESS);

    ASSERT_EQ(cutensorElementwiseTrinaryExecute(handle(), plan, &one, a.data, &one, b.data, &half,
                                                c.data, d.data, nullptr),
              CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(d.fetch(), ElementsAre(-11, -32, -1.5 * 23, -1.5 * 44));
}

}  // namespace
}  // namespace ttgt::test
