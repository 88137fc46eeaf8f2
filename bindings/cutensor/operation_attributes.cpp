// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <vector>

#include "bindings/cutensor/element_type.h"
#include "bindings/cutensor/handle.h"
#include "bindings/cutensor/operation.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

void check_bytes(std::size_t given, std::size_t needed) {
    check(given == needed, CUTENSOR_STATUS_INVALID_VALUE, "the attribute has another size");
}

template <class T>
T read(const void* buffer, std::size_t bytes) {
    check_bytes(bytes, sizeof(T));
    T value{};
    std::memcpy(&value, buffer, sizeof value);
    return value;
}

template <class T>
void write(void* buffer, std::size_t bytes, T value) {
    check_bytes(bytes, sizeof(T));
    std::memcpy(buffer, &value, sizeof value);
}

/// The numbers of padded elements of the output's modes. Permutations alone have a frame.
std::vector<std::uint32_t> read_widths(const Operation& operation, const void* buffer,
                                       std::size_t bytes) {
    std::vector<std::uint32_t> widths(operation.output.layout.rank());
    check_bytes(bytes, widths.size() * sizeof(std::uint32_t));
    if (!widths.empty()) std::memcpy(widths.data(), buffer, bytes);
    const bool is_wide = Padding{widths, {}, {}}.has_frame();
    check(!is_wide || operation.kind == Kind::permutation, CUTENSOR_STATUS_NOT_SUPPORTED,
          "outputs are padded by permutations alone");
    return widths;
}

void write_widths(const Operation& operation, std::vector<std::uint32_t> widths, void* buffer,
                  std::size_t bytes) {
    widths.resize(operation.output.layout.rank());
    check_bytes(bytes, widths.size() * sizeof(std::uint32_t));
    if (!widths.empty()) std::memcpy(buffer, widths.data(), bytes);
}

Scalar read_padding_value(const Operation& operation, const void* buffer, std::size_t bytes) {
    check_bytes(bytes, static_cast<std::size_t>(size_bytes(operation.output.dtype)));
    return read_scalar(buffer, operation.output.dtype, "the padding value");
}

void set(Operation& operation, cutensorOperationDescriptorAttribute_t attribute, const void* buffer,
         std::size_t bytes) {
    switch (attribute) {
        case CUTENSOR_OPERATION_DESCRIPTOR_TAG:
            operation.tag = read<std::int32_t>(buffer, bytes);
            return;
        case CUTENSOR_OPERATION_DESCRIPTOR_SCALAR_TYPE:
            operation.scalar = dtype_of(read<cudaDataType_t>(buffer, bytes));
            return;
        case CUTENSOR_OPERATION_DESCRIPTOR_PADDING_LEFT:
            operation.padding.left = read_widths(operation, buffer, bytes);
            return;
        case CUTENSOR_OPERATION_DESCRIPTOR_PADDING_RIGHT:
            operation.padding.right = read_widths(operation, buffer, bytes);
            return;
        case CUTENSOR_OPERATION_DESCRIPTOR_PADDING_VALUE:
            operation.padding.value = read_padding_value(operation, buffer, bytes);
            return;
        case CUTENSOR_OPERATION_DESCRIPTOR_BLOCKSPARSE_REPRODUCIBLE:
            check(operation.kind == Kind::block_sparse, CUTENSOR_STATUS_INVALID_VALUE,
                  "the operation has no blocks");
            operation.reproducible = read<std::int32_t>(buffer, bytes);
            return;
        default:
            refuse(CUTENSOR_STATUS_INVALID_VALUE, "the attribute cannot be set");
    }
}

void get(const Operation& operation, cutensorOperationDescriptorAttribute_t attribute, void* buffer,
         std::size_t bytes) {
    switch (attribute) {
        case CUTENSOR_OPERATION_DESCRIPTOR_TAG:
            return write(buffer, bytes, operation.tag);
        case CUTENSOR_OPERATION_DESCRIPTOR_SCALAR_TYPE:
            return write(buffer, bytes, type_of(operation.scalar));
        case CUTENSOR_OPERATION_DESCRIPTOR_FLOPS:
            return write(buffer, bytes, static_cast<float>(operation.flops()));
        case CUTENSOR_OPERATION_DESCRIPTOR_MOVED_BYTES:
            return write(buffer, bytes, static_cast<float>(operation.bytes()));
        case CUTENSOR_OPERATION_DESCRIPTOR_PADDING_LEFT:
            return write_widths(operation, operation.padding.left, buffer, bytes);
        case CUTENSOR_OPERATION_DESCRIPTOR_PADDING_RIGHT:
            return write_widths(operation, operation.padding.right, buffer, bytes);
        case CUTENSOR_OPERATION_DESCRIPTOR_BLOCKSPARSE_REPRODUCIBLE:
            return write(buffer, bytes, operation.reproducible);
        default:
            refuse(CUTENSOR_STATUS_INVALID_VALUE, "the attribute cannot be read");
    }
}

}  // namespace
}  // namespace ttgt::cutensor

using namespace ttgt::cutensor;  // NOLINT(google-build-using-namespace): the functions are C's

cutensorStatus_t cutensorDestroyOperationDescriptor(cutensorOperationDescriptor_t desc) {
    return guarded(__func__, [&] { destroy(desc, "desc"); });
}

cutensorStatus_t cutensorOperationDescriptorSetAttribute(
    const cutensorHandle_t handle, cutensorOperationDescriptor_t desc,
    cutensorOperationDescriptorAttribute_t attr, const void* buf, size_t sizeInBytes) {
    return guarded(__func__, [&] {
        (void)live(handle, "handle");
        Operation& operation = live(desc, "desc").operation;
        check_given(buf, "buf");
        set(operation, attr, buf, sizeInBytes);
    });
}

cutensorStatus_t cutensorOperationDescriptorGetAttribute(
    const cutensorHandle_t handle, cutensorOperationDescriptor_t desc,
    cutensorOperationDescriptorAttribute_t attr, void* buf, size_t sizeInBytes) {
    return guarded(__func__, [&] {
        (void)live(handle, "handle");
        const Operation& operation = live(desc, "desc").operation;
        check_given(buf, "buf");
        get(operation, attr, buf, sizeInBytes);
    });
}
