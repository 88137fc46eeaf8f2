// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_layout.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ttgt::blocks {

/// Some blocks of a layout, and which of their modes have the labels of a tuple.
struct TupleSource {
    const BlockLayout* layout = nullptr;
    const std::vector<std::uint32_t>* blocks = nullptr;  ///< numbers of blocks in the layout
    std::vector<std::size_t> modes;                      ///< one for each label of the tuple
};

/// A number for the tuple of sections that each block has.
struct TupleNumbers {
    std::vector<std::vector<std::uint32_t>> numbers;  ///< for each source, for each of its blocks
    std::uint32_t count = 0;                          ///< different tuples
};

/// Numbers tuples of sections from 0: equal tuples of all sources have equal numbers, which grow
/// with the sections, the first label's section fastest. `section_counts` are those of the tuple's
/// labels. Takes time in proportion to blocks times labels.
[[nodiscard]] TupleNumbers number_tuples(std::span<const TupleSource> sources,
                                         std::span<const std::size_t> section_counts);

}  // namespace ttgt::blocks
