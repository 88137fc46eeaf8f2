// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/checker.h"

#include <ttgt/error.h>

#include <cstddef>
#include <cstring>
#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/bindings.h"

namespace ttgt::tool {
namespace {

/// Visits output positions in order, or the sampled ones, and says where their input element lies.
class TransposeIndex {
public:
    TransposeIndex(const std::vector<std::int64_t>& in_extents, const std::vector<int>& perm) {
        const Layout in = packed(in_extents);
        for (const int mode : perm) {
            extents_.push_back(in.extents[static_cast<std::size_t>(mode)]);
            strides_.push_back(in.strides[static_cast<std::size_t>(mode)]);
        }
    }

    [[nodiscard]] std::int64_t input_offset(std::int64_t output_offset) const {
        std::int64_t offset = 0;
        for (std::size_t mode = 0; mode < extents_.size(); ++mode) {
            offset += output_offset % extents_[mode] * strides_[mode];
            output_offset /= extents_[mode];
        }
        return offset;
    }
    [[nodiscard]] std::int64_t fastest_extent() const {
        return extents_.empty() ? 1 : extents_.front();
    }
    [[nodiscard]] std::int64_t fastest_stride() const {
        return strides_.empty() ? 0 : strides_.front();
    }

private:
    std::vector<std::int64_t> extents_;  // of the output's modes
    std::vector<std::int64_t> strides_;  // of the same modes in the input
};

bool same_element(const void* out, std::int64_t out_offset, const void* in, std::int64_t in_offset,
                  std::int64_t element_bytes) {
    return std::memcmp(static_cast<const char*>(out) + out_offset * element_bytes,
                       static_cast<const char*>(in) + in_offset * element_bytes,
                       static_cast<std::size_t>(element_bytes)) == 0;
}

}  // namespace

reference::Problem reference_problem(const Expression& expression,
                                     const std::vector<std::int64_t>& output_extents,
                                     const std::vector<ConstTensorView>& inputs, Scalar alpha,
                                     Scalar beta) {
    const Term& term = expression.terms.at(0);
    reference::Problem problem;
    problem.output_labels = expression.output.labels;
    problem.output_extents = output_extents;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Factor& factor = term.factors.at(i);
        problem.inputs.push_back({factor.labels, inputs[i], factor.conjugated});
    }
    const double sign = expression.assignment == Assignment::subtract ? -1.0 : 1.0;
    problem.alpha = alpha * term.scale * sign;
    problem.beta = beta;
    return problem;
}

std::string_view name(reference::Outcome outcome) noexcept {
    switch (outcome) {
        case reference::Outcome::ok:
            return "ok";
        case reference::Outcome::fail:
            return "fail";
        default:
            return "skipped";
    }
}

std::string to_string(const reference::Comparison& comparison) {
    std::string line =
        fmt::format("check: {}  largest error over bound {:.3g} ({} elements)",
                    name(comparison.outcome), comparison.error_over_bound, comparison.elements);
    if (comparison.outcome == reference::Outcome::fail) {
        line += fmt::format(" at ({})", fmt::join(comparison.worst_index, ","));
    }
    return line;
}

bool is_transpose_of(const void* out, const void* in, const std::vector<std::int64_t>& in_extents,
                     const std::vector<int>& perm, std::int64_t element_bytes) {
    constexpr std::int64_t whole_limit = std::int64_t{1} << 27;
    constexpr int samples = 1 << 20;
    const std::int64_t count = volume(packed(in_extents));
    const TransposeIndex index(in_extents, perm);
    if (count > whole_limit) {
        std::mt19937_64 generator(1);
        std::uniform_int_distribution<std::int64_t> any(0, count - 1);
        for (int sample = 0; sample < samples; ++sample) {
            const std::int64_t offset = any(generator);
            if (!same_element(out, offset, in, index.input_offset(offset), element_bytes))
                return false;
        }
        return true;
    }
    for (std::int64_t row = 0; row < count; row += index.fastest_extent()) {
        const std::int64_t start = index.input_offset(row);
        for (std::int64_t i = 0; i < index.fastest_extent(); ++i) {
            const std::int64_t in_offset = start + i * index.fastest_stride();
            if (!same_element(out, row + i, in, in_offset, element_bytes)) return false;
        }
    }
    return true;
}

}  // namespace ttgt::tool
