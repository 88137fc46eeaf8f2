// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed_program.h>
#include <ttgt/error.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "contraction/expression/expression.h"
#include "src/core/files/text_file.h"
#include "tools/io/values.h"
#include "tools/operands/label_extents.h"

namespace ttgt::bench {

/// A program over ranks.
struct RankProgramCase {
    std::string id;
    std::string program;
    std::map<std::string, std::int64_t> extents;  ///< of each label
    std::set<std::string> outputs;                ///< tensors that are written and no temporaries
};

[[nodiscard]] inline RankProgramCase parse_rank_program(const std::string& line) {
    const std::vector<std::string_view> fields = tool::split(line, '\t');
    if (fields.size() != 4) throw InvalidArgument("a case has four fields: " + line);
    RankProgramCase result{std::string(fields[0]), std::string(fields[1]), {}, {}};
    if (result.program.ends_with(".txt")) result.program = read_text_file(result.program);
    for (const tool::LabelExtent& of : tool::parse_label_extents(fields[2], "extents")) {
        result.extents.emplace(of.label, of.extent);
    }
    for (const std::string_view output : tool::split(fields[3], ' ')) {
        result.outputs.emplace(output);
    }
    return result;
}

/// The tensors of the program that are no temporaries, spread evenly over the ranks.
[[nodiscard]] inline std::vector<NamedDistributedOperand> operands_of(const RankProgramCase& given,
                                                                      int ranks) {
    std::vector<NamedDistributedOperand> operands;
    std::set<std::string> known;
    const auto add = [&](const Factor& factor) {
        if (!known.insert(factor.name).second) return;
        DistributedLayout layout;
        for (const std::string& label : factor.labels) {
            layout.extents.push_back(given.extents.at(label));
        }
        layout.distribution = spread_evenly(ranks, layout.extents);
        operands.push_back({factor.name, layout});
    };
    for (const Expression& statement : parse_program(given.program)) {
        for (const Term& term : statement.terms) {
            for (const Factor& factor : term.factors) add(factor);
        }
        const std::string& output = statement.output.name;
        if (given.outputs.contains(output)) add(statement.output);
        known.insert(output);
    }
    return operands;
}

/// The cases of a file, in its order.
[[nodiscard]] inline std::vector<RankProgramCase> read_rank_programs(const std::string& path) {
    std::vector<RankProgramCase> cases;
    const std::string text = read_text_file(path);
    for (const std::string_view line : tool::split(text, '\n')) {
        if (line.empty() || line.front() == '#') continue;
        cases.push_back(parse_rank_program(std::string(line)));
    }
    return cases;
}

}  // namespace ttgt::bench
