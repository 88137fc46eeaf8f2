// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <cuda_runtime_api.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/devices.h"
#include "tests/support/refusal.h"

namespace ttgt::cuda {
namespace {

using test::refusal_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// What check() makes of a code.
template <class Expected>
std::string message_of(int code) {
    return test::refusal_of<Expected>(
        [code] { check(code, "the_call()", "/a/folder/file.cpp", 12); });
}

TEST(CudaCheck, NamesCallErrorAndPlace) {
    EXPECT_THAT(
        message_of<DeviceError>(cudaErrorInvalidValue),
        AllOf(StartsWith("the_call(): cudaErrorInvalidValue: "), HasSubstr("(file.cpp:12)")));
}

TEST(CudaCheck, OutOfMemoryHasATypeOfItsOwn) {
    EXPECT_THAT(message_of<OutOfMemory>(cudaErrorMemoryAllocation),
                HasSubstr("cudaErrorMemoryAllocation"));
}

TEST(CudaCheck, EvaluatesTheCallOnce) {
    int calls = 0;
    const auto call = [&](cudaError_t result) {
        ++calls;
        return result;
    };

    TTGT_CUDA_CHECK(call(cudaSuccess));
    EXPECT_EQ(calls, 1);
    EXPECT_THAT(refusal_of<DeviceError>([&] { TTGT_CUDA_CHECK(call(cudaErrorInvalidValue)); }),
                HasSubstr("call(cudaErrorInvalidValue): cudaErrorInvalidValue: "));
    EXPECT_EQ(calls, 2);
}

TEST(CudaCheck, IsOneStatement) {
    bool reached = false;

    if (reached)
        TTGT_CUDA_CHECK(cudaErrorInvalidValue);
    else
        reached = true;

    EXPECT_TRUE(reached);
}

TEST(CudaForget, SaysWhetherTheCallFailed) {
    EXPECT_FALSE(forget(cudaSuccess));
    EXPECT_TRUE(forget(cudaErrorInvalidValue));
}

TEST(CudaVersions, RuntimeIsTheOneBuiltAgainst) {
    EXPECT_EQ(runtime_cuda_version(), std::to_string(CUDART_VERSION / 1000) + "." +
                                          std::to_string(CUDART_VERSION % 1000 / 10));
}

TEST(CudaProperties, DeviceThatThereIsNotIsAnError) {
    EXPECT_THAT(refusal_of<DeviceError>([&] { (void)device_properties(999999); }),
                HasSubstr("cudaGetDeviceProperties(&from, device): cudaError"));
}

TEST(CudaCheckUsable, NamesTheDeviceAndWhatIsMissing) {
    try {
        check_usable(999999);
        ADD_FAILURE() << "cuda:999999 is usable";
    } catch (const InvalidArgument& error) {
        EXPECT_THAT(error.what(), HasSubstr("the number of CUDA devices is"));
    } catch (const Unsupported& error) {
        EXPECT_THAT(error.what(), StartsWith("no backend for device cuda:999999: "));
    }
}

}  // namespace
}  // namespace ttgt::cuda
