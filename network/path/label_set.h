// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "network/path/network.h"

namespace ttgt::network {

/// A set of labels that is emptied at once.
class LabelSet {
public:
    explicit LabelSet(std::size_t labels) : marks_(labels) {}
    void clear() { ++mark_; }
    [[nodiscard]] bool has(std::size_t label) const { return marks_[label] == mark_; }
    void add(const Labels& labels) {
        for (const std::size_t label : labels) marks_[label] = mark_;
    }

private:
    std::vector<std::uint64_t> marks_;
    std::uint64_t mark_ = 1;
};

}  // namespace ttgt::network
