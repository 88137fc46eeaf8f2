// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Reductions of modes.
#include <gmock/gmock.h>

#include "tests/bindings/cutensor/door_operations.h"

namespace ttgt::test {
namespace {

using testing::ElementsAre;

TEST_F(DoorOperations, ReductionsIn16BitsHaveScalarsOf32) {
    const DoorTensor<float16> a(place(), {'i'}, {2}, {float16(1), float16(2)});
    DoorTensor<float16> d(place(), {}, {}, {float16(0)});
    OperationDescriptor operation;
    Plan plan;
    const float two = 2;
    const float zero = 0;
    ASSERT_EQ(cutensorCreateReduction(handle(), &operation, a.descriptor, a.modes.data(), identity,
                                      d.descriptor, nullptr, identity, d.descriptor, nullptr, add,
                                      CUTENSOR_COMPUTE_DESC_16F),
              success);
    EXPECT_EQ(scalar_type_of(operation), CUDA_R_32F);
    ASSERT_EQ(plan_of(operation, plan), success);

    ASSERT_EQ(cutensorReduce(handle(), plan, &two, a.data, &zero, d.data, d.data, workspace,
                             workspace_bytes, nullptr),
              success);

    EXPECT_EQ(static_cast<float>(d.fetch()[0]), 6);
}

TEST_F(DoorOperations, ReductionsReduceTheModesThatDLacks) {
    const auto a = matrix({'i', 'j'}, {1, 2, 3, 4});
    const DoorTensor<double> c(place(), {'i'}, {2}, {10, 20});
    DoorTensor<double> d(place(), {'i'}, {2}, {nan, nan});

    ASSERT_EQ(reduce(2.0, a, identity, 1.0, c, identity, d, add), CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(18, 32));
    ASSERT_EQ(reduce(1.0, a, CUTENSOR_OP_NEG, 0.0, c, identity, d, CUTENSOR_OP_MAX),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(-1, -2));
    ASSERT_EQ(reduce(1.0, a, identity, 1.0, c, CUTENSOR_OP_NEG, d, CUTENSOR_OP_MUL),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(3 - 10, 8 - 20));
}

TEST_F(DoorOperations, ReductionOfAllModes) {
    const auto a = matrix({'i', 'j'}, {1, 2, 3, 4});
    DoorTensor<double> d(place(), {}, {}, {5});

    ASSERT_EQ(reduce(1.0, a, identity, 1.0, d, identity, d, add), CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(15));
}

TEST_F(DoorOperations, ReductionOfNoModeIsAnElementwiseOperation) {
    const auto a = matrix({'i', 'j'}, {1, 4, 9, 16});
    auto d = matrix({'j', 'i'}, {1, 1, 1, 1});

    ASSERT_EQ(reduce(1.0, a, CUTENSOR_OP_SQRT, 1.0, d, identity, d, CUTENSOR_OP_MAX),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(2, 4, 3, 5));
}

}  // namespace
}  // namespace ttgt::test
