// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/tensor_descriptor.h"

#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "bindings/cutensor/element_type.h"
#include "bindings/cutensor/handle.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

Layout read_layout(std::uint32_t modes, const std::int64_t* extents, const std::int64_t* strides) {
    check(modes <= max_rank, CUTENSOR_STATUS_NOT_SUPPORTED, "a tensor has more than 64 modes");
    if (modes == 0) return {};
    check_given(extents, "extent");
    std::vector<std::int64_t> sizes(extents, extents + modes);
    for (const std::int64_t extent : sizes) {
        check(extent >= 0, CUTENSOR_STATUS_INVALID_VALUE, "an extent is negative");
    }
    if (strides == nullptr) return packed(std::move(sizes));
    return {std::move(sizes), {strides, strides + modes}};
}

}  // namespace
}  // namespace ttgt::cutensor

using namespace ttgt::cutensor;  // NOLINT(google-build-using-namespace): the functions are C's

cutensorStatus_t cutensorCreateTensorDescriptor(const cutensorHandle_t handle,
                                                cutensorTensorDescriptor_t* desc,
                                                const uint32_t numModes, const int64_t extent[],
                                                const int64_t stride[], cudaDataType_t dataType,
                                                uint32_t alignmentRequirement) {
    return guarded(__func__, [&] {
        (void)live(handle, "handle");
        check_given(desc, "desc");
        check(std::has_single_bit(alignmentRequirement), CUTENSOR_STATUS_INVALID_VALUE,
              "the alignment is no power of two");
        auto made = std::make_unique<cutensorTensorDescriptor>();
        made->dtype = dtype_of(dataType);
        made->layout = read_layout(numModes, extent, stride);
        made->is_packed = stride == nullptr;
        ttgt::check_layout(made->layout, ttgt::size_bytes(made->dtype), "the tensor");
        *desc = made.release();
    });
}

cutensorStatus_t cutensorDestroyTensorDescriptor(cutensorTensorDescriptor_t desc) {
    return guarded(__func__, [&] { destroy(desc, "desc"); });
}
