// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "src/reference/reference.h"

/// Short ways to write a reference problem: every label is one character.
namespace ttgt::reference {

using Extents = std::vector<std::int64_t>;

[[nodiscard]] inline std::vector<std::string> split_characters(const std::string& labels) {
    std::vector<std::string> result;
    for (const char label : labels) result.emplace_back(1, label);
    return result;
}

template <class T>
[[nodiscard]] Input input(const std::string& labels, const std::vector<T>& data, Extents extents) {
    return {split_characters(labels), view(data.data(), std::move(extents))};
}

[[nodiscard]] inline Problem problem(const std::string& labels, Extents extents,
                                     std::vector<Input> inputs) {
    return {
        split_characters(labels), std::move(extents), std::move(inputs), {1.0, 0.0}, {0.0, 0.0}};
}

/// All index tuples, first mode fastest: in the order of `evaluate`.
[[nodiscard]] inline std::vector<Extents> all_indices(const Extents& extents) {
    std::vector<Extents> indices;
    for (std::int64_t position = 0; position < volume(packed(extents)); ++position) {
        Extents index;
        std::int64_t rest = position;
        for (const std::int64_t extent : extents) {
            index.push_back(rest % extent);
            rest /= extent;
        }
        indices.push_back(std::move(index));
    }
    return indices;
}

[[nodiscard]] inline std::int64_t offset_of(const Extents& index, const Layout& layout) {
    std::int64_t offset = 0;
    for (std::size_t mode = 0; mode < index.size(); ++mode) {
        offset += index[mode] * layout.strides[mode];
    }
    return offset;
}

}  // namespace ttgt::reference
