// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>

#include <string>
#include <string_view>
#include <vector>

#include "contraction/expression/einsum.h"
#include "contraction/expression/expression.h"
#include "src/core/files/text_file.h"
#include "tools/io/values.h"
#include "tools/operands/label_extents.h"

namespace ttgt::bench {

/// A line of benchmarks/data/scale_out.tsv.
struct ScaleOutCase {
    std::string id;
    std::string text;
    Expression expression;
    std::vector<tool::LabelExtent> extents;
    std::string divided;  ///< the label that a GPU has its part of in weak scaling
    std::string aligned;  ///< as `ttgt contract --spread`, with blanks between
    std::string other;

    /// The part of the whole that `ranks` of `all` GPUs have.
    [[nodiscard]] std::vector<tool::LabelExtent> part(int ranks, int all) const {
        std::vector<tool::LabelExtent> part = extents;
        for (tool::LabelExtent& entry : part) {
            if (entry.label == divided) entry.extent = entry.extent * ranks / all;
        }
        return part;
    }
};

/// Throws InvalidArgument naming the line that is none.
[[nodiscard]] inline ScaleOutCase parse_scale_out_case(const std::string& line) {
    const std::vector<std::string_view> fields = tool::split(line, '\t');
    if (fields.size() != 6) throw InvalidArgument("a case has six fields: " + line);
    ScaleOutCase result;
    result.id = fields[0];
    result.text = fields[1];
    result.expression = read_expression(result.text);
    result.extents = tool::parse_label_extents(fields[2], "extents");
    result.divided = fields[3];
    result.aligned = fields[4];
    result.other = fields[5];
    return result;
}

[[nodiscard]] inline std::vector<ScaleOutCase> read_scale_out_cases(const std::string& path) {
    std::vector<ScaleOutCase> cases;
    const std::string text = read_text_file(path);
    for (const std::string_view line : tool::split(text, '\n')) {
        if (!line.empty() && line.front() != '#') {
            cases.push_back(parse_scale_out_case(std::string(line)));
        }
    }
    return cases;
}

}  // namespace ttgt::bench
