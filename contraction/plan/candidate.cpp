// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/candidate.h"

#include <fmt/format.h>

namespace ttgt {
namespace {

std::string names(const Problem& problem, const std::vector<std::size_t>& labels) {
    std::string text;
    for (const std::size_t label : labels) {
        if (!text.empty()) text += ',';
        text += problem.labels[label].name;
    }
    return text;
}

std::string describe_factor(const Problem& problem, const GemmForm& form,
                            const MatrixFactor& factor, const std::vector<std::size_t>& free) {
    const char* letter = factor.operand == operand_l ? "L" : "R";
    if (factor.in_place) return fmt::format("{} in place", letter);
    const std::string inner = names(problem, form.inner);
    const std::string outer = names(problem, free);
    return factor.inner_fastest ? fmt::format("{}->({} | {})", letter, inner, outer)
                                : fmt::format("{}->({} | {})", letter, outer, inner);
}

std::string describe_gemm(const Problem& problem, const GemmForm& form) {
    std::string text = "gemm " + describe_factor(problem, form, form.left, form.rows) + ", " +
                       describe_factor(problem, form, form.right, form.columns) + ", ";
    if (form.output_in_place) {
        text += "D in place";
    } else {
        text +=
            fmt::format("D->({} | {})", names(problem, form.rows), names(problem, form.columns));
    }
    if (!form.loops.empty()) text += ", looped over " + names(problem, form.loops);
    if (form.real_view) text += ", real view";
    if (form.padding_unit > 1) text += fmt::format(", padded to {}s", form.padding_unit);
    return text;
}

}  // namespace

std::string describe(const Problem& problem, const Candidate& candidate) {
    std::string text;
    switch (candidate.method) {
        case Method::nothing:
            text = "nothing";
            break;
        case Method::scale:
            text = "scale";
            break;
        case Method::transpose:
            text = "transpose";
            break;
        case Method::reduce:
            text = "reduce";
            break;
        case Method::direct:
            text = candidate.kernel ? "direct by " + candidate.kernel->describe() : "direct";
            for (const ReorderedInput& reordered : candidate.reordered) {
                text += fmt::format(", {}->({})", reordered.operand == operand_l ? "L" : "R",
                                    names(problem, reordered.labels));
            }
            break;
        case Method::gemm:
            text = describe_gemm(problem, candidate.gemm);
    }
    for (const Slice& slice : candidate.slices) {
        text += fmt::format(", slices of {}:{}", problem.labels[slice.label].name, slice.chunk);
    }
    return text;
}

}  // namespace ttgt
