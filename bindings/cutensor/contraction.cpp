// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/compute_type.h>

#include <utility>

#include "bindings/cutensor/create_operation.h"
#include "bindings/cutensor/handle.h"
#include "bindings/cutensor/plan/plan.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

/// 16-bit results have scalars of 32 bits; all others those of their own dtype.
DType scalar_of_product(DType dtype) { return size_bytes(dtype) == 2 ? DType::float32 : dtype; }

DType real_part(DType dtype) {
    if (dtype == DType::complex64) return DType::float32;
    return dtype == DType::complex128 ? DType::float64 : dtype;
}

void check_factor(const Operand& factor, DType result) {
    check(factor.dtype == result || factor.dtype == real_part(result),
          CUTENSOR_STATUS_NOT_SUPPORTED, "the data types of the tensors do not go together");
    check(factor.op == CUTENSOR_OP_IDENTITY || factor.op == CUTENSOR_OP_CONJ,
          CUTENSOR_STATUS_NOT_SUPPORTED, "factors are taken as they are or conjugated");
}

Operation product(Kind kind, std::vector<Operand> inputs, Operand output,
                  cutensorComputeDescriptor_t compute) {
    Operation operation{kind, std::move(inputs), std::move(output)};
    const DType result = operation.output.dtype;
    for (const Operand& input : operation.inputs) check_factor(input, result);
    const Operand& addend = operation.inputs.back();
    check(addend.dtype == result, CUTENSOR_STATUS_NOT_SUPPORTED,
          "the tensor that is added has another data type than the result");
    check(addend.op == CUTENSOR_OP_IDENTITY, CUTENSOR_STATUS_NOT_SUPPORTED,
          "the tensor that is added is taken as it is");
    operation.compute = compute_type(live(compute, "descCompute"), result);
    operation.scalar = scalar_of_product(result);
    return operation;
}

}  // namespace
}  // namespace ttgt::cutensor

using namespace ttgt::cutensor;  // NOLINT(google-build-using-namespace): the functions are C's

cutensorStatus_t cutensorCreateContraction(
    const cutensorHandle_t handle, cutensorOperationDescriptor_t* desc,
    const cutensorTensorDescriptor_t descA, const int32_t modeA[], cutensorOperator_t opA,
    const cutensorTensorDescriptor_t descB, const int32_t modeB[], cutensorOperator_t opB,
    const cutensorTensorDescriptor_t descC, const int32_t modeC[], cutensorOperator_t opC,
    const cutensorTensorDescriptor_t descD, const int32_t modeD[],
    const cutensorComputeDescriptor_t descCompute) {
    return guarded(__func__, [&] {
        create_operation(handle, desc, [&] {
            return product(
                Kind::contraction,
                {read_operand(descA, modeA, opA, "A"), read_operand(descB, modeB, opB, "B"),
                 read_operand(descC, modeC, opC, "C")},
                read_operand(descD, modeD, CUTENSOR_OP_IDENTITY, "D"), descCompute);
        });
    });
}

cutensorStatus_t cutensorContract(const cutensorHandle_t handle, const cutensorPlan_t plan,
                                  const void* alpha, const void* A, const void* B, const void* beta,
                                  const void* C, void* D, void* workspace, uint64_t workspaceSize,
                                  cudaStream_t stream) {
    return guarded(__func__, [&] {
        execute(Kind::contraction,
                {handle, plan, {alpha, beta}, {A, B, C}, D, workspace, workspaceSize, stream});
    });
}

cutensorStatus_t cutensorCreateContractionTrinary(
    const cutensorHandle_t handle, cutensorOperationDescriptor_t* desc,
    const cutensorTensorDescriptor_t descA, const int32_t modeA[], cutensorOperator_t opA,
    const cutensorTensorDescriptor_t descB, const int32_t modeB[], cutensorOperator_t opB,
    const cutensorTensorDescriptor_t descC, const int32_t modeC[], cutensorOperator_t opC,
    const cutensorTensorDescriptor_t descD, const int32_t modeD[], cutensorOperator_t opD,
    const cutensorTensorDescriptor_t descE, const int32_t modeE[],
    const cutensorComputeDescriptor_t descCompute) {
    return guarded(__func__, [&] {
        create_operation(handle, desc, [&] {
            return product(
                Kind::contraction_trinary,
                {read_operand(descA, modeA, opA, "A"), read_operand(descB, modeB, opB, "B"),
                 read_operand(descC, modeC, opC, "C"), read_operand(descD, modeD, opD, "D")},
                read_operand(descE, modeE, CUTENSOR_OP_IDENTITY, "E"), descCompute);
        });
    });
}

cutensorStatus_t cutensorContractTrinary(const cutensorHandle_t handle, const cutensorPlan_t plan,
                                         const void* alpha, const void* A, const void* B,
                                         const void* C, const void* beta, const void* D, void* E,
                                         void* workspace, uint64_t workspaceSize,
                                         cudaStream_t stream) {
    return guarded(__func__, [&] {
        execute(Kind::contraction_trinary,
                {handle, plan, {alpha, beta}, {A, B, C, D}, E, workspace, workspaceSize, stream});
    });
}
