// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/reference/operators.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "src/reference/visit.h"

namespace ttgt::reference {
namespace {

/// Of sums, which the engine does in double precision.
constexpr double sum_epsilon = std::numeric_limits<double>::epsilon();

/// The labels of an evaluation, those of the output first.
struct Labels {
    std::vector<std::string> names;
    std::vector<std::int64_t> extents;
};

Labels labels_of(const Evaluation& evaluation) {
    Labels labels{evaluation.output_labels, evaluation.output_extents};
    for (const Input& input : evaluation.inputs) {
        for (std::size_t mode = 0; mode < input.labels.size(); ++mode) {
            const auto found =
                std::find(labels.names.begin(), labels.names.end(), input.labels[mode]);
            if (found != labels.names.end()) continue;
            labels.names.push_back(input.labels[mode]);
            labels.extents.push_back(input.tensor.layout().extents[mode]);
        }
    }
    return labels;
}

/// Goes to the next index tuple of the labels [first, last); false behind the last one.
bool advance(std::vector<std::int64_t>& index, const Labels& labels, std::size_t first,
             std::size_t last) {
    for (std::size_t label = first; label < last; ++label) {
        if (++index[label] < labels.extents[label]) return true;
        index[label] = 0;
    }
    return false;
}

bool is_empty(const Labels& labels, std::size_t first, std::size_t last) {
    return std::any_of(labels.extents.begin() + static_cast<std::ptrdiff_t>(first),
                       labels.extents.begin() + static_cast<std::ptrdiff_t>(last),
                       [](std::int64_t extent) { return extent == 0; });
}

std::int64_t offset_of(const std::vector<std::string>& of_tensor, const Layout& layout,
                       const Labels& labels, const std::vector<std::int64_t>& index) {
    std::int64_t offset = 0;
    for (std::size_t mode = 0; mode < of_tensor.size(); ++mode) {
        const auto found = std::find(labels.names.begin(), labels.names.end(), of_tensor[mode]);
        offset +=
            index[static_cast<std::size_t>(found - labels.names.begin())] * layout.strides[mode];
    }
    return offset;
}

/// The reduction of all values so far.
class Reduced {
public:
    explicit Reduced(const std::string& reduction) : reduction_(reduction) {
        const double infinity = std::numeric_limits<double>::infinity();
        if (reduction == "prod") result_.value = 1;
        if (reduction == "max") result_.value = -infinity;
        if (reduction == "min") result_.value = infinity;
    }

    void add(const Bounded& next) {
        if (reduction_ == "max" || reduction_ == "min") {
            result_ = apply(reduction_, result_, next, 0);
        } else if (reduction_ == "prod") {
            result_ = apply("*", result_, next, sum_epsilon);
        } else {
            const double size = std::abs(next.value);
            const bool is_norm = reduction_ == "norm2";
            result_.value += is_norm ? Scalar(size * size) : next.value;
            result_.error += is_norm ? (2 * size + next.error) * next.error : next.error;
            sizes_ += is_norm ? size * size : size;
            ++count_;
        }
    }

    [[nodiscard]] Bounded result(double epsilon) const {
        Bounded result = result_;
        result.error += sum_epsilon * static_cast<double>(count_) * sizes_;
        if (reduction_ == "norm2") result = apply("sqrt", result, sum_epsilon);
        result.error += epsilon * std::abs(result.value);
        return result;
    }

private:
    const std::string& reduction_;
    Bounded result_;
    double sizes_ = 0;
    std::int64_t count_ = 0;
};

}  // namespace

std::vector<Bounded> evaluate(const Evaluation& evaluation, const ConstTensorView* before) {
    const Labels labels = labels_of(evaluation);
    const std::size_t kept = evaluation.output_labels.size();
    const std::size_t all = labels.names.size();
    std::vector<std::int64_t> index(all, 0);
    std::vector<Bounded> elements(evaluation.inputs.size());
    const auto value = [&] {
        for (std::size_t i = 0; i < elements.size(); ++i) {
            const Input& input = evaluation.inputs[i];
            elements[i] = {
                load(input.tensor, offset_of(input.labels, input.tensor.layout(), labels, index)),
                0};
        }
        return evaluation.element(elements);
    };
    std::vector<Bounded> results;
    if (is_empty(labels, 0, kept)) return results;
    do {
        Bounded found;
        if (evaluation.reduction.empty()) {
            found = value();
        } else {
            Reduced reduced(evaluation.reduction);
            if (!is_empty(labels, kept, all)) {
                do {
                    reduced.add(value());
                } while (advance(index, labels, kept, all));
            }
            found = reduced.result(evaluation.epsilon);
        }
        Bounded old;
        if (before != nullptr) {
            old.value =
                load(*before, offset_of(evaluation.output_labels, before->layout(), labels, index));
        }
        results.push_back(evaluation.finish ? evaluation.finish(found, old) : found);
    } while (advance(index, labels, 0, kept));
    return results;
}

}  // namespace ttgt::reference
