// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The C library on a GPU: the caller's stream, tasks, tensors of the host.
#include <ttgt/c_api.h>

#include <array>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "src/runtime/cuda/stream.h"
#include "tests/bindings/c_tensors.h"
#include "tests/gpu/support/device_tensor.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/check_contraction.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

class CApiGpu : public GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped()) return;
        stream.emplace(device());
        const std::string name = to_string(options().device);
        ttgt_context_options given = TTGT_CONTEXT_OPTIONS;
        given.device = name.c_str();
        given.stream = stream->get().handle;
        ASSERT_EQ(ttgt_context_create(&given, &context), TTGT_SUCCESS) << ttgt_last_error();
    }
    void TearDown() override { EXPECT_EQ(ttgt_context_destroy(context), TTGT_SUCCESS); }

    /// D(i,j) += L(i,k) * R(k,j).
    static TestProblem product() {
        TestProblem problem;
        problem.seed = 7;
        problem.d = {DType::float64, {"i", "j"}, packed({100, 90}), false};
        problem.inputs = {{DType::float64, {"i", "k"}, packed({100, 80}), false},
                          {DType::float64, {"k", "j"}, packed({80, 90}), false}};
        problem.assignment = "+=";
        return problem;
    }

    std::optional<cuda::OwnedStream> stream;
    ttgt_context context{};
};

ttgt_tensor on_device(const GuardedArray& array, const DeviceTensor& tensor) {
    ttgt_tensor result = c_tensor(array);
    result.space = TTGT_DEVICE;
    result.data = tensor.data();
    return result;
}

TEST_F(CApiGpu, TaskEndsWhenTheCallersStreamGotThere) {
    const TestProblem problem = product();
    TestTensors tensors = make_tensors(problem, Fill::reals);
    const DeviceTensor d(tensors.d, device(), stream->get());
    const DeviceTensor l(tensors.inputs[0], device(), stream->get());
    const DeviceTensor r(tensors.inputs[1], device(), stream->get());
    const ttgt_tensor output = on_device(tensors.d, d);
    const std::array<ttgt_tensor, 2> inputs{on_device(tensors.inputs[0], l),
                                            on_device(tensors.inputs[1], r)};
    ttgt_task task{};
    std::int32_t done = -1;

    ASSERT_EQ(ttgt_contract_start(context, expression(problem).c_str(), &output, inputs.data(), 2,
                                  nullptr, nullptr, nullptr, &task),
              TTGT_SUCCESS)
        << ttgt_last_error();
    EXPECT_EQ(ttgt_task_test(task, &done), TTGT_SUCCESS);
    EXPECT_TRUE(done == 0 || done == 1);
    EXPECT_EQ(ttgt_task_wait(task), TTGT_SUCCESS) << ttgt_last_error();
    EXPECT_EQ(ttgt_task_test(task, &done), TTGT_SUCCESS);

    EXPECT_EQ(done, 1);
    EXPECT_EQ(ttgt_task_destroy(task), TTGT_SUCCESS);
    tensors.d = d.fetch();
    EXPECT_TRUE(agrees_with_reference(problem, tensors));
}

TEST_F(CApiGpu, TensorsOfTheHostAreCopiedWhereAskedTo) {
    const TestProblem problem = product();
    TestTensors tensors = make_tensors(problem, Fill::reals);
    const ttgt_tensor output = c_tensor(tensors.d);
    const std::array<ttgt_tensor, 2> inputs{c_tensor(tensors.inputs[0]),
                                            c_tensor(tensors.inputs[1])};
    ttgt_contract_options copied = TTGT_CONTRACT_OPTIONS;
    copied.copy_host_operands = 1;
    ttgt_space space = TTGT_HOST;

    EXPECT_EQ(ttgt_contract(context, expression(problem).c_str(), &output, inputs.data(), 2,
                            nullptr, nullptr, nullptr),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_contract(context, expression(problem).c_str(), &output, inputs.data(), 2,
                            nullptr, nullptr, &copied),
              TTGT_SUCCESS)
        << ttgt_last_error();
    EXPECT_EQ(ttgt_context_space(context, &space), TTGT_SUCCESS);

    EXPECT_EQ(space, TTGT_DEVICE);
    EXPECT_TRUE(agrees_with_reference(problem, tensors));
}

}  // namespace
}  // namespace ttgt::test
