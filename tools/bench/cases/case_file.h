// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/io/values.h"
#include "tools/operands/label_extents.h"

/// Case files: one case per line, fields separated by tabs; lines that are blank or start with `#`
/// say nothing. Both readers check every case as a whole and throw FileError naming path, line and
/// field.
namespace ttgt::tool {

/// `id  expression  extents  [dtype]`, the extents as parse_label_extents() reads them. Every label
/// of the expression has one extent, and no other label has; each tensor fits 64 bits of bytes.
struct ContractionCase {
    std::size_t line = 0;  ///< from 1
    std::string id;
    std::string expression;
    std::vector<LabelExtent> extents;
    std::optional<DType> dtype;
};
[[nodiscard]] std::vector<ContractionCase> parse_contraction_cases(std::string_view text,
                                                                   const std::string& path);
/// The dtype that the option --dtype names; where the option is empty, the case's own, else
/// float64.
[[nodiscard]] DType dtype_of(const ContractionCase& given, std::string_view option);

/// `id  element_bytes  extents  perm  [array]`, first mode fastest; perm[i] = the input mode at
/// output position i. Where there is an array, the input is the block of these extents at its
/// beginning, and the output is the block of the permuted extents at the beginning of an array of
/// the permuted extents of the array.
struct TransposeCase {
    std::size_t line = 0;  ///< from 1
    std::string id;
    DType dtype = DType::opaque8;
    std::vector<std::int64_t> extents;
    std::vector<int> perm;
    std::vector<std::int64_t> array;  ///< empty: both sides are packed
};
[[nodiscard]] std::vector<TransposeCase> parse_transpose_cases(std::string_view text,
                                                               const std::string& path);

template <class Case>
[[nodiscard]] std::vector<std::string> ids_of(const std::vector<Case>& cases) {
    std::vector<std::string> ids(cases.size());
    std::transform(cases.begin(), cases.end(), ids.begin(),
                   [](const Case& entry) { return entry.id; });
    return ids;
}

/// 16 hexadecimal digits that another text hardly has.
[[nodiscard]] std::string checksum(std::string_view text);

}  // namespace ttgt::tool
