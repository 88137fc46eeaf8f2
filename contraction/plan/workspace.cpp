// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/workspace.h"

#include <ttgt/context.h>

#include <utility>

#include "contraction/plan/gemm_matrices.h"
#include "src/core/checked.h"

namespace ttgt {
namespace {

/// Bytes of an intermediate without gaps.
std::int64_t slice_bytes(const Problem& problem, Operand operand, const Extents& extents) {
    std::int64_t bytes = size_bytes(problem.dtypes[operand]);
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        const Role role = problem.labels[label].role;
        // The intermediate has no lone labels: the step that makes it sums over them.
        if (is_lone(role) || !stands_in(role, operand)) continue;
        bytes = checked_multiply(bytes, extents[label], "the workspace");
    }
    return bytes;
}

/// Bytes of the intermediate of a GEMM candidate's operand.
std::int64_t matrix_bytes(const Problem& problem, const GemmForm& form, Operand operand,
                          const Extents& extents) {
    const std::int64_t packed = slice_bytes(problem, operand, extents);
    if (form.padding_unit == 1 || packed == 0) return packed;
    const MatrixGroups groups = matrix_groups(form, operand);
    const MatrixView matrix = workspace_matrix(form, operand, extents);
    const std::int64_t given = volume(groups.rows, extents) * volume(groups.columns, extents);
    return checked_multiply(packed / given,
                            checked_multiply(matrix.ld, matrix.columns, "the workspace"),
                            "the workspace");
}

void reserve(WorkspaceMap& map, Operand operand, std::int64_t bytes) {
    map.offsets[operand] = align_in_workspace(map.bytes);
    map.bytes = checked_add(map.offsets[operand], bytes, "the workspace");
}

}  // namespace

std::int64_t align_in_workspace(std::int64_t bytes) {
    const std::int64_t padded = checked_add(bytes, workspace_alignment - 1, "the workspace");
    return padded / workspace_alignment * workspace_alignment;
}

Extents sliced_extents(const Problem& problem, const Candidate& candidate) {
    Extents extents = full_extents(problem);
    for (const Slice& slice : candidate.slices) extents[slice.label] = slice.chunk;
    return extents;
}

std::vector<Extents> slice_shapes(const Problem& problem, const Candidate& candidate) {
    std::vector<Extents> shapes{sliced_extents(problem, candidate)};
    for (const Slice& slice : candidate.slices) {
        const std::int64_t rest = problem.labels[slice.label].extent % slice.chunk;
        if (rest == 0) continue;
        for (std::size_t shape = 0, count = shapes.size(); shape < count; ++shape) {
            Extents shorter = shapes[shape];
            shorter[slice.label] = rest;
            shapes.push_back(std::move(shorter));
        }
    }
    return shapes;
}

WorkspaceMap map_workspace(const Problem& problem, const Candidate& candidate) {
    WorkspaceMap map;
    const Extents extents = sliced_extents(problem, candidate);
    for (const ReorderedInput& reordered : candidate.reordered) {
        reserve(map, reordered.operand, slice_bytes(problem, reordered.operand, extents));
    }
    if (candidate.method != Method::gemm) return map;
    const GemmForm& form = candidate.gemm;
    for (const MatrixFactor* factor : {&form.left, &form.right}) {
        if (factor->in_place) continue;
        reserve(map, factor->operand, matrix_bytes(problem, form, factor->operand, extents));
    }
    if (!form.output_in_place) {
        reserve(map, operand_d, matrix_bytes(problem, form, operand_d, extents));
    }
    return map;
}

}  // namespace ttgt
