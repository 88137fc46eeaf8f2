// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_layout.h>

#include <cstdint>
#include <vector>

#include "contraction/expression/expression.h"

namespace ttgt::blocks {

/// The packed layout of blocks with these coordinates, sorted with the first mode's section
/// fastest.
[[nodiscard]] BlockLayout sorted_blocks(const std::vector<Sections>& sections,
                                        std::vector<std::int32_t> coordinates, std::int64_t blocks);

/// The blocks that any of these layouts has, sorted. Precondition: there is a layout, and the
/// sections of all are the same.
[[nodiscard]] BlockLayout blocks_of_any(const std::vector<BlockLayout>& layouts);

/// output_blocks() of an expression of one term with one or two factors.
[[nodiscard]] BlockLayout reached_blocks(const Expression& expression,
                                         const std::vector<BlockLayout>& inputs);

}  // namespace ttgt::blocks
