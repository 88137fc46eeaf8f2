// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
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

/// No padding may be set: each of the output's modes has one number of padded elements.
void check_no_padding(const Operation& operation, const void* buffer, std::size_t bytes) {
    std::vector<std::uint32_t> widths(operation.output.layout.rank());
    check_bytes(bytes, widths.size() * sizeof(std::uint32_t));
    if (!widths.empty()) std::memcpy(widths.data(), buffer, bytes);
    check(std::all_of(widths.begin(), widths.end(), [](std::uint32_t each) { return each == 0; }),
          CUTENSOR_STATUS_NOT_SUPPORTED, "outputs are not padded");
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
        case CUTENSOR_OPERATION_DESCRIPTOR_PADDING_RIGHT:
            return check_no_padding(operation, buffer, bytes);
        case CUTENSOR_OPERATION_DESCRIPTOR_PADDING_VALUE:
            return;  // nothing is padded with it
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
        case CUTENSOR_OPERATION_DESCRIPTOR_PADDING_RIGHT:
            check_bytes(bytes, operation.output.layout.rank() * sizeof(std::uint32_t));
            std::memset(buffer, 0, bytes);
            return;
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
