// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Products and norms of tensors over ranks. Where two tensors lie alike, each rank multiplies its
// parts by a plan that its context keeps, and nothing is planned over ranks.
#include <ttgt/distributed_tensor.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "distributed/begin_planning.h"
#include "distributed/mode_labels.h"
#include "distributed/placement/placement.h"
#include "distributed/run/agreement.h"
#include "src/core/element.h"

namespace ttgt {
namespace {

std::string dot_of(std::size_t modes) {
    const std::string labels = mode_labels(modes);
    return "D()=conj(L" + labels + ")*R" + labels;
}

Scalar read(DType dtype, const void* number) {
    return visit_numeric(dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        return Scalar(static_cast<ComputeOf<T>>(*static_cast<const T*>(number)));
    });
}

bool lie_alike(const DistributedLayout& a, const DistributedLayout& b) {
    return a.dtype == b.dtype && a.extents == b.extents && a.distribution == b.distribution;
}

/// This rank's summand: the product of its parts; 0 where a lower rank holds the same elements.
Scalar dot_of_parts(const Communicator& communicator, const ConstDistributedView& a,
                    const ConstDistributedView& b, Context& context) {
    const int rank = communicator.rank();
    check_distributed_layout(a.layout, communicator.ranks(), "a");
    check_distributed_layout(b.layout, communicator.ranks(), "b");
    check_space("a", a.space, context.options().device);
    check_space("b", b.space, context.options().device);
    const Placement placement = placement_of(a.layout);
    const Layout of_l = local_layout(a.layout, rank);
    const Layout of_r = local_layout(b.layout, rank);
    const bool holds = holds_elements(placement.grid, of_l, rank);
    if (!holds || !is_first_holder(placement, rank)) return {};
    ContractOptions options;
    options.context = &context;
    std::array<double, 2> sum{};
    contract(dot_of(a.layout.extents.size()), TensorView(a.layout.dtype, packed({}), sum.data()),
             ConstTensorView(a.layout.dtype, of_l, a.data),
             ConstTensorView(b.layout.dtype, of_r, b.data), options);
    return read(a.layout.dtype, sum.data());
}

/// The dot product of tensors that lie alike. Collective.
Scalar dot_in_place(Communicator& communicator, const ConstDistributedView& a,
                    const ConstDistributedView& b, Context* context) {
    Transport& transport = *communicator.transport();
    const Scalar summand = agreed(transport, [&] {
        return dot_of_parts(communicator, a, b, context != nullptr ? *context : thread_context());
    });
    const std::array<double, 2> mine{summand.real(), summand.imag()};
    const std::vector<double> all = transport.all_numbers(mine);
    Scalar sum{};
    for (std::size_t i = 0; i < all.size(); i += 2) sum += Scalar(all[i], all[i + 1]);
    return sum;
}

/// The dot product by a plan over ranks, which moves a tensor. Collective.
Scalar dot_by_plan(Communicator& communicator, const ConstDistributedView& a,
                   const ConstDistributedView& b, Context* context) {
    DistributedTensor sum(communicator, a.layout.dtype, {}, replicated(communicator.ranks(), 0));
    DistributedContractOptions options;
    options.context = context;
    contract(communicator, dot_of(a.layout.extents.size()), sum, {a, b}, options);
    return read(a.layout.dtype, sum.data());
}

}  // namespace

Scalar dot(Communicator& communicator, const ConstDistributedView& a, const ConstDistributedView& b,
           Context* context) {
    check_same(*communicator.transport(), {{"a", to_string(a.layout)}, {"b", to_string(b.layout)}});
    return lie_alike(a.layout, b.layout) ? dot_in_place(communicator, a, b, context)
                                         : dot_by_plan(communicator, a, b, context);
}

double norm(Communicator& communicator, const ConstDistributedView& a, Context* context) {
    return std::sqrt(dot(communicator, a, a, context).real());
}

}  // namespace ttgt
