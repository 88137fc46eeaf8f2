// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/reference/bound_labels.h"

namespace ttgt::reference {

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
