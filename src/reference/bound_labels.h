// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/reference/reference.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

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

/// Visits the index tuples of a group, first label fastest, keeping one offset per array.
class Walk {
public:
    Walk(const BoundLabels& bound, const Group& group, const std::vector<Strides>& arrays);

    [[nodiscard]] std::int64_t offset(std::size_t array) const { return offsets_[array]; }
    [[nodiscard]] const std::vector<std::int64_t>& index() const { return index_; }
    /// Goes to the tuple at `position` in the order of the visit.
    void seek(std::int64_t position);
    /// Goes to the given tuple; throws InvalidArgument where it is none of the group's.
    void go_to(const std::vector<std::int64_t>& index);
    /// Goes to the next tuple; from the last one to the first.
    void next();

private:
    struct Step {
        std::int64_t extent;
        std::vector<std::int64_t> strides;  // per array
    };
    void move(std::size_t label, std::int64_t steps);

    std::vector<Step> steps_;
    std::vector<std::int64_t> index_;
    std::vector<std::int64_t> offsets_;
};

/// Offsets of the tuples [begin, end) of a group in one array.
[[nodiscard]] std::vector<std::int64_t> offsets(const BoundLabels& bound, const Group& group,
                                                const Strides& strides, std::int64_t begin,
                                                std::int64_t end);

}  // namespace ttgt::reference
