// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_ranks.h>
#include <ttgt/distributed_tensor.h>

#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/c/ranks/communicators.h"
#include "bindings/c/ranks/distributed_tensor.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

std::uint64_t make_tensor(const Communicator& ranks, const ttgt_distributed_tensor& given) {
    ttgt_distributed_tensor whole = given;
    whole.strides = nullptr;  // of a part, which the tensor does not have yet
    DistributedLayout layout = layout_of(whole, "the tensor");
    DistributedTensor tensor(ranks, layout.dtype, std::move(layout.extents),
                             std::move(layout.distribution));
    auto owned =
        std::make_shared<OwnedRankTensor>(OwnedRankTensor{std::move(tensor), given.dtype, {}, {}});
    for (const ModeDistribution& mode : owned->tensor.layout().distribution.modes) {
        owned->axes.push_back(mode.axis);
        owned->blocks.push_back(mode.block);
    }
    return rank_tensors().insert(std::move(owned));
}

ttgt_distributed_tensor description_of(OwnedRankTensor& owned) {
    const DistributedLayout& layout = owned.tensor.layout();
    const Layout& part = owned.tensor.part();
    return {owned.dtype,
            TTGT_HOST,
            static_cast<std::int32_t>(layout.extents.size()),
            static_cast<std::int32_t>(layout.distribution.grid.size()),
            layout.extents.data(),
            layout.distribution.grid.data(),
            owned.axes.data(),
            owned.blocks.data(),
            part.extents.data(),
            part.strides.data(),
            owned.tensor.data()};
}

/// Calls the caller's function for an element. Sets `failure` and throws where it fails.
Scalar value_of(ttgt_element_function function, void* user, std::span<const std::int64_t> indices,
                ttgt_status& failure) {
    ttgt_scalar value{0, 0};
    failure = function(indices.data(), static_cast<std::int32_t>(indices.size()), user, &value);
    if (failure == TTGT_SUCCESS) return {value.real, value.imag};
    throw InvalidArgument(fmt::format("the function of elements failed with status {} for ({})",
                                      failure, fmt::join(indices, ", ")));
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_rank_tensor_create(ttgt_communicator communicator,
                                    const ttgt_distributed_tensor* layout,
                                    ttgt_rank_tensor* tensor) {
    return guarded([&] {
        const std::shared_ptr<ttgt::Communicator> ranks = communicators().at(communicator.id);
        check_given(layout, "layout");
        check_given(tensor, "tensor");
        tensor->id = make_tensor(*ranks, *layout);
    });
}

ttgt_status ttgt_rank_tensor_destroy(ttgt_rank_tensor tensor) {
    return guarded([&] {
        if (tensor.id != 0) (void)rank_tensors().remove(tensor.id);
    });
}

ttgt_status ttgt_rank_tensor_describe(ttgt_rank_tensor tensor,
                                      ttgt_distributed_tensor* description) {
    return guarded([&] {
        const std::shared_ptr<OwnedRankTensor> owned = rank_tensors().at(tensor.id);
        check_given(description, "description");
        *description = description_of(*owned);
    });
}

ttgt_status ttgt_rank_tensor_fill(ttgt_rank_tensor tensor, ttgt_element_function function,
                                  void* user) {
    ttgt_status failure = TTGT_SUCCESS;
    const ttgt_status status = guarded([&] {
        const std::shared_ptr<OwnedRankTensor> owned = rank_tensors().at(tensor.id);
        if (function == nullptr) throw ttgt::InvalidArgument("'function' is null");
        owned->tensor.fill([&](std::span<const std::int64_t> indices) {
            return value_of(function, user, indices, failure);
        });
    });
    return failure == TTGT_SUCCESS ? status : failure;
}
