// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/create_operation.h"
#include "bindings/cutensor/plan/plan.h"

using namespace ttgt::cutensor;  // NOLINT(google-build-using-namespace): the functions are C's

cutensorStatus_t cutensorCreateReduction(
    const cutensorHandle_t handle, cutensorOperationDescriptor_t* desc,
    const cutensorTensorDescriptor_t descA, const int32_t modeA[], cutensorOperator_t opA,
    const cutensorTensorDescriptor_t descC, const int32_t modeC[], cutensorOperator_t opC,
    const cutensorTensorDescriptor_t descD, const int32_t modeD[], cutensorOperator_t opReduce,
    const cutensorComputeDescriptor_t descCompute) {
    return guarded(__func__, [&] {
        create_operation(handle, desc, [&] {
            return elementwise(
                Kind::reduction,
                {read_operand(descA, modeA, opA, "A"), read_operand(descC, modeC, opC, "C")},
                read_operand(descD, modeD, CUTENSOR_OP_IDENTITY, "D"), {opReduce, CUTENSOR_OP_ADD},
                descCompute);
        });
    });
}

cutensorStatus_t cutensorReduce(const cutensorHandle_t handle, const cutensorPlan_t plan,
                                const void* alpha, const void* A, const void* beta, const void* C,
                                void* D, void* workspace, uint64_t workspaceSize,
                                cudaStream_t stream) {
    return guarded(__func__, [&] {
        execute(Kind::reduction,
                {handle, plan, {alpha, beta}, {A, C}, D, workspace, workspaceSize, stream});
    });
}
