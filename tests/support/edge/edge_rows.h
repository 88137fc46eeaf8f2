// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "tests/support/problems/random_problem.h"

namespace ttgt::test {

/// One row of tests/data/edge.tsv, whose header says what the columns mean.
struct EdgeRow {
    std::string id;
    std::string category;
    std::string syntax;
    std::string subscripts;
    std::vector<std::vector<std::int64_t>> shapes;
    std::string dtype;
    std::vector<bool> conjugated;
    std::string expected;
    std::string strict;
    std::string explicit_form;
    std::vector<std::int64_t> out_shape;
    Scalar check{};
};
void PrintTo(const EdgeRow& row, std::ostream* stream);

/// All rows; throws where the file is missing or malformed.
[[nodiscard]] std::vector<EdgeRow> read_edge_rows();
/// The row of that id.
[[nodiscard]] EdgeRow edge_row(const std::string& id);

/// The row in our grammar, its labels by operand. TAL-SH rows keep their strings. An ellipsis is
/// spelled out as labels of its own; list form is renamed (0 becomes n0). What a row has wrong on
/// purpose (bad characters, broken arrows and ellipses) stays as it is.
struct SpokenRow {
    std::string expression;
    std::vector<std::string> output_labels;
    std::vector<std::vector<std::string>> input_labels;
};
[[nodiscard]] SpokenRow speak(const EdgeRow& row);

}  // namespace ttgt::test
