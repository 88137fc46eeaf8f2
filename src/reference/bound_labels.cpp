// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/reference/bound_labels.h"

#include <ttgt/error.h>

#include <algorithm>

#include <fmt/format.h>

#include "src/core/checked.h"

namespace ttgt::reference {
namespace {

constexpr std::size_t missing = static_cast<std::size_t>(-1);

std::size_t find_label(const BoundLabels& bound, const std::string& label) {
    const auto found = std::find(bound.labels.begin(), bound.labels.end(), label);
    return found == bound.labels.end() ? missing
                                       : static_cast<std::size_t>(found - bound.labels.begin());
}

void check_host(const ConstTensorView& tensor, const std::string& what) {
    if (tensor.space() != MemorySpace::host) {
        throw InvalidArgument(fmt::format("{} of the reference is not in host memory", what));
    }
}

void add_output(BoundLabels& bound, const Problem& problem) {
    if (problem.output_labels.size() != problem.output_extents.size()) {
        throw RankMismatch(fmt::format("the reference's output has {} labels but {} extents",
                                       problem.output_labels.size(),
                                       problem.output_extents.size()));
    }
    for (std::size_t mode = 0; mode < problem.output_labels.size(); ++mode) {
        const std::string& label = problem.output_labels[mode];
        if (find_label(bound, label) != missing) {
            throw InvalidArgument(fmt::format("label {} stands twice in the output", label));
        }
        bound.labels.push_back(label);
        bound.extents.push_back(problem.output_extents[mode]);
    }
    bound.outputs = bound.labels.size();
}

void add_input_labels(BoundLabels& bound, const Input& input, std::size_t number) {
    const std::string what = fmt::format("input {}", number);
    check_host(input.tensor, what);
    const Layout& layout = input.tensor.layout();
    if (input.labels.size() != layout.rank()) {
        throw RankMismatch(fmt::format("{} of the reference has {} labels but rank {}", what,
                                       input.labels.size(), layout.rank()));
    }
    for (std::size_t mode = 0; mode < layout.rank(); ++mode) {
        const std::string& label = input.labels[mode];
        const std::size_t known = find_label(bound, label);
        if (known == missing) {
            bound.labels.push_back(label);
            bound.extents.push_back(layout.extents[mode]);
        } else if (bound.extents[known] != layout.extents[mode]) {
            throw ExtentMismatch(fmt::format("label {} has extent {} in {} but {} before it", label,
                                             layout.extents[mode], what, bound.extents[known]));
        }
    }
}

void add_input_strides(BoundLabels& bound, const Input& input) {
    Strides strides(bound.labels.size(), 0);
    std::vector<bool> present(bound.labels.size(), false);
    for (std::size_t mode = 0; mode < input.labels.size(); ++mode) {
        const std::size_t label = find_label(bound, input.labels[mode]);
        strides[label] += input.tensor.layout().strides[mode];
        present[label] = true;
    }
    bound.strides.push_back(std::move(strides));
    bound.present.push_back(std::move(present));
}

void check_outputs_are_fed(const BoundLabels& bound) {
    for (std::size_t label = 0; label < bound.outputs; ++label) {
        const bool fed =
            std::any_of(bound.present.begin(), bound.present.end(),
                        [label](const std::vector<bool>& input) { return input[label]; });
        if (!fed) {
            throw InvalidArgument(
                fmt::format("label {} stands in the output only", bound.labels[label]));
        }
    }
}

}  // namespace

BoundLabels bind_labels(const Problem& problem) {
    if (problem.inputs.empty()) throw InvalidArgument("the reference needs at least one input");
    BoundLabels bound;
    add_output(bound, problem);
    for (std::size_t number = 0; number < problem.inputs.size(); ++number) {
        add_input_labels(bound, problem.inputs[number], number + 1);
    }
    for (const Input& input : problem.inputs) add_input_strides(bound, input);
    check_outputs_are_fed(bound);
    return bound;
}

void check_output(const Problem& problem, const ConstTensorView& tensor, const std::string& what) {
    check_host(tensor, what);
    if (tensor.layout().extents != problem.output_extents) {
        throw InvalidArgument(
            fmt::format("{} is {}, not of the output's extents", what, to_string(tensor.layout())));
    }
}

Strides output_strides(const BoundLabels& bound, const ConstTensorView* tensor) {
    Strides strides(bound.labels.size(), 0);
    if (tensor != nullptr) {
        const Strides& given = tensor->layout().strides;
        std::copy(given.begin(), given.end(), strides.begin());
    }
    return strides;
}

Strides position_strides(const BoundLabels& bound) {
    Strides strides(bound.labels.size(), 0);
    std::int64_t stride = 1;
    for (std::size_t label = 0; label < bound.outputs; ++label) {
        strides[label] = stride;
        stride = checked_multiply(stride, std::max<std::int64_t>(bound.extents[label], 1),
                                  "number of output elements");
    }
    return strides;
}

Group output_group(const BoundLabels& bound) {
    Group group;
    for (std::size_t label = 0; label < bound.outputs; ++label) group.push_back(label);
    return group;
}

Group summed_group(const BoundLabels& bound) {
    Group group;
    for (std::size_t label = bound.outputs; label < bound.labels.size(); ++label) {
        group.push_back(label);
    }
    return group;
}

std::int64_t group_size(const BoundLabels& bound, const Group& group) {
    std::vector<std::int64_t> extents;
    for (const std::size_t label : group) extents.push_back(bound.extents[label]);
    return checked_product(extents, "number of index tuples");
}

}  // namespace ttgt::reference
