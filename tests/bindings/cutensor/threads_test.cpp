// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Threads that share a handle, a descriptor and plans.
#include <atomic>
#include <thread>

#include <gmock/gmock.h>

#include "tests/bindings/cutensor/door_test.h"

namespace ttgt::test {
namespace {

TEST_F(Door, ThreadsShareAHandleAndItsPlans) {
    const DoorTensor<double> a(place(), {'i', 'k'}, {2, 2}, {1, 3, 2, 4});
    const DoorTensor<double> b(place(), {'k', 'j'}, {2, 2}, {5, 7, 6, 8});
    const DoorTensor<double> c(place(), {'j', 'i'}, {2, 2}, {10, 20, 30, 40});
    std::vector<std::unique_ptr<DoorTensor<double>>> outputs;
    for (int thread = 0; thread < 4; ++thread) {
        outputs.push_back(std::make_unique<DoorTensor<double>>(
            place(), Modes{'i', 'j'}, std::vector<std::int64_t>{2, 2}, std::vector<double>(4)));
    }
    std::atomic<int> failures{0};
    const auto work = [&](const DoorTensor<double>& d) {
        const double one = 1;
        for (int turn = 0; turn < 20; ++turn) {
            OperationDescriptor operation;
            Plan plan;
            failures +=
                cutensorCreateContraction(handle(), &operation, a.descriptor, a.modes.data(),
                                          CUTENSOR_OP_IDENTITY, b.descriptor, b.modes.data(),
                                          CUTENSOR_OP_IDENTITY, c.descriptor, c.modes.data(),
                                          CUTENSOR_OP_IDENTITY, d.descriptor, d.modes.data(),
                                          CUTENSOR_COMPUTE_DESC_64F) != CUTENSOR_STATUS_SUCCESS;
            failures += cutensorCreatePlan(handle(), &plan, operation, nullptr, 0) !=
                        CUTENSOR_STATUS_SUCCESS;
            failures += cutensorContract(handle(), plan, &one, a.data, b.data, &one, c.data, d.data,
                                         nullptr, 0, nullptr) != CUTENSOR_STATUS_SUCCESS;
        }
    };
    std::vector<std::thread> threads;
    for (const auto& output : outputs) threads.emplace_back(work, std::cref(*output));
    for (std::thread& thread : threads) thread.join();

    EXPECT_EQ(failures, 0);
    for (const auto& output : outputs) {
        EXPECT_THAT(output->fetch(), testing::ElementsAre(29, 73, 42, 90));
    }
}

}  // namespace
}  // namespace ttgt::test
