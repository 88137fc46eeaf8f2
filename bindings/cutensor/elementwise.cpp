// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "bindings/cutensor/create_operation.h"
#include "bindings/cutensor/expression.h"
#include "bindings/cutensor/plan/plan.h"

namespace ttgt::cutensor {
Operation elementwise(Kind kind, std::vector<Operand> inputs, Operand output,
                      std::array<cutensorOperator_t, 2> combines,
                      cutensorComputeDescriptor_t compute) {
    Operation operation{kind, std::move(inputs), std::move(output), combines};
    check_operators(operation);
    const cutensorComputeDescriptor& precision = live(compute, "descCompute");
    for (const Operand& input : operation.inputs) check_computes(precision, input.dtype);
    check_computes(precision, operation.output.dtype);
    operation.scalar = scalar_dtype(precision, operation.output.dtype);
    // As cuTENSOR has it: reductions in 16 bits have scalars of 32.
    const bool is_short = size_bytes(operation.scalar) == 2;
    if (kind == Kind::reduction && is_short) operation.scalar = DType::float32;
    return operation;
}

}  // namespace ttgt::cutensor

using namespace ttgt::cutensor;  // NOLINT(google-build-using-namespace): the functions are C's

cutensorStatus_t cutensorCreatePermutation(const cutensorHandle_t handle,
                                           cutensorOperationDescriptor_t* desc,
                                           const cutensorTensorDescriptor_t descA,
                                           const int32_t modeA[], cutensorOperator_t opA,
                                           const cutensorTensorDescriptor_t descB,
                                           const int32_t modeB[],
                                           const cutensorComputeDescriptor_t descCompute) {
    return guarded(__func__, [&] {
        create_operation(handle, desc, [&] {
            return elementwise(Kind::permutation, {read_operand(descA, modeA, opA, "A")},
                               read_operand(descB, modeB, CUTENSOR_OP_IDENTITY, "B"),
                               {CUTENSOR_OP_ADD, CUTENSOR_OP_ADD}, descCompute);
        });
    });
}

cutensorStatus_t cutensorPermute(const cutensorHandle_t handle, const cutensorPlan_t plan,
                                 const void* alpha, const void* A, void* B,
                                 const cudaStream_t stream) {
    return guarded(__func__, [&] {
        execute(Kind::permutation, {handle, plan, {alpha}, {A}, B, nullptr, 0, stream});
    });
}

cutensorStatus_t cutensorCreateElementwiseBinary(
    const cutensorHandle_t handle, cutensorOperationDescriptor_t* desc,
    const cutensorTensorDescriptor_t descA, const int32_t modeA[], cutensorOperator_t opA,
    const cutensorTensorDescriptor_t descC, const int32_t modeC[], cutensorOperator_t opC,
    const cutensorTensorDescriptor_t descD, const int32_t modeD[], cutensorOperator_t opAC,
    const cutensorComputeDescriptor_t descCompute) {
    return guarded(__func__, [&] {
        create_operation(handle, desc, [&] {
            return elementwise(
                Kind::elementwise_binary,
                {read_operand(descA, modeA, opA, "A"), read_operand(descC, modeC, opC, "C")},
                read_operand(descD, modeD, CUTENSOR_OP_IDENTITY, "D"), {opAC, CUTENSOR_OP_ADD},
                descCompute);
        });
    });
}

cutensorStatus_t cutensorElementwiseBinaryExecute(const cutensorHandle_t handle,
                                                  const cutensorPlan_t plan, const void* alpha,
                                                  const void* A, const void* gamma, const void* C,
                                                  void* D, cudaStream_t stream) {
    return guarded(__func__, [&] {
        execute(Kind::elementwise_binary,
                {handle, plan, {alpha, gamma}, {A, C}, D, nullptr, 0, stream});
    });
}

cutensorStatus_t cutensorCreateElementwiseTrinary(
    const cutensorHandle_t handle, cutensorOperationDescriptor_t* desc,
    const cutensorTensorDescriptor_t descA, const int32_t modeA[], cutensorOperator_t opA,
    const cutensorTensorDescriptor_t descB, const int32_t modeB[], cutensorOperator_t opB,
    const cutensorTensorDescriptor_t descC, const int32_t modeC[], cutensorOperator_t opC,
    const cutensorTensorDescriptor_t descD, const int32_t modeD[], cutensorOperator_t opAB,
    cutensorOperator_t opABC, const cutensorComputeDescriptor_t descCompute) {
    return guarded(__func__, [&] {
        create_operation(handle, desc, [&] {
            return elementwise(
                Kind::elementwise_trinary,
                {read_operand(descA, modeA, opA, "A"), read_operand(descB, modeB, opB, "B"),
                 read_operand(descC, modeC, opC, "C")},
                read_operand(descD, modeD, CUTENSOR_OP_IDENTITY, "D"), {opAB, opABC}, descCompute);
        });
    });
}

cutensorStatus_t cutensorElementwiseTrinaryExecute(const cutensorHandle_t handle,
                                                   const cutensorPlan_t plan, const void* alpha,
                                                   const void* A, const void* beta, const void* B,
                                                   const void* gamma, const void* C, void* D,
                                                   cudaStream_t stream) {
    return guarded(__func__, [&] {
        execute(Kind::elementwise_trinary,
                {handle, plan, {alpha, beta, gamma}, {A, B, C}, D, nullptr, 0, stream});
    });
}
