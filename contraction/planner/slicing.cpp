// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/slicing.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "contraction/plan/workspace.h"
#include "contraction/planner/resolve_layouts.h"
#include "src/core/divisor.h"

namespace ttgt {
namespace {

/// Multiply-adds of a matrix product, about a microsecond of arithmetic. With fewer, a GEMM call
/// and its transposes take longer than Direct.
constexpr double smallest_gemm = 4096;

/// The most sliced labels whose extent may be no multiple of the chunk. Each such label doubles the
/// number of steps inside its loop.
constexpr std::ptrdiff_t most_uneven_slices = 2;

/// Sorts the loops, outermost first: batch labels, free labels, contracted labels. Contracted
/// labels are innermost, so that a slice of D is complete before the next one begins.
int loop_rank(Role role) {
    if (role == Role::batch) return 0;
    return role == Role::contracted ? 2 : 1;
}

bool is_transposed(const Candidate& candidate, Operand operand) {
    const GemmForm& form = candidate.gemm;
    if (operand == operand_d) return !form.output_in_place;
    return !(form.left.operand == operand ? form.left : form.right).in_place;
}

/// Whether a smaller chunk of a label with this role makes an intermediate smaller.
bool shrinks_workspace(const Candidate& candidate, Role role) {
    constexpr std::array<Operand, operand_count> operands{operand_d, operand_l, operand_r};
    return std::any_of(operands.begin(), operands.end(), [&](Operand operand) {
        return stands_in(role, operand) && is_transposed(candidate, operand);
    });
}

std::optional<std::size_t> next_label(const Problem& problem, const Candidate& candidate,
                                      const Extents& extents) {
    std::optional<std::size_t> best;
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        const Role role = problem.labels[label].role;
        if (role == Role::contracted && rounds_once(problem)) continue;
        if (is_lone(role) || extents[label] == 1 || !shrinks_workspace(candidate, role)) continue;
        const auto is_better = [&](std::size_t other) {
            const bool batch = role == Role::batch;
            const bool other_batch = problem.labels[other].role == Role::batch;
            return batch != other_batch ? batch : extents[label] > extents[other];
        };
        if (!best || is_better(*best)) best = label;
    }
    return best;
}

bool is_uneven(const Problem& problem, const Slice& slice) {
    return problem.labels[slice.label].extent % slice.chunk != 0;
}

/// The next smaller chunk of a label: half of `chunk`, rounded up. If the largest allowed number of
/// other labels have a rest, it is a divisor of the extent near that half, or 1.
std::int64_t smaller_chunk(const Problem& problem, const Candidate& candidate, std::size_t label,
                           std::int64_t chunk) {
    const std::int64_t extent = problem.labels[label].extent;
    const auto uneven = std::count_if(
        candidate.slices.begin(), candidate.slices.end(),
        [&](const Slice& slice) { return slice.label != label && is_uneven(problem, slice); });
    const std::int64_t half = (chunk + 1) / 2;
    if (uneven < most_uneven_slices) return half;
    // If the extent has no divisor near the half, a chunk of 1 leaves no rest.
    const std::int64_t divisor = largest_divisor(extent, half);
    return divisor > half / 2 ? divisor : 1;
}

void set_chunk(const Problem& problem, Candidate& candidate, std::size_t label,
               std::int64_t chunk) {
    std::vector<Slice>& slices = candidate.slices;
    const auto slice = std::find_if(slices.begin(), slices.end(),
                                    [&](const Slice& s) { return s.label == label; });
    if (slice != slices.end()) {
        slice->chunk = chunk;
        return;
    }
    slices.push_back({label, chunk});
    std::stable_sort(slices.begin(), slices.end(), [&](const Slice& a, const Slice& b) {
        return loop_rank(problem.labels[a.label].role) < loop_rank(problem.labels[b.label].role);
    });
}

double multiply_adds(const Candidate& candidate, const Extents& extents) {
    const GemmForm& form = candidate.gemm;
    return static_cast<double>(volume(form.rows, extents)) *
           static_cast<double>(volume(form.columns, extents)) *
           static_cast<double>(volume(form.inner, extents));
}

}  // namespace

Candidate slice_to_fit(const Problem& problem, Candidate candidate, std::int64_t workspace_limit) {
    candidate.gemm.padding_unit = 1;  // slices begin anywhere
    resolve_layouts(problem, candidate);
    while (candidate.workspace_bytes > workspace_limit) {
        const Extents extents = sliced_extents(problem, candidate);
        const std::optional<std::size_t> label = next_label(problem, candidate, extents);
        if (!label) break;
        set_chunk(problem, candidate, *label,
                  smaller_chunk(problem, candidate, *label, extents[*label]));
        resolve_layouts(problem, candidate);
    }
    const double work = multiply_adds(candidate, sliced_extents(problem, candidate));
    if (candidate.workspace_bytes > workspace_limit) {
        candidate.rejection = fmt::format("needs {} bytes of workspace even in its smallest slices",
                                          candidate.workspace_bytes);
    } else if (work < smallest_gemm) {
        candidate.rejection = fmt::format(
            "slices small enough leave only {:.0f} multiply-adds to each matrix product", work);
    }
    return candidate;
}

}  // namespace ttgt
