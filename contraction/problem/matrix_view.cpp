// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/problem/matrix_view.h"

#include <algorithm>

namespace ttgt {

Extents full_extents(const Problem& problem) {
    Extents extents;
    extents.reserve(problem.labels.size());
    for (const ProblemLabel& label : problem.labels) extents.push_back(label.extent);
    return extents;
}

std::int64_t volume(const std::vector<std::size_t>& group, const Extents& extents) {
    std::int64_t product = 1;
    for (const std::size_t label : group) product *= extents[label];
    return product;
}

std::optional<MergedGroup> merge_group(const Problem& problem, Operand operand,
                                       const std::vector<std::size_t>& group,
                                       const Extents& extents) {
    MergedGroup merged;
    for (const std::size_t label : group) {
        if (extents[label] == 1) continue;
        const std::int64_t stride = problem.labels[label].strides[operand];
        if (merged.extent == 1) {
            merged.stride = stride;
        } else if (stride != merged.stride * merged.extent) {
            return std::nullopt;
        }
        merged.extent *= extents[label];
    }
    return merged;
}

std::optional<MergedGroup> merge_group(const Problem& problem, Operand operand,
                                       const std::vector<std::size_t>& group,
                                       const std::vector<Extents>& shapes) {
    const auto whole = merge_group(problem, operand, group, shapes.front());
    const auto has_its_stride = [&](const Extents& extents) {
        const auto rest = merge_group(problem, operand, group, extents);
        return rest && (rest->extent == 1 || rest->stride == whole->stride);
    };
    const bool all = whole && std::all_of(shapes.begin() + 1, shapes.end(), has_its_stride);
    return all ? whole : std::nullopt;
}

std::optional<MatrixView> as_matrix(const std::optional<MergedGroup>& rows,
                                    const std::optional<MergedGroup>& columns) {
    if (!rows || !columns) return std::nullopt;
    if (rows->extent > 1 && rows->stride != 1) return std::nullopt;
    if (columns->extent > 1 && columns->stride < rows->extent) return std::nullopt;
    return MatrixView{rows->extent, columns->extent,
                      columns->extent > 1 ? columns->stride : rows->extent};
}

std::optional<MatrixView> as_matrix(const Problem& problem, Operand operand,
                                    const std::vector<std::size_t>& row_group,
                                    const std::vector<std::size_t>& column_group,
                                    const Extents& extents) {
    return as_matrix(merge_group(problem, operand, row_group, extents),
                     merge_group(problem, operand, column_group, extents));
}

}  // namespace ttgt
