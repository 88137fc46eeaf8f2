// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_ranks.h>
#include <ttgt/distributed.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "bindings/c/ranks/distributed_tensor.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

/// The layout whose parts have no gaps: strides are of one rank's part, and say nothing of others.
DistributedLayout packed_layout(const ttgt_distributed_tensor* tensor) {
    check_given(tensor, "tensor");
    DistributedLayout layout = layout_of(*tensor, "the tensor");
    layout.strides.clear();
    return layout;
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_distributed_part(const ttgt_distributed_tensor* tensor, int32_t rank,
                                  int64_t* extents) {
    return guarded([&] {
        const ttgt::Layout part = ttgt::local_layout(packed_layout(tensor), rank);
        if (!part.extents.empty()) check_given(extents, "extents");
        std::copy(part.extents.begin(), part.extents.end(), extents);
    });
}

ttgt_status ttgt_distributed_indices(const ttgt_distributed_tensor* tensor, int32_t mode,
                                     int32_t rank, int64_t* indices) {
    return guarded([&] {
        const ttgt::DistributedLayout layout = packed_layout(tensor);
        if (mode < 0) throw ttgt::InvalidArgument(fmt::format("there is no mode {}", mode));
        const std::vector<std::int64_t> held =
            ttgt::global_indices(layout, static_cast<std::size_t>(mode), rank);
        if (!held.empty()) check_given(indices, "indices");
        std::copy(held.begin(), held.end(), indices);
    });
}
