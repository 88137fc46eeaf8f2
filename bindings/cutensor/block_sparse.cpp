// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/block_sparse.h"

#include <numeric>
#include <utility>
#include <vector>

#include "bindings/cutensor/create_operation.h"
#include "bindings/cutensor/element_type.h"
#include "bindings/cutensor/handle.h"
#include "bindings/cutensor/plan/plan.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

std::vector<Sections> read_sections(std::uint32_t modes, const std::uint32_t* counts,
                                    const std::int64_t* extents) {
    if (modes == 0) return {};
    check_given(counts, "numSectionsPerMode");
    check_given(extents, "extent");
    std::vector<Sections> sections;
    for (std::uint32_t mode = 0; mode < modes; ++mode) {
        sections.emplace_back(extents, extents + counts[mode]);
        extents += counts[mode];
    }
    return sections;
}

BlockLayout read_blocks(std::uint32_t modes, std::uint64_t blocks, const std::uint32_t* counts,
                        const std::int64_t* extents, const std::int32_t* coordinates,
                        const std::int64_t* strides) {
    const std::size_t numbers = modes * static_cast<std::size_t>(blocks);
    if (numbers > 0) check_given(coordinates, "nonZeroCoordinates");
    BlockLayout packed_blocks(read_sections(modes, counts, extents),
                              std::vector<std::int32_t>(coordinates, coordinates + numbers),
                              static_cast<std::int64_t>(blocks));
    if (strides == nullptr) return packed_blocks;
    return packed_blocks.with_strides({strides, strides + numbers});
}

/// An operand whose dense layout has the extents of all sections together.
Operand read_block_operand(cutensorBlockSparseTensorDescriptor_t descriptor,
                           const std::int32_t* modes, cutensorOperator_t op, const char* what) {
    const cutensorBlockSparseTensorDescriptor& tensor = live(descriptor, what);
    const std::size_t rank = tensor.layout.rank();
    if (rank > 0) check_given(modes, what);
    check(op == CUTENSOR_OP_IDENTITY || op == CUTENSOR_OP_CONJ, CUTENSOR_STATUS_NOT_SUPPORTED,
          "blocks are taken as they are or conjugated");
    std::vector<std::int64_t> extents;
    for (const Sections& sections : tensor.layout.sections()) {
        extents.push_back(std::accumulate(sections.begin(), sections.end(), std::int64_t{0}));
    }
    return {tensor.dtype, packed(std::move(extents)), {modes, modes + rank}, op, tensor.layout};
}

void check_block_types(const Operation& operation) {
    const DType dtype = operation.output.dtype;
    check(size_bytes(dtype) > 2, CUTENSOR_STATUS_NOT_SUPPORTED, "blocks have no 16-bit elements");
    for (const Operand& input : operation.inputs) {
        check(input.dtype == dtype, CUTENSOR_STATUS_NOT_SUPPORTED,
              "the tensors have different data types");
    }
    const Operand& addend = operation.inputs.back();
    check(addend.op == CUTENSOR_OP_IDENTITY, CUTENSOR_STATUS_NOT_SUPPORTED, "C is taken as it is");
    check(addend.blocks->has_blocks_of(*operation.output.blocks) &&
              addend.modes == operation.output.modes,
          CUTENSOR_STATUS_NOT_SUPPORTED, "C and D have different blocks or modes");
}

}  // namespace
}  // namespace ttgt::cutensor

using namespace ttgt::cutensor;  // NOLINT(google-build-using-namespace): the functions are C's

cutensorStatus_t cutensorCreateBlockSparseTensorDescriptor(
    cutensorHandle_t handle, cutensorBlockSparseTensorDescriptor_t* desc, const uint32_t numModes,
    const uint64_t numNonZeroBlocks, const uint32_t numSectionsPerMode[], const int64_t extent[],
    const int32_t nonZeroCoordinates[], const int64_t stride[], cudaDataType_t dataType) {
    return guarded(__func__, [&] {
        (void)live(handle, "handle");
        check_given(desc, "desc");
        check(numModes <= ttgt::max_rank, CUTENSOR_STATUS_NOT_SUPPORTED,
              "a tensor has more than 64 modes");
        *desc = new cutensorBlockSparseTensorDescriptor(
            dtype_of(dataType), read_blocks(numModes, numNonZeroBlocks, numSectionsPerMode, extent,
                                            nonZeroCoordinates, stride));
    });
}

cutensorStatus_t cutensorDestroyBlockSparseTensorDescriptor(
    cutensorBlockSparseTensorDescriptor_t desc) {
    return guarded(__func__, [&] { destroy(desc, "desc"); });
}

cutensorStatus_t cutensorCreateBlockSparseContraction(
    const cutensorHandle_t handle, cutensorOperationDescriptor_t* desc,
    const cutensorBlockSparseTensorDescriptor_t descA, const int32_t modeA[],
    cutensorOperator_t opA, const cutensorBlockSparseTensorDescriptor_t descB,
    const int32_t modeB[], cutensorOperator_t opB,
    const cutensorBlockSparseTensorDescriptor_t descC, const int32_t modeC[],
    cutensorOperator_t opC, const cutensorBlockSparseTensorDescriptor_t descD,
    const int32_t modeD[], const cutensorComputeDescriptor_t descCompute) {
    return guarded(__func__, [&] {
        create_operation(handle, desc, [&] {
            Operation operation{Kind::block_sparse,
                                {read_block_operand(descA, modeA, opA, "A"),
                                 read_block_operand(descB, modeB, opB, "B"),
                                 read_block_operand(descC, modeC, opC, "C")},
                                read_block_operand(descD, modeD, CUTENSOR_OP_IDENTITY, "D")};
            check_block_types(operation);
            const ttgt::DType dtype = operation.output.dtype;
            operation.compute = compute_type(live(descCompute, "descCompute"), dtype);
            operation.scalar = dtype;
            return operation;
        });
    });
}

cutensorStatus_t cutensorBlockSparseContract(const cutensorHandle_t handle,
                                             const cutensorPlan_t plan, const void* alpha,
                                             const void* const A[], const void* const B[],
                                             const void* beta, const void* const C[],
                                             void* const D[], void* workspace,
                                             uint64_t workspaceSize, cudaStream_t stream) {
    return guarded(__func__, [&] {
        // An execution passes the array of D's addresses on as it does an output.
        execute(Kind::block_sparse, {handle,
                                     plan,
                                     {alpha, beta},
                                     {A, B, C},
                                     const_cast<void**>(D),
                                     workspace,
                                     workspaceSize,
                                     stream});
    });
}
