// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/move_shapes.h"

namespace ttgt::blocks {

std::size_t MoveShapes::Hash::operator()(const List& list) const noexcept {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    std::uint64_t hash = list.size();
    for (const std::int64_t number : list) {
        hash = (hash ^ static_cast<std::uint64_t>(number)) * odd;
        hash ^= hash >> 32U;
    }
    return hash;
}

std::uint32_t MoveShapes::number_of(const MoveShape& shape) {
    wanted_.clear();
    for (const auto& numbers : {shape.extents, shape.to_strides, shape.from_strides}) {
        wanted_.insert(wanted_.end(), numbers.begin(), numbers.end());
    }
    const auto next = static_cast<std::uint32_t>(lists_.size());
    const auto [found, is_new] = numbers_.try_emplace(wanted_, next);
    if (is_new) {
        lists_.push_back(&found->first);
        double volume = 1;
        for (const std::int64_t extent : shape.extents) volume *= static_cast<double>(extent);
        volumes_.push_back(volume);
    }
    return found->second;
}

MoveShape MoveShapes::shape(std::uint32_t number) const {
    const std::span<const std::int64_t> list = *lists_[number];
    const std::size_t modes = list.size() / 3;
    return {list.first(modes), list.subspan(modes, modes), list.last(modes)};
}

}  // namespace ttgt::blocks
