// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_layout.h>
#include <ttgt/dtype.h>

#include <memory>

#include "bindings/cutensor/live.h"
#include "bindings/cutensor/plan/planned.h"

/// A tensor's type, and where its blocks are. Its name is cuTENSOR's.
struct cutensorBlockSparseTensorDescriptor final : ttgt::cutensor::Live<0x74746774'626c6f63> {
    cutensorBlockSparseTensorDescriptor(ttgt::DType type, ttgt::BlockLayout blocks)
        : dtype(type), layout(std::move(blocks)) {}

    ttgt::DType dtype;
    ttgt::BlockLayout layout;
};

namespace ttgt::cutensor {

/// Plans a contraction of tensors of blocks. Throws and expects as plan_operation(). The inputs and
/// the output of its calls are arrays of the blocks' addresses.
[[nodiscard]] std::shared_ptr<const Planned> plan_block_sparse(Handle& handle,
                                                               const Operation& operation,
                                                               std::int64_t workspace_limit);

}  // namespace ttgt::cutensor
