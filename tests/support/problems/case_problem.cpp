// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/problems/case_problem.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "src/core/files/text_file.h"
#include "tests/support/source_folder.h"

namespace ttgt::test {
namespace {

std::string data_path(const std::string& name) {
    return TTGT_SOURCE_DIR "/benchmarks/data/" + name + ".tsv";
}

/// Lowers the largest extents, first to 13, 11, 7, 5, 3 in turn, until the product fits.
std::vector<std::int64_t> reduce(std::vector<std::int64_t> extents, std::int64_t limit) {
    constexpr std::int64_t starts[] = {13, 11, 7, 5};
    std::size_t turn = 0;
    for (std::int64_t& extent : extents) extent = std::min(extent, starts[turn++ % 4]);
    const auto product = [&extents] {
        std::int64_t result = 1;
        for (const std::int64_t extent : extents) result *= extent;
        return result;
    };
    while (product() > limit) {
        std::int64_t& largest = *std::max_element(extents.begin(), extents.end());
        largest = largest > 3 ? largest - 2 : largest - 1;
    }
    return extents;
}

TestOperand operand(const Factor& factor, const LabelExtents& extents, DType dtype) {
    TestOperand result;
    result.dtype = dtype;
    result.labels = factor.labels;
    result.conjugated = factor.conjugated;
    std::vector<std::int64_t> of_modes;
    for (const std::string& label : factor.labels) of_modes.push_back(extents.at(label));
    result.layout = packed(of_modes);
    return result;
}

}  // namespace

std::vector<tool::ContractionCase> read_contraction_cases(const std::string& name) {
    const std::string path = data_path(name);
    return tool::parse_contraction_cases(read_text_file(path), path);
}

std::vector<tool::TransposeCase> read_transpose_cases(const std::string& name) {
    const std::string path = data_path(name);
    return tool::parse_transpose_cases(read_text_file(path), path);
}

LabelExtents full_extents(const tool::ContractionCase& given) {
    LabelExtents extents;
    for (const tool::LabelExtent& label : given.extents) extents[label.label] = label.extent;
    return extents;
}

LabelExtents reduced_extents(const tool::ContractionCase& given, std::int64_t limit) {
    std::vector<std::int64_t> extents;
    for (const tool::LabelExtent& label : given.extents) extents.push_back(label.extent);
    extents = reduce(std::move(extents), limit);
    LabelExtents result;
    for (std::size_t i = 0; i < extents.size(); ++i) result[given.extents[i].label] = extents[i];
    return result;
}

TestProblem problem_of(const std::string& text, const LabelExtents& extents, DType dtype) {
    const Expression expression = parse_expression(text);
    TestProblem problem;
    problem.text = text;
    problem.d = operand(expression.output, extents, dtype);
    for (const Factor& factor : expression.terms.at(0).factors) {
        problem.inputs.push_back(operand(factor, extents, dtype));
    }
    problem.assignment = spelling(expression.assignment);
    problem.literal = expression.terms[0].scale;
    return problem;
}

TestProblem problem_of(const tool::TransposeCase& given, std::int64_t volume_limit, DType dtype) {
    TestProblem problem;
    const std::vector<std::int64_t> extents = reduce(given.extents, volume_limit);
    TestOperand& in = problem.inputs.emplace_back();
    in.dtype = dtype;
    in.layout = packed(extents);
    for (std::size_t mode = 0; mode < extents.size(); ++mode) {
        in.labels.push_back(fmt::format("i{}", mode));
    }
    problem.d.dtype = dtype;
    std::vector<std::int64_t> out_extents;
    for (const int mode : given.perm) {
        const auto position = static_cast<std::size_t>(mode);
        problem.d.labels.push_back(in.labels[position]);
        out_extents.push_back(extents[position]);
    }
    problem.d.layout = packed(out_extents);
    return problem;
}

}  // namespace ttgt::test
