// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/reference/reference.h"

namespace ttgt::reference {

/// One stride per label of a problem; 0 where the array lacks the label.
using Strides = std::vector<std::int64_t>;

/// A problem's labels with their extents, and how each input moves along them.
struct BoundLabels {
    std::vector<std::string> labels;    ///< the output's in its order, then by first appearance
    std::vector<std::int64_t> extents;  ///< per label
    std::size_t outputs = 0;            ///< how many of the labels are the output's
    std::vector<Strides> strides;       ///< [input][label]; those of a repeated label are summed
    std::vector<std::vector<bool>> present;  ///< [input][label]
};

/// Throws RankMismatch, ExtentMismatch or InvalidArgument where labels and layouts do not fit.
[[nodiscard]] BoundLabels bind_labels(const Problem& problem);

/// Throws InvalidArgument where `tensor` cannot hold an output of the problem, naming it `what`.
void check_output(const Problem& problem, const ConstTensorView& tensor, const std::string& what);

/// The strides of a tensor with the output's modes, 0 for the summed labels; all 0 for null.
[[nodiscard]] Strides output_strides(const BoundLabels& bound, const ConstTensorView* tensor);
/// Those of a packed output, first label fastest: offsets are positions in `evaluate`'s result.
[[nodiscard]] Strides position_strides(const BoundLabels& bound);

/// Some of a problem's labels, by number.
using Group = std::vector<std::size_t>;
[[nodiscard]] Group output_group(const BoundLabels& bound);
[[nodiscard]] Group summed_group(const BoundLabels& bound);
/// Number of index tuples of the group's labels.
[[nodiscard]] std::int64_t group_size(const BoundLabels& bound, const Group& group);

}  // namespace ttgt::reference
