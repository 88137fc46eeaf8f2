// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <limits>
#include <utility>
#include <vector>

#include "tests/bindings/cutensor/door_test.h"

namespace ttgt::test {

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Small operations whose results are computed by hand, on the device of the place. contract(),
/// binary(), reduce() and permute() plan an operation and run it; the first status that is no
/// success comes back.
class DoorOperations : public Door {
protected:
    template <class T, class A, class B>
    cutensorStatus_t contract(const T& alpha, const DoorTensor<A>& a, cutensorOperator_t op_a,
                              const DoorTensor<B>& b, const T& beta, const DoorTensor<T>& c,
                              const DoorTensor<T>& d) {
        OperationDescriptor operation;
        Plan plan;
        const cutensorStatus_t status = cutensorCreateContraction(
            handle(), &operation, a.descriptor, a.modes.data(), op_a, b.descriptor, b.modes.data(),
            identity, c.descriptor, c.modes.data(), identity, d.descriptor, d.modes.data(),
            CUTENSOR_COMPUTE_DESC_64F);
        if (status != CUTENSOR_STATUS_SUCCESS) return status;
        const cutensorStatus_t made = plan_of(operation, plan);
        if (made != CUTENSOR_STATUS_SUCCESS) return made;
        return cutensorContract(handle(), plan, &alpha, a.data, b.data, &beta, c.data, d.data,
                                workspace, workspace_bytes, nullptr);
    }

    template <class T>
    cutensorStatus_t binary(const T& alpha, const DoorTensor<T>& a, cutensorOperator_t op_a,
                            const T& gamma, const DoorTensor<T>& c, cutensorOperator_t op_c,
                            const DoorTensor<T>& d, cutensorOperator_t op_ac,
                            cutensorJitMode_t jit = CUTENSOR_JIT_MODE_NONE) {
        OperationDescriptor operation;
        Plan plan;
        Preference preference;
        EXPECT_EQ(cutensorCreatePlanPreference(handle(), &preference, CUTENSOR_ALGO_DEFAULT, jit),
                  CUTENSOR_STATUS_SUCCESS);
        const cutensorStatus_t status = cutensorCreateElementwiseBinary(
            handle(), &operation, a.descriptor, a.modes.data(), op_a, c.descriptor, c.modes.data(),
            op_c, d.descriptor, d.modes.data(), op_ac, CUTENSOR_COMPUTE_DESC_64F);
        if (status != CUTENSOR_STATUS_SUCCESS) return status;
        const cutensorStatus_t made = cutensorCreatePlan(handle(), &plan, operation, preference, 0);
        if (made != CUTENSOR_STATUS_SUCCESS) return made;
        return cutensorElementwiseBinaryExecute(handle(), plan, &alpha, a.data, &gamma, c.data,
                                                d.data, nullptr);
    }

    template <class T>
    cutensorStatus_t reduce(const T& alpha, const DoorTensor<T>& a, cutensorOperator_t op_a,
                            const T& beta, const DoorTensor<T>& c, cutensorOperator_t op_c,
                            const DoorTensor<T>& d, cutensorOperator_t op_reduce) {
        OperationDescriptor operation;
        Plan plan;
        const cutensorStatus_t status = cutensorCreateReduction(
            handle(), &operation, a.descriptor, a.modes.data(), op_a, c.descriptor, c.modes.data(),
            op_c, d.descriptor, d.modes.data(), op_reduce, CUTENSOR_COMPUTE_DESC_64F);
        if (status != CUTENSOR_STATUS_SUCCESS) return status;
        const cutensorStatus_t made = plan_of(operation, plan);
        if (made != CUTENSOR_STATUS_SUCCESS) return made;
        return cutensorReduce(handle(), plan, &alpha, a.data, &beta, c.data, d.data, workspace,
                              workspace_bytes, nullptr);
    }

    template <class A, class B>
    cutensorStatus_t permute(const B& alpha, const DoorTensor<A>& a, cutensorOperator_t op,
                             const DoorTensor<B>& b) {
        OperationDescriptor operation;
        Plan plan;
        const cutensorStatus_t status =
            cutensorCreatePermutation(handle(), &operation, a.descriptor, a.modes.data(), op,
                                      b.descriptor, b.modes.data(), CUTENSOR_COMPUTE_DESC_64F);
        if (status != CUTENSOR_STATUS_SUCCESS) return status;
        const cutensorStatus_t made = cutensorCreatePlan(handle(), &plan, operation, nullptr, 0);
        if (made != CUTENSOR_STATUS_SUCCESS) return made;
        return cutensorPermute(handle(), plan, &alpha, a.data, b.data, nullptr);
    }

    /// The type of an operation's scalars.
    cudaDataType_t scalar_type_of(const OperationDescriptor& operation) {
        cudaDataType_t type = CUDA_R_64F;
        EXPECT_EQ(
            cutensorOperationDescriptorGetAttribute(
                handle(), operation, CUTENSOR_OPERATION_DESCRIPTOR_SCALAR_TYPE, &type, sizeof type),
            CUTENSOR_STATUS_SUCCESS);
        return type;
    }

    DoorTensor<double> matrix(Modes modes, std::vector<double> elements) {
        return {place(), std::move(modes), {2, 2}, std::move(elements)};
    }
};

}  // namespace ttgt::test
