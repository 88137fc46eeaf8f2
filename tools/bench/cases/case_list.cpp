// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases/case_list.h"

#include <ttgt/error.h>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/io/errors.h"
#include "tools/operands/portable_random.h"

namespace ttgt::tool {

std::vector<std::size_t> sample_positions(std::size_t size, std::size_t count, std::uint64_t seed) {
    std::vector<std::size_t> positions(size);
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    if (count >= size) return positions;
    PortableRandom random(seed);
    random.shuffle(positions);
    positions.resize(count);
    std::sort(positions.begin(), positions.end());
    return positions;
}

Part parse_part(std::string_view text, std::string_view what) {
    const std::vector<std::string_view> numbers = split(text, '/');
    if (numbers.size() != 2) {
        throw InvalidArgument(
            fmt::format("{}: {} is not a part such as 2/8", what, in_quotes(text)));
    }
    const std::int64_t number = parse_integer(numbers[0], 1, what);
    const std::int64_t count = parse_integer(numbers[1], 1, what);
    if (number > count) {
        throw InvalidArgument(fmt::format("{}: there is no part {} of {}", what, number, count));
    }
    return {static_cast<std::size_t>(number), static_cast<std::size_t>(count)};
}

std::string to_case_file(const std::vector<ContractionCase>& cases, DType dtype) {
    std::string text = "# id\texpression\textents\tdtype\n";
    for (const ContractionCase& entry : cases) {
        text += fmt::format("{}\t{}\t{}\t{}\n", entry.id, entry.expression,
                            to_string(entry.extents), name(dtype));
    }
    return text;
}

std::string to_case_file(const std::vector<TransposeCase>& cases) {
    std::string text = "# id\telement_bytes\textents\tperm\tarray\n";
    for (const TransposeCase& entry : cases) {
        text += fmt::format("{}\t{}\t{}\t{}", entry.id, size_bytes(entry.dtype),
                            fmt::join(entry.extents, ","), fmt::join(entry.perm, ","));
        if (!entry.array.empty()) text += fmt::format("\t{}", fmt::join(entry.array, ","));
        text += '\n';
    }
    return text;
}

std::string to_string(const std::vector<LabelExtent>& extents) {
    std::string text;
    for (const LabelExtent& entry : extents) {
        text += fmt::format("{}{}:{}", text.empty() ? "" : ",", entry.label, entry.extent);
    }
    return text;
}

}  // namespace ttgt::tool
