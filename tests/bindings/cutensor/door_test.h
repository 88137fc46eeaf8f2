// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/float16.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "src/core/element.h"
#include "tests/bindings/cutensor/place.h"

namespace ttgt::test {

using Modes = std::vector<std::int32_t>;

inline constexpr auto identity = CUTENSOR_OP_IDENTITY;
inline constexpr auto add = CUTENSOR_OP_ADD;
inline constexpr auto success = CUTENSOR_STATUS_SUCCESS;
inline constexpr auto invalid = CUTENSOR_STATUS_INVALID_VALUE;
inline constexpr auto not_supported = CUTENSOR_STATUS_NOT_SUPPORTED;
inline constexpr auto not_initialized = CUTENSOR_STATUS_NOT_INITIALIZED;

template <class T>
inline constexpr cudaDataType_t cuda_type = CUDA_R_64F;
template <>
inline constexpr cudaDataType_t cuda_type<float16> = CUDA_R_16F;
template <>
inline constexpr cudaDataType_t cuda_type<bfloat16> = CUDA_R_16BF;
template <>
inline constexpr cudaDataType_t cuda_type<float> = CUDA_R_32F;
template <>
inline constexpr cudaDataType_t cuda_type<std::complex<float>> = CUDA_C_32F;
template <>
inline constexpr cudaDataType_t cuda_type<std::complex<double>> = CUDA_C_64F;

/// A handle of cuTENSOR's objects, destroyed with its scope.
template <class T, cutensorStatus_t (*destroy)(T)>
class Owned {
public:
    Owned() = default;
    ~Owned() { EXPECT_EQ(destroy(object), CUTENSOR_STATUS_SUCCESS); }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    operator T() const { return object; }  // NOLINT: meant to convert
    T* operator&() { return &object; }     // NOLINT: as C passes it

    T object = nullptr;
};
using Descriptor = Owned<cutensorTensorDescriptor_t, cutensorDestroyTensorDescriptor>;
using OperationDescriptor =
    Owned<cutensorOperationDescriptor_t, cutensorDestroyOperationDescriptor>;
using Preference = Owned<cutensorPlanPreference_t, cutensorDestroyPlanPreference>;
using Plan = Owned<cutensorPlan_t, cutensorDestroyPlan>;

/// A tensor in the memory of a place, with a copy of its elements on the host.
template <class T>
class DoorTensor {
public:
    DoorTensor(Place& place, Modes modes_of, std::vector<std::int64_t> extents_of,
               std::vector<T> elements_of, std::vector<std::int64_t> strides = {})
        : modes(std::move(modes_of)),
          extents(std::move(extents_of)),
          elements(std::move(elements_of)),
          place_(place) {
        EXPECT_EQ(cutensorCreateTensorDescriptor(
                      place.handle(), &descriptor, static_cast<std::uint32_t>(extents.size()),
                      extents.data(), strides.empty() ? nullptr : strides.data(), cuda_type<T>,
                      sizeof(T)),
                  CUTENSOR_STATUS_SUCCESS);
        data = place.upload(elements.data(), elements.size() * sizeof(T));
    }

    [[nodiscard]] const std::vector<T>& fetch() {
        place_.fetch(elements.data(), data, elements.size() * sizeof(T));
        return elements;
    }

    Descriptor descriptor;
    Modes modes;
    std::vector<std::int64_t> extents;
    std::vector<T> elements;
    void* data = nullptr;

private:
    Place& place_;
};

/// Tests with a place of their own; skipped where the machine has no such device.
class Door : public testing::Test {
protected:
    void SetUp() override {
        if (!place_) GTEST_SKIP() << "no usable device";
    }
    [[nodiscard]] Place& place() { return *place_; }
    [[nodiscard]] cutensorHandle_t handle() const { return place_->handle(); }

    /// Plans with the workspace that cuTENSOR's calls ask for, and allocates it.
    cutensorStatus_t plan_of(const OperationDescriptor& operation, Plan& plan,
                             cutensorPlanPreference_t preference = nullptr) {
        std::uint64_t estimate = 0;
        const cutensorStatus_t status = cutensorEstimateWorkspaceSize(
            handle(), operation, preference, CUTENSOR_WORKSPACE_DEFAULT, &estimate);
        if (status != CUTENSOR_STATUS_SUCCESS) return status;
        const cutensorStatus_t made =
            cutensorCreatePlan(handle(), &plan, operation, preference, estimate);
        if (made != CUTENSOR_STATUS_SUCCESS) return made;
        EXPECT_EQ(cutensorPlanGetAttribute(handle(), plan, CUTENSOR_PLAN_REQUIRED_WORKSPACE,
                                           &workspace_bytes, sizeof workspace_bytes),
                  CUTENSOR_STATUS_SUCCESS);
        EXPECT_LE(workspace_bytes, estimate);
        const std::vector<char> zeros(workspace_bytes);
        workspace = place().upload(zeros.data(), zeros.size());
        return made;
    }

    /// Describes d = alpha * a * b * c + beta * d in float64.
    cutensorStatus_t describe_product_of_three(OperationDescriptor& operation,
                                               const DoorTensor<double>& a,
                                               const DoorTensor<double>& b,
                                               const DoorTensor<double>& c,
                                               const DoorTensor<double>& d) {
        return cutensorCreateContractionTrinary(
            handle(), &operation, a.descriptor, a.modes.data(), identity, b.descriptor,
            b.modes.data(), identity, c.descriptor, c.modes.data(), identity, d.descriptor,
            d.modes.data(), identity, d.descriptor, d.modes.data(), CUTENSOR_COMPUTE_DESC_64F);
    }

    void* workspace = nullptr;
    std::uint64_t workspace_bytes = 0;

private:
    std::unique_ptr<Place> place_ = make_place();
};

}  // namespace ttgt::test
