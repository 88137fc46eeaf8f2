// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bench/cases/case_file.h"

namespace ttgt::tool {

/// `count` of `size` positions drawn at random, growing; all where there are fewer.
[[nodiscard]] std::vector<std::size_t> sample_positions(std::size_t size, std::size_t count,
                                                        std::uint64_t seed);
/// `count` of the cases drawn at random, in the order they had; all where there are fewer.
template <class Case>
[[nodiscard]] std::vector<Case> sample_of(const std::vector<Case>& cases, std::size_t count,
                                          std::uint64_t seed) {
    std::vector<Case> sample;
    for (const std::size_t position : sample_positions(cases.size(), count, seed)) {
        sample.push_back(cases[position]);
    }
    return sample;
}

/// One of `count` parts that together hold every case once.
struct Part {
    std::size_t number = 1;  ///< from 1
    std::size_t count = 1;
};
/// "2/8" is the second of eight; throws InvalidArgument, naming `what`.
[[nodiscard]] Part parse_part(std::string_view text, std::string_view what);
/// Every `count`-th case, so that all parts take about as long.
template <class Case>
[[nodiscard]] std::vector<Case> part_of(const std::vector<Case>& cases, const Part& part) {
    std::vector<Case> chosen;
    for (std::size_t i = part.number - 1; i < cases.size(); i += part.count) {
        chosen.push_back(cases[i]);
    }
    return chosen;
}

/// What parse_contraction_cases() reads back; `dtype` for every case.
[[nodiscard]] std::string to_case_file(const std::vector<ContractionCase>& cases, DType dtype);
/// What parse_transpose_cases() reads back.
[[nodiscard]] std::string to_case_file(const std::vector<TransposeCase>& cases);

/// "a:24,b:16".
[[nodiscard]] std::string to_string(const std::vector<LabelExtent>& extents);

}  // namespace ttgt::tool
