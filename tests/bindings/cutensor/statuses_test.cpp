// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What wrong calls return, attributes, caches, versions and texts. Statuses of null and unmade
// objects are those of cuTENSOR 2.8.
#include <cuda_runtime_api.h>

#include <array>
#include <cstring>
#include <fstream>
#include <string>

#include <gmock/gmock.h>

#include "tests/bindings/cutensor/door_test.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

class DoorStatuses : public Door {
protected:
    cutensorStatus_t describe(const std::vector<std::int64_t>& extents,
                              cudaDataType_t type = CUDA_R_64F, std::uint32_t alignment = 8) {
        Descriptor descriptor;
        return cutensorCreateTensorDescriptor(handle(), &descriptor,
                                              static_cast<std::uint32_t>(extents.size()),
                                              extents.data(), nullptr, type, alignment);
    }
    template <class A, class B, class C>
    cutensorStatus_t contraction(const DoorTensor<A>& a, const DoorTensor<B>& b,
                                 const DoorTensor<C>& c, cutensorOperator_t op_a = identity,
                                 cutensorOperator_t op_c = identity,
                                 cutensorComputeDescriptor_t compute = CUTENSOR_COMPUTE_DESC_64F) {
        OperationDescriptor operation;
        return cutensorCreateContraction(
            handle(), &operation, a.descriptor, a.modes.data(), op_a, b.descriptor, b.modes.data(),
            identity, c.descriptor, c.modes.data(), op_c, c.descriptor, c.modes.data(), compute);
    }
    DoorTensor<double> vector(Modes modes, std::int64_t extent = 2) {
        return {place(),
                std::move(modes),
                {extent},
                std::vector<double>(static_cast<std::size_t>(extent), 1.0)};
    }
    /// A permutation of a vector to itself.
    void permutation(OperationDescriptor& operation, const DoorTensor<double>& x) {
        ASSERT_EQ(
            cutensorCreatePermutation(handle(), &operation, x.descriptor, x.modes.data(), identity,
                                      x.descriptor, x.modes.data(), CUTENSOR_COMPUTE_DESC_64F),
            success);
    }
};

TEST_F(DoorStatuses, HandlesThatAreNullOrNotMade) {
    std::array<char, 4096> zeros{};
    auto* const unmade = reinterpret_cast<cutensorHandle_t>(zeros.data());
    Descriptor descriptor;
    const std::int64_t extent = 2;

    EXPECT_EQ(cutensorCreate(nullptr), invalid);
    EXPECT_EQ(cutensorDestroy(nullptr), success);
    EXPECT_EQ(cutensorDestroy(unmade), not_initialized);
    EXPECT_EQ(
        cutensorCreateTensorDescriptor(nullptr, &descriptor, 1, &extent, nullptr, CUDA_R_64F, 8),
        invalid);
    EXPECT_EQ(
        cutensorCreateTensorDescriptor(unmade, &descriptor, 1, &extent, nullptr, CUDA_R_64F, 8),
        not_initialized);
    EXPECT_EQ(cutensorHandleResizePlanCache(unmade, 3), not_initialized);
}

TEST_F(DoorStatuses, DestroyedObjectsOfNothing) {
    EXPECT_EQ(cutensorDestroyTensorDescriptor(nullptr), success);
    EXPECT_EQ(cutensorDestroyOperationDescriptor(nullptr), success);
    EXPECT_EQ(cutensorDestroyPlanPreference(nullptr), success);
    EXPECT_EQ(cutensorDestroyPlan(nullptr), success);
}

TEST_F(DoorStatuses, TensorDescriptors) {
    Descriptor descriptor;

    EXPECT_EQ(describe({2, 3}), success);
    EXPECT_EQ(describe({}), success);
    EXPECT_EQ(describe({0}), success);
    EXPECT_EQ(describe({2, -1}), invalid);
    EXPECT_EQ(describe({2}, CUDA_R_64F, 0), invalid);
    EXPECT_EQ(describe({2}, CUDA_R_64F, 3), invalid);
    EXPECT_EQ(describe({2}, CUDA_R_8I), not_supported);
    EXPECT_EQ(describe({2}, CUDA_C_16F), not_supported);
    EXPECT_EQ(describe(std::vector<std::int64_t>(65, 1)), not_supported);
    EXPECT_EQ(describe({std::int64_t{1} << 40, std::int64_t{1} << 40}), invalid);
    EXPECT_EQ(
        cutensorCreateTensorDescriptor(handle(), &descriptor, 1, nullptr, nullptr, CUDA_R_64F, 8),
        invalid);
    EXPECT_EQ(descriptor.object, nullptr);
}

TEST_F(DoorStatuses, ContractionsThatDoNotFit) {
    const DoorTensor<float> single(place(), {'i'}, {2}, {1, 1});
    const auto i = vector({'i'});
    const auto wide = vector({'i'}, 3);
    const DoorTensor<double> twice(place(), {'i', 'i'}, {2, 2}, {1, 2, 3, 4});

    EXPECT_EQ(contraction(i, i, i), success);
    EXPECT_EQ(contraction(wide, i, i), invalid);
    EXPECT_EQ(contraction(i, i, twice), invalid);
    EXPECT_EQ(contraction(single, i, i), not_supported);
    EXPECT_EQ(contraction(i, i, i, CUTENSOR_OP_SQRT), not_supported);
    EXPECT_EQ(contraction(i, i, i, identity, CUTENSOR_OP_CONJ), not_supported);
    EXPECT_EQ(contraction(i, i, i, identity, identity, CUTENSOR_COMPUTE_DESC_16F), success);
    EXPECT_EQ(contraction(i, i, i, identity, identity, nullptr), invalid);
}

TEST_F(DoorStatuses, ModesOfTheAddendAreNotSummed) {
    const auto i = vector({'i'});
    const DoorTensor<double> c(place(), {'i', 'j'}, {2, 2}, {1, 2, 3, 4});
    OperationDescriptor operation;

    EXPECT_EQ(cutensorCreateContraction(handle(), &operation, i.descriptor, i.modes.data(),
                                        identity, i.descriptor, i.modes.data(), identity,
                                        c.descriptor, c.modes.data(), identity, i.descriptor,
                                        i.modes.data(), CUTENSOR_COMPUTE_DESC_64F),
              invalid);
    EXPECT_EQ(cutensorCreateReduction(handle(), &operation, i.descriptor, i.modes.data(), identity,
                                      c.descriptor, c.modes.data(), identity, i.descriptor,
                                      i.modes.data(), CUTENSOR_OP_ADD, CUTENSOR_COMPUTE_DESC_64F),
              invalid);
    EXPECT_EQ(operation.object, nullptr);
}

TEST_F(DoorStatuses, ElementwiseOperationsThatDoNotFit) {
    const auto i = vector({'i'});
    const auto j = vector({'j'});
    const DoorTensor<std::complex<double>> z(place(), {'i'}, {2}, {1, 1});
    OperationDescriptor operation;
    const auto binary = [&](const auto& a, const auto& d, cutensorOperator_t op_a,
                            cutensorOperator_t op) {
        return cutensorCreateElementwiseBinary(
            handle(), &operation, a.descriptor, a.modes.data(), op_a, d.descriptor, d.modes.data(),
            identity, d.descriptor, d.modes.data(), op, CUTENSOR_COMPUTE_DESC_64F);
    };

    EXPECT_EQ(binary(j, i, identity, CUTENSOR_OP_ADD), invalid);
    EXPECT_EQ(binary(i, i, CUTENSOR_OP_ADD, CUTENSOR_OP_ADD), invalid);
    EXPECT_EQ(binary(i, i, identity, CUTENSOR_OP_SQRT), invalid);
    EXPECT_EQ(binary(z, z, CUTENSOR_OP_TANH, CUTENSOR_OP_ADD), invalid);
    EXPECT_EQ(binary(z, z, identity, CUTENSOR_OP_MAX), invalid);
    EXPECT_EQ(binary(z, i, identity, CUTENSOR_OP_ADD), not_supported);
    EXPECT_EQ(operation.object, nullptr);
}

TEST_F(DoorStatuses, PlansRunTheirOwnOperation) {
    const auto x = vector({'i'});
    OperationDescriptor operation;
    Plan plan;
    permutation(operation, x);
    ASSERT_EQ(cutensorCreatePlan(handle(), &plan, operation, nullptr, 0), success);
    const double one = 1;

    EXPECT_EQ(cutensorPermute(handle(), plan, &one, x.data, x.data, nullptr), success);
    EXPECT_EQ(cutensorPermute(handle(), plan, nullptr, x.data, x.data, nullptr), invalid);
    EXPECT_EQ(cutensorPermute(handle(), plan, &one, nullptr, x.data, nullptr), invalid);
    EXPECT_EQ(cutensorPermute(handle(), nullptr, &one, x.data, x.data, nullptr), invalid);
    EXPECT_EQ(
        cutensorReduce(handle(), plan, &one, x.data, &one, x.data, x.data, nullptr, 0, nullptr),
        invalid);
    EXPECT_EQ(cutensorCreatePlan(handle(), nullptr, operation, nullptr, 0), invalid);
    EXPECT_EQ(cutensorCreatePlan(handle(), &plan, nullptr, nullptr, 0), invalid);
}

TEST_F(DoorStatuses, WorkspacesThatAreTooSmall) {
    // The product of two of the three tensors lies in the workspace.
    const DoorTensor<double> x(place(), {'i', 'j'}, {3, 3}, std::vector<double>(9, 1.0));
    const DoorTensor<double> y(place(), {'j', 'k'}, {3, 3}, std::vector<double>(9, 1.0));
    const DoorTensor<double> z(place(), {'k', 'l'}, {3, 3}, std::vector<double>(9, 1.0));
    const DoorTensor<double> c(place(), {'i', 'l'}, {3, 3}, std::vector<double>(9, 1.0));
    DoorTensor<double> d(place(), {'i', 'l'}, {3, 3}, std::vector<double>(9, 0.0));
    OperationDescriptor operation;
    ASSERT_EQ(describe_product_of_three(operation, x, y, z, d), success);
    Plan plan;
    ASSERT_EQ(plan_of(operation, plan), success);
    ASSERT_GT(workspace_bytes, 0U);
    const double one = 1;
    const auto contract = [&](void* memory, std::uint64_t bytes) {
        return cutensorContractTrinary(handle(), plan, &one, x.data, y.data, z.data, &one, d.data,
                                       d.data, memory, bytes, nullptr);
    };

    EXPECT_EQ(contract(workspace, workspace_bytes - 1), CUTENSOR_STATUS_INSUFFICIENT_WORKSPACE);
    EXPECT_EQ(contract(nullptr, workspace_bytes), invalid);
    EXPECT_EQ(cutensorContractTrinary(handle(), plan, &one, x.data, y.data, z.data, &one, c.data,
                                      d.data, nullptr, workspace_bytes, nullptr),
              invalid);
    EXPECT_THAT(d.fetch(), testing::Each(0.0));  // the addend has not been copied either
    Plan none;
    std::uint64_t needed = 1;
    EXPECT_EQ(cutensorCreatePlan(handle(), &none, operation, nullptr, 0), success);
    EXPECT_EQ(cutensorPlanGetAttribute(handle(), none, CUTENSOR_PLAN_REQUIRED_WORKSPACE, &needed,
                                       sizeof needed),
              success);
    EXPECT_EQ(needed, 0U);
    EXPECT_EQ(cutensorEstimateWorkspaceSize(handle(), operation, nullptr, CUTENSOR_WORKSPACE_MIN,
                                            &needed),
              success);
    EXPECT_EQ(needed, 0U);
}

TEST_F(DoorStatuses, PreferencesAreReadBack) {
    Preference preference;
    ASSERT_EQ(cutensorCreatePlanPreference(handle(), &preference, CUTENSOR_ALGO_GETT,
                                           CUTENSOR_JIT_MODE_DEFAULT),
              success);
    const auto set = [&](cutensorPlanPreferenceAttribute_t attribute, std::int32_t value) {
        return cutensorPlanPreferenceSetAttribute(handle(), preference, attribute, &value,
                                                  sizeof value);
    };
    std::int32_t value = 0;

    EXPECT_EQ(set(CUTENSOR_PLAN_PREFERENCE_INCREMENTAL_COUNT, 7), success);
    EXPECT_EQ(
        cutensorPlanPreferenceGetAttribute(
            handle(), preference, CUTENSOR_PLAN_PREFERENCE_INCREMENTAL_COUNT, &value, sizeof value),
        success);
    EXPECT_EQ(value, 7);
    EXPECT_EQ(set(CUTENSOR_PLAN_PREFERENCE_AUTOTUNE_MODE, CUTENSOR_AUTOTUNE_MODE_INCREMENTAL),
              success);
    EXPECT_EQ(set(CUTENSOR_PLAN_PREFERENCE_CACHE_MODE, 2), invalid);
    EXPECT_EQ(set(CUTENSOR_PLAN_PREFERENCE_ALGO, 0), not_supported);
    EXPECT_EQ(set(CUTENSOR_PLAN_PREFERENCE_ALGO, -9), invalid);
    EXPECT_EQ(set(CUTENSOR_PLAN_PREFERENCE_KERNEL_RANK, 1), not_supported);
    EXPECT_EQ(set(CUTENSOR_PLAN_PREFERENCE_GPU_ARCH, 90), not_supported);
    EXPECT_EQ(set(static_cast<cutensorPlanPreferenceAttribute_t>(7), 0), invalid);
    EXPECT_EQ(cutensorPlanPreferenceSetAttribute(handle(), preference,
                                                 CUTENSOR_PLAN_PREFERENCE_ALGO, &value, 8),
              invalid);
}

TEST_F(DoorStatuses, OperationsTellFlopsBytesAndTag) {
    const DoorTensor<double> a(place(), {'i', 'k'}, {2, 3}, std::vector<double>(6));
    const DoorTensor<double> b(place(), {'k', 'j'}, {3, 4}, std::vector<double>(12));
    const DoorTensor<double> d(place(), {'i', 'j'}, {2, 4}, std::vector<double>(8));
    OperationDescriptor operation;
    ASSERT_EQ(cutensorCreateContraction(handle(), &operation, a.descriptor, a.modes.data(),
                                        identity, b.descriptor, b.modes.data(), identity,
                                        d.descriptor, d.modes.data(), identity, d.descriptor,
                                        d.modes.data(), CUTENSOR_COMPUTE_DESC_64F),
              success);
    const auto get = [&](cutensorOperationDescriptorAttribute_t attribute, auto& value) {
        return cutensorOperationDescriptorGetAttribute(handle(), operation, attribute, &value,
                                                       sizeof value);
    };
    float number = 0;
    std::int32_t tag = 5;

    EXPECT_EQ(get(CUTENSOR_OPERATION_DESCRIPTOR_FLOPS, number), success);
    EXPECT_EQ(number, 2 * 2 * 3 * 4 * 2);
    EXPECT_EQ(get(CUTENSOR_OPERATION_DESCRIPTOR_MOVED_BYTES, number), success);
    EXPECT_EQ(number, 8 * (6 + 12 + 8 + 8));
    EXPECT_EQ(cutensorOperationDescriptorSetAttribute(
                  handle(), operation, CUTENSOR_OPERATION_DESCRIPTOR_TAG, &tag, sizeof tag),
              success);
    EXPECT_EQ(get(CUTENSOR_OPERATION_DESCRIPTOR_TAG, tag), success);
    EXPECT_EQ(tag, 5);
    const std::array<std::uint32_t, 2> padding{0, 1};
    EXPECT_EQ(cutensorOperationDescriptorSetAttribute(handle(), operation,
                                                      CUTENSOR_OPERATION_DESCRIPTOR_PADDING_LEFT,
                                                      padding.data(), sizeof padding),
              not_supported);
    double wrong = 0;
    EXPECT_EQ(get(CUTENSOR_OPERATION_DESCRIPTOR_FLOPS, wrong), invalid);
}

TEST_F(DoorStatuses, FilesOfCaches) {
    const TemporaryFolder folder;
    const std::string path = folder.file("cache");
    std::uint32_t lines = 7;

    EXPECT_EQ(cutensorHandleResizePlanCache(handle(), 0), success);
    EXPECT_EQ(cutensorHandleReadPlanCacheFromFile(handle(), path.c_str(), &lines),
              CUTENSOR_STATUS_IO_ERROR);
    EXPECT_EQ(cutensorReadKernelCacheFromFile(handle(), path.c_str()), CUTENSOR_STATUS_IO_ERROR);
    EXPECT_EQ(cutensorHandleWritePlanCacheToFile(handle(), path.c_str()), success);
    EXPECT_EQ(cutensorHandleReadPlanCacheFromFile(handle(), path.c_str(), &lines), success);
    EXPECT_EQ(lines, 0U);
    EXPECT_EQ(cutensorWriteKernelCacheToFile(handle(), path.c_str()), success);
    EXPECT_EQ(cutensorReadKernelCacheFromFile(handle(), path.c_str()), success);
    std::ofstream(path) << "kernels";
    EXPECT_EQ(cutensorHandleReadPlanCacheFromFile(handle(), path.c_str(), &lines), invalid);
    EXPECT_EQ(cutensorReadKernelCacheFromFile(handle(), path.c_str()), invalid);
    EXPECT_EQ(cutensorWriteKernelCacheToFile(handle(), "/no such folder/cache"),
              CUTENSOR_STATUS_IO_ERROR);
}

std::vector<std::string>& messages() {
    static std::vector<std::string> all;
    return all;
}

void keep_message(std::int32_t level, const char* function, const char* message) {
    messages().push_back(std::to_string(level) + " " + function + ": " + message);
}

TEST_F(DoorStatuses, TheLogSaysWhy) {
    ASSERT_EQ(cutensorLoggerSetCallback(keep_message), success);
    ASSERT_EQ(cutensorLoggerSetLevel(1), success);

    EXPECT_EQ(describe({2, -1}), invalid);
    EXPECT_EQ(cutensorLoggerSetLevel(0), success);
    EXPECT_EQ(describe({2, -1}), invalid);

    EXPECT_THAT(messages(),
                testing::ElementsAre("1 cutensorCreateTensorDescriptor: an extent is negative"));
    EXPECT_EQ(cutensorLoggerSetCallback(nullptr), success);
    EXPECT_EQ(cutensorLoggerSetLevel(6), invalid);
    EXPECT_EQ(cutensorLoggerSetLevel(-1), invalid);
    EXPECT_EQ(cutensorLoggerSetMask(0), success);
    EXPECT_EQ(cutensorLoggerOpenFile("/no such folder/log"), invalid);
}

void keep_message_and_stop(std::int32_t level, const char* function, const char* message) {
    keep_message(level, function, message);
    EXPECT_EQ(cutensorLoggerSetLevel(0), success);
}

TEST_F(DoorStatuses, TheLogsCallbackMayCallTheInterface) {
    messages().clear();
    ASSERT_EQ(cutensorLoggerSetCallback(keep_message_and_stop), success);
    ASSERT_EQ(cutensorLoggerSetLevel(5), success);

    EXPECT_EQ(describe({2}), success);
    EXPECT_EQ(describe({2}), success);

    // The callback's own call is not told to it.
    EXPECT_THAT(messages(), testing::ElementsAre("5 cutensorCreateTensorDescriptor: called"));
    EXPECT_EQ(cutensorLoggerSetCallback(nullptr), success);
}

TEST(DoorCreate, NeedsADevice) {
    int devices = 0;
    const bool has_device = cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0;
    cutensorHandle_t handle = nullptr;

    EXPECT_EQ(cutensorCreate(&handle), has_device ? success : CUTENSOR_STATUS_CUDA_ERROR);

    EXPECT_EQ(handle != nullptr, has_device);
    EXPECT_EQ(cutensorDestroy(handle), success);
}

TEST(DoorVersion, IsThatOfTheHeader) {
    EXPECT_EQ(cutensorGetVersion(), CUTENSOR_VERSION);
    EXPECT_EQ(cutensorGetCudartVersion(), CUDART_VERSION);
    EXPECT_STREQ(cutensorGetErrorString(CUTENSOR_STATUS_INSUFFICIENT_WORKSPACE),
                 "CUTENSOR_STATUS_INSUFFICIENT_WORKSPACE");
    EXPECT_STREQ(cutensorGetErrorString(static_cast<cutensorStatus_t>(31)), "<unknown>");
}

}  // namespace
}  // namespace ttgt::test
