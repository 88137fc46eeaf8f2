// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "contraction/cuda/generated/generated_shape.h"

namespace ttgt::cuda {

/// What the cache on disk keeps of a search.
struct KernelRecord {
    std::string shape;       ///< of the fastest variant, as shape_text() writes it
    double measured_us = 0;  ///< what it took
    double seconds = 0;      ///< that the search was given
};

/// All that tells variants of one problem apart, in one line.
[[nodiscard]] std::string shape_text(const GeneratedShape& shape);

[[nodiscard]] std::string to_text(const KernelRecord& record);
/// Nothing where the text is not one that to_text() writes. The shape is any text.
[[nodiscard]] std::optional<KernelRecord> parse_kernel_record(std::string_view text);

/// All that the fastest variant depends on, as lines: what is kept, the problem in words, `device`,
/// then the problem's labels, tensors and stages.
[[nodiscard]] std::string kernel_key(const GeneratedProblem& problem, const std::string& device);

}  // namespace ttgt::cuda
