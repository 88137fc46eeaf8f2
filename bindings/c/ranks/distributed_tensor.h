// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_ranks.h>
#include <ttgt/distributed.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ttgt::c {

/// The tensors of a contraction over ranks, checked one by one.
struct DistributedTensors {
    DistributedView output;
    std::vector<ConstDistributedView> inputs;

    [[nodiscard]] std::vector<DistributedLayout> layouts() const;
};

/// The layout of a tensor of which a message speaks as `operand`. Throws InvalidArgument and
/// RankMismatch.
[[nodiscard]] DistributedLayout layout_of(const ttgt_distributed_tensor& tensor,
                                          const std::string& operand);
/// The same, and the caller's part compared with that of `rank`. Throws ShapeMismatch, too.
[[nodiscard]] DistributedLayout checked_layout_of(const ttgt_distributed_tensor& tensor, int rank,
                                                  const std::string& operand);
/// The tensor with this rank's part, compared as checked_layout_of() does. Throws what it throws.
[[nodiscard]] DistributedView view_of(const ttgt_distributed_tensor& tensor, int rank,
                                      const std::string& operand);
/// Reads as many inputs as the expression has, and none where `input_count` is another number.
/// `rank` is the calling rank's number.
[[nodiscard]] DistributedTensors read_tensors(const char* expression,
                                              const ttgt_distributed_tensor* output,
                                              const ttgt_distributed_tensor* inputs,
                                              std::int32_t input_count, int rank);

}  // namespace ttgt::c
