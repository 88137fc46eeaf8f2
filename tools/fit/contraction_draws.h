// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <random>
#include <string>

#include "tools/bench/cases/case_file.h"

namespace ttgt::tool {

/// How large drawn contractions are.
struct DrawLimits {
    /// Elements of all tensors, at most; above 1e6.
    double elements = 1e8;
    /// Multiplications and additions of elements, at most; above 1e8.
    double operations = 3e11;
};

/// A contraction of two packed tensors drawn at random, as tools/fit/draw_contractions.py draws
/// them: rows, columns and inner positions by the logarithm, each divided among one to three
/// labels, and in every fifth contraction a batch label; the labels of each tensor in a random
/// order. `index` gives the id and the line.
[[nodiscard]] ContractionCase drawn_contraction(std::mt19937_64& random, const DrawLimits& limits,
                                                std::size_t index);

/// The case as a line of a case file, its end included.
[[nodiscard]] std::string line_of(const ContractionCase& given);

}  // namespace ttgt::tool
