// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Streams and graphs of a GPU.
#include <cuda_runtime_api.h>

#include <gmock/gmock.h>

#include "tests/bindings/cutensor/door_test.h"

namespace ttgt::test {
namespace {

TEST_F(Door, AGraphCapturesAnExecution) {
    const DoorTensor<double> a(place(), {'i', 'k'}, {2, 2}, {1, 3, 2, 4});
    const DoorTensor<double> b(place(), {'k', 'j'}, {2, 2}, {5, 7, 6, 8});
    DoorTensor<double> c(place(), {'i', 'j'}, {2, 2}, {1, 1, 1, 1});
    OperationDescriptor operation;
    Plan plan;
    ASSERT_EQ(cutensorCreateContraction(
                  handle(), &operation, a.descriptor, a.modes.data(), CUTENSOR_OP_IDENTITY,
                  b.descriptor, b.modes.data(), CUTENSOR_OP_IDENTITY, c.descriptor, c.modes.data(),
                  CUTENSOR_OP_IDENTITY, c.descriptor, c.modes.data(), CUTENSOR_COMPUTE_DESC_64F),
              CUTENSOR_STATUS_SUCCESS);
    ASSERT_EQ(plan_of(operation, plan), CUTENSOR_STATUS_SUCCESS);
    const double one = 1;
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t replay = nullptr;
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);

    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    EXPECT_EQ(cutensorContract(handle(), plan, &one, a.data, b.data, &one, c.data, c.data,
                               workspace, workspace_bytes, stream),
              CUTENSOR_STATUS_SUCCESS);
    ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    EXPECT_THAT(c.fetch(), testing::ElementsAre(1, 1, 1, 1));
    ASSERT_EQ(cudaGraphInstantiate(&replay, graph, 0), cudaSuccess);
    for (int run = 0; run < 2; ++run) ASSERT_EQ(cudaGraphLaunch(replay, stream), cudaSuccess);

    EXPECT_THAT(c.fetch(), testing::ElementsAre(39, 87, 45, 101));
    EXPECT_EQ(cudaGraphExecDestroy(replay), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

}  // namespace
}  // namespace ttgt::test
