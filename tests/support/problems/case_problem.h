// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "contraction/expression/expression.h"
#include "tests/support/problems/random_problem.h"
#include "tools/bench/cases/case_file.h"

namespace ttgt::test {

using LabelExtents = std::map<std::string, std::int64_t>;

/// The cases of benchmarks/data/<name>.tsv.
[[nodiscard]] std::vector<tool::ContractionCase> read_contraction_cases(const std::string& name);
[[nodiscard]] std::vector<tool::TransposeCase> read_transpose_cases(const std::string& name);

/// The extents as the file has them.
[[nodiscard]] LabelExtents full_extents(const tool::ContractionCase& given);
/// The extents brought down to odd values until their product is at most `limit`.
[[nodiscard]] LabelExtents reduced_extents(const tool::ContractionCase& given, std::int64_t limit);

/// A case of one or two factors with packed operands of one dtype; its string stays as it is.
[[nodiscard]] TestProblem problem_of(const std::string& text, const LabelExtents& extents,
                                     DType dtype);
/// A transpose as an assignment of one input.
[[nodiscard]] TestProblem problem_of(const tool::TransposeCase& given, std::int64_t volume_limit,
                                     DType dtype);

}  // namespace ttgt::test
