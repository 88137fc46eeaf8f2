// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What needs machines that tests do not have: plans of another device.
#include "bindings/cutensor/plan/plan.h"

#include "tests/bindings/cutensor/door_test.h"

namespace ttgt::test {
namespace {

using DoorWhiteBox = Door;

TEST_F(DoorWhiteBox, PlansRunByHandlesOfTheirDeviceAlone) {
    DoorTensor<double> x(place(), {'i'}, {2}, {1, 2});
    OperationDescriptor operation;
    Plan plan;
    ASSERT_EQ(
        cutensorCreatePermutation(handle(), &operation, x.descriptor, x.modes.data(), identity,
                                  x.descriptor, x.modes.data(), CUTENSOR_COMPUTE_DESC_64F),
        success);
    ASSERT_EQ(cutensorCreatePlan(handle(), &plan, operation, nullptr, 0), success);
    const double two = 2;
    const auto permute = [&] {
        return cutensorPermute(handle(), plan, &two, x.data, x.data, nullptr);
    };

    plan.object->device = {Device::Kind::cuda, 1};
    EXPECT_EQ(permute(), CUTENSOR_STATUS_ARCH_MISMATCH);
    EXPECT_EQ(x.fetch(), (std::vector<double>{1, 2}));

    plan.object->device = {};
    EXPECT_EQ(permute(), success);
    EXPECT_EQ(x.fetch(), (std::vector<double>{2, 4}));
}

}  // namespace
}  // namespace ttgt::test
