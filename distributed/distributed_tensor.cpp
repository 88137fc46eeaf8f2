// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/distributed_tensor.h>
#include <ttgt/error.h>

#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "distributed/held_indices.h"
#include "distributed/mode_labels.h"
#include "distributed/placement/placement.h"
#include "distributed/run/agreement.h"
#include "src/core/element.h"

namespace ttgt {
namespace {

DistributedContractOptions in_context(Context* context) {
    DistributedContractOptions options;
    options.context = context;
    return options;
}

/// A tensor that rank 0 has whole, as a tensor over ranks. `whole` is null on the other ranks.
/// Collective: throws the same error on every rank.
template <class View>
View as_distributed(Communicator& communicator, const auto* whole, const DistributedLayout& like) {
    return agreed(*communicator.transport(), [&]() -> View {
        DistributedLayout layout{like.dtype, like.extents, on_first_rank(like.extents.size())};
        if (communicator.rank() > 0) return {layout, nullptr};
        if (whole == nullptr) throw InvalidArgument("rank 0 gave no whole tensor");
        if (whole->dtype() != like.dtype) {
            throw InvalidArgument(fmt::format("the whole tensor is {}, the tensor over ranks {}",
                                              name(whole->dtype()), name(like.dtype)));
        }
        if (whole->layout().extents != like.extents) {
            throw ExtentMismatch(fmt::format("the whole tensor is {}, the tensor over ranks {}",
                                             fmt::join(whole->layout().extents, "x"),
                                             fmt::join(like.extents, "x")));
        }
        layout.strides = whole->layout().strides;
        return {layout, whole->data(), whole->space()};
    });
}

}  // namespace

DistributedTensor::DistributedTensor(const Communicator& communicator, DType dtype,
                                     std::vector<std::int64_t> extents, Distribution distribution)
    : layout_{dtype, std::move(extents), std::move(distribution)}, rank_(communicator.rank()) {
    check_distributed_layout(layout_, communicator.ranks(), "the tensor");
    part_ = ttgt::local_layout(layout_, rank_);
    data_ = allocate_zeroed_host(packed_bytes(part_, size_bytes(dtype)));
}

void DistributedTensor::fill(
    const std::function<Scalar(std::span<const std::int64_t> indices)>& value) {
    const std::vector<std::vector<std::int64_t>> held = held_indices(layout_, rank_);
    const std::int64_t count = volume(part_);
    std::vector<std::int64_t> indices(part_.rank());
    visit_numeric(layout_.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        T* const elements = static_cast<T*>(data());
        for (std::int64_t position = 0; position < count; ++position) {
            std::int64_t rest = position;
            for (std::size_t mode = 0; mode < indices.size(); ++mode) {
                indices[mode] = held[mode][static_cast<std::size_t>(rest % part_.extents[mode])];
                rest /= part_.extents[mode];
            }
            const Scalar element = value(indices);
            if (!is_complex(layout_.dtype) && element.imag() != 0) {
                throw InvalidArgument(
                    fmt::format("element ({}) is to be complex, but the tensor "
                                "is {}",
                                fmt::join(indices, ", "), name(layout_.dtype)));
            }
            elements[position] = static_cast<T>(scalar_cast<ComputeOf<T>>(element));
        }
    });
}

void redistribute(Communicator& communicator, const DistributedView& to,
                  const ConstDistributedView& from, Context* context) {
    const std::string modes = mode_labels(from.layout.extents.size());
    contract(communicator, "D" + modes + "=L" + modes, to, {from}, in_context(context));
}

void scatter(Communicator& communicator, const DistributedView& to, const ConstTensorView* whole,
             Context* context) {
    redistribute(communicator, to,
                 as_distributed<ConstDistributedView>(communicator, whole, to.layout), context);
}

void gather(Communicator& communicator, const TensorView* whole, const ConstDistributedView& from,
            Context* context) {
    redistribute(communicator, as_distributed<DistributedView>(communicator, whole, from.layout),
                 from, context);
}

}  // namespace ttgt
