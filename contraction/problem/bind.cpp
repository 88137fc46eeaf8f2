// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/problem/bind.h"

#include <ttgt/error.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "contraction/problem/normalise.h"
#include "src/core/checked.h"
#include "src/core/element.h"
#include "src/core/memory/overlap.h"

namespace ttgt {
namespace {

/// The factors by operand position; R is null for one input.
using Factors = std::array<const Factor*, operand_count>;

Factors select_factors(const Expression& expression) {
    if (expression.terms.size() != 1) {
        throw Unsupported(fmt::format("planning takes one term; '{}' is a sum of {}",
                                      to_string(expression), expression.terms.size()));
    }
    const std::vector<Factor>& factors = expression.terms.front().factors;
    if (factors.size() > 2) {
        throw Unsupported(fmt::format("planning takes one or two factors; '{}' has {}",
                                      to_string(expression), factors.size()));
    }
    return {&expression.output, &factors[0], factors.size() == 2 ? &factors[1] : nullptr};
}

void check_operand_count(const Expression& expression, std::size_t expected, std::size_t given) {
    if (expected != given) {
        throw OperandCountMismatch(
            fmt::format("'{}' names {} tensors, output included, but {} were given",
                        to_string(expression), expected, given));
    }
}

void check_rank(const Factor& factor, const std::string& title, const Layout& layout) {
    if (factor.labels.size() != layout.rank()) {
        throw RankMismatch(
            fmt::format("{} has {} labels in the expression but its tensor has rank {}", title,
                        factor.labels.size(), layout.rank()));
    }
}

/// Whether 16-bit inputs meet a float32 D, or one float32 input a 16-bit D.
bool may_convert(const Problem& problem) {
    const auto& [d, l, r] = problem.dtypes;
    if (problem.inputs == 1 && is_half(d)) return l == DType::float32;
    return d == DType::float32 && is_half(l) && (problem.inputs == 1 || r == l);
}

void check_dtypes(const Problem& problem) {
    const DType d = problem.dtypes[operand_d];
    for (std::size_t operand = 0; operand <= problem.inputs; ++operand) {
        const DType dtype = problem.dtypes[operand];
        const std::string title =
            operand_title(static_cast<Operand>(operand), problem.names[operand]);
        if (is_opaque(dtype)) {
            throw InvalidArgument(
                fmt::format("{} has dtype {}, which has no arithmetic", title, name(dtype)));
        }
        if (real_of(dtype) != real_of(d)) {
            throw InvalidArgument(
                fmt::format("{} is {} but D is {}; operands of one contraction share a precision",
                            title, name(dtype), name(d)));
        }
        if (is_complex(dtype) && !is_complex(d)) {
            throw InvalidArgument(
                fmt::format("{} is {} but D is {}; a complex result needs a complex output", title,
                            name(dtype), name(d)));
        }
    }
}

/// Where a label was first met, for messages.
struct Sighting {
    std::size_t index;  ///< into Problem::labels
    Operand operand;
};

/// Collects labels, extents and strides operand by operand.
class LabelTable {
public:
    explicit LabelTable(Problem& problem) : problem_(problem) {}

    void add(Operand operand, const Factor& factor, const Layout& layout) {
        for (std::size_t mode = 0; mode < layout.rank(); ++mode) {
            ProblemLabel& label = find(operand, factor.labels[mode], layout.extents[mode]);
            std::int64_t& stride = label.strides[operand];
            stride = checked_add(stride, layout.strides[mode], "the stride of a diagonal");
        }
        presence_.resize(problem_.labels.size());
        for (const std::string& name : factor.labels) {
            presence_[sightings_.at(name).index][operand] = true;
        }
    }

    /// Turns who-stands-where into roles; labels in D only are errors.
    void assign_roles() {
        for (std::size_t index = 0; index < problem_.labels.size(); ++index) {
            const auto& [in_d, in_l, in_r] = presence_[index];
            ProblemLabel& label = problem_.labels[index];
            if (in_d && !in_l && !in_r) {
                throw InvalidArgument(fmt::format(
                    "label '{}' stands in {} but in no input, so nothing says what to put there",
                    label.name, operand_title(operand_d, problem_.names[operand_d])));
            }
            label.role = role_of(presence_[index]);
        }
    }

private:
    ProblemLabel& find(Operand operand, const std::string& name, std::int64_t extent) {
        const auto [position, is_new] =
            sightings_.try_emplace(name, Sighting{problem_.labels.size(), operand});
        if (is_new) {
            problem_.labels.push_back({name, Role::free_l, extent, {}});
            return problem_.labels.back();
        }
        const Sighting& first = position->second;
        ProblemLabel& label = problem_.labels[first.index];
        if (operand == operand_d) {
            throw InvalidArgument(fmt::format("label '{}' stands twice in the output {}", name,
                                              operand_title(operand_d, problem_.names[operand_d])));
        }
        if (label.extent != extent) {
            throw ExtentMismatch(
                fmt::format("label '{}' has extent {} in {} but {} in {}", name, label.extent,
                            operand_title(first.operand, problem_.names[first.operand]), extent,
                            operand_title(operand, problem_.names[operand])));
        }
        return label;
    }

    Problem& problem_;
    std::map<std::string, Sighting> sightings_;
    std::vector<std::array<bool, operand_count>> presence_;
};

std::int64_t volume_of_labels(const Problem& problem, Operand operand) {
    std::vector<std::int64_t> extents;
    for (const ProblemLabel& label : problem.labels) {
        if (stands_in(label.role, operand)) extents.push_back(label.extent);
    }
    return checked_product(extents,
                           fmt::format("the number of elements of {}", problem.names[operand]));
}

ProblemSizes measure(const Problem& problem) {
    ProblemSizes sizes;
    const auto grow = [&](std::int64_t& size, std::int64_t extent) {
        size = checked_multiply(size, extent, "the size of the contraction");
    };
    for (const ProblemLabel& label : problem.labels) {
        switch (label.role) {
            case Role::free_l:
                grow(sizes.m, label.extent);
                break;
            case Role::free_r:
                grow(sizes.n, label.extent);
                break;
            case Role::contracted:
                grow(sizes.k, label.extent);
                break;
            case Role::batch:
                grow(sizes.batch, label.extent);
                break;
            default:
                grow(sizes.lone, label.extent);
        }
    }
    for (std::size_t operand = 0; operand <= problem.inputs; ++operand) {
        sizes.volumes[operand] = volume_of_labels(problem, static_cast<Operand>(operand));
    }
    return sizes;
}

}  // namespace

Problem bind_expression(const Expression& expression, const std::vector<OperandLayout>& operands,
                        std::optional<bool> beta_is_zero, bool converts) {
    const Factors factors = select_factors(expression);
    Problem problem;
    problem.text = to_string(expression);
    problem.inputs = factors[operand_r] == nullptr ? 1 : 2;
    check_operand_count(expression, problem.inputs + 1, operands.size());
    problem.scale = expression.terms.front().scale;
    if (expression.assignment == Assignment::subtract) problem.scale = -problem.scale;
    problem.beta_is_zero = beta_is_zero.value_or(expression.assignment == Assignment::assign);

    LabelTable table(problem);
    for (std::size_t operand = 0; operand <= problem.inputs; ++operand) {
        const Factor& factor = *factors[operand];
        const OperandLayout& given = operands[operand];
        const std::string title = operand_title(static_cast<Operand>(operand), factor.name);
        check_layout(given.layout, size_bytes(given.dtype), title);
        check_rank(factor, title, given.layout);
        problem.names[operand] = factor.name;
        problem.dtypes[operand] = given.dtype;
        problem.conjugated[operand] = factor.conjugated && is_complex(given.dtype);
        problem.layouts[operand] = given.layout;
        problem.same_as_d[operand] = factor.labels == factors[operand_d]->labels &&
                                     given.layout == operands[operand_d].layout &&
                                     given.dtype == operands[operand_d].dtype;
        table.add(static_cast<Operand>(operand), factor, given.layout);
    }
    if (!converts || !may_convert(problem)) check_dtypes(problem);
    table.assign_roles();
    if (overlaps_itself(problem.layouts[operand_d])) {
        throw AliasedOutput(fmt::format("the output {} overlaps itself: {}",
                                        operand_title(operand_d, problem.names[operand_d]),
                                        to_string(problem.layouts[operand_d])));
    }
    problem.sizes = measure(problem);
    normalise(problem);
    return problem;
}

}  // namespace ttgt
