// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/reference/walk.h"

#include <ttgt/error.h>

#include <utility>

#include <fmt/format.h>

namespace ttgt::reference {

Walk::Walk(const BoundLabels& bound, const Group& group, const std::vector<Strides>& arrays)
    : index_(group.size(), 0), offsets_(arrays.size(), 0) {
    for (const std::size_t label : group) {
        Step step{bound.extents[label], {}};
        for (const Strides& strides : arrays) step.strides.push_back(strides[label]);
        steps_.push_back(std::move(step));
    }
}

void Walk::move(std::size_t label, std::int64_t steps) {
    index_[label] += steps;
    for (std::size_t array = 0; array < offsets_.size(); ++array) {
        offsets_[array] += steps * steps_[label].strides[array];
    }
}

void Walk::seek(std::int64_t position) {
    for (std::size_t label = 0; label < steps_.size(); ++label) {
        move(label, position % steps_[label].extent - index_[label]);
        position /= steps_[label].extent;
    }
}

void Walk::go_to(const std::vector<std::int64_t>& index) {
    if (index.size() != steps_.size()) {
        throw RankMismatch(fmt::format("an output index of {} numbers for {} output labels",
                                       index.size(), steps_.size()));
    }
    for (std::size_t label = 0; label < steps_.size(); ++label) {
        if (index[label] < 0 || index[label] >= steps_[label].extent) {
            throw InvalidArgument(fmt::format("output index {} in mode {} of extent {}",
                                              index[label], label, steps_[label].extent));
        }
        move(label, index[label] - index_[label]);
    }
}

void Walk::next() {
    for (std::size_t label = 0; label < steps_.size(); ++label) {
        if (index_[label] + 1 < steps_[label].extent) {
            move(label, 1);
            return;
        }
        move(label, -index_[label]);
    }
}

std::vector<std::int64_t> offsets(const BoundLabels& bound, const Group& group,
                                  const Strides& strides, std::int64_t begin, std::int64_t end) {
    std::vector<std::int64_t> result;
    if (begin >= end) return result;
    result.reserve(static_cast<std::size_t>(end - begin));
    Walk walk(bound, group, {strides});
    walk.seek(begin);
    for (std::int64_t position = begin; position < end; ++position) {
        result.push_back(walk.offset(0));
        walk.next();
    }
    return result;
}

}  // namespace ttgt::reference
