// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/terms/joined_terms.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace ttgt::network {
namespace {

bool is_single(const Sum& sum) { return sum.products.front().factors.size() == 1; }

/// Whether the sum adds the elements of one tensor, each to one element of the output or several.
bool moves_elements(const Sum& sum) {
    if (!is_single(sum)) return false;
    const std::vector<std::size_t>& labels = sum.products.front().factors.front().labels;
    return std::all_of(labels.begin(), labels.end(),
                       [&](std::size_t label) { return contains(sum.output.labels, label); });
}

/// The sums of one output, joined.
class Output {
public:
    void add(const Sum& sum) {
        if (sums_++ == 0) adds_ = sum.adds;
        (moves_elements(sum) ? terms_ : others_) += 1;
    }
    [[nodiscard]] bool is_joined() const {
        return !adds_ && sums_ > 1 && terms_ > 0 && terms_ + (others_ > 0 ? 1 : 0) <= most_terms;
    }
    [[nodiscard]] bool is_last() { return ++seen_ == sums_; }

    std::optional<std::size_t> temporary;  ///< of the terms that are no single tensors
    std::vector<Sum> singles;

private:
    static constexpr int most_terms = 8;  // that one pass reads
    bool adds_ = false;
    int sums_ = 0;
    int terms_ = 0;
    int others_ = 0;
    int seen_ = 0;
};

class Joining {
public:
    explicit Joining(const Program& program) : program_(program), outputs_(program.tensors.size()) {
        for (const Sum& sum : program.sums) outputs_[sum.output.tensor].add(sum);
    }

    [[nodiscard]] std::optional<Program> build() && {
        const bool joins = std::any_of(outputs_.begin(), outputs_.end(),
                                       [](const Output& output) { return output.is_joined(); });
        if (!joins) return std::nullopt;
        result_.tensors = program_.tensors;
        for (const Sum& sum : program_.sums) {
            Output& output = outputs_[sum.output.tensor];
            output.is_joined() ? join(sum, output) : result_.sums.push_back(sum);
        }
        return std::move(result_);
    }

private:
    void join(const Sum& sum, Output& output) {
        moves_elements(sum) ? output.singles.push_back(sum) : multiply(sum, output);
        if (output.is_last()) finish(sum, output);
    }

    /// Writes, or adds to, the temporary, whose labels are the output's.
    void multiply(Sum sum, Output& output) {
        sum.adds = output.temporary.has_value();
        if (!output.temporary) {
            const ProgramTensor& written = program_.tensors[sum.output.tensor];
            output.temporary =
                add_temporary(result_, "_" + written.name, written.dtype, sum, sum.output.labels);
        }
        sum.output.tensor = *output.temporary;
        result_.sums.push_back(std::move(sum));
    }

    /// The sum of all terms. Labels of one statement's sums are the same.
    void finish(const Sum& last, const Output& output) {
        Sum joined = last;
        joined.adds = false;
        joined.products.clear();
        if (output.temporary) {
            joined.products.push_back({1.0, {{*output.temporary, last.output.labels, false}}});
        }
        for (const Sum& single : output.singles) {
            joined.products.push_back(single.products.front());
        }
        result_.sums.push_back(std::move(joined));
    }

    const Program& program_;
    std::vector<Output> outputs_;
    Program result_;
};

/// Whether all sums of each output have its labels: those of several statements need not.
bool have_equal_labels(const Program& program) {
    std::vector<const Sum*> first(program.tensors.size(), nullptr);
    return std::all_of(program.sums.begin(), program.sums.end(), [&](const Sum& sum) {
        const Sum*& before = first[sum.output.tensor];
        if (before == nullptr) before = &sum;
        return before->labels == sum.labels && before->output == sum.output;
    });
}

}  // namespace

std::optional<Program> with_joined_terms(const Program& program) {
    if (!have_equal_labels(program)) return std::nullopt;
    return Joining(program).build();
}

}  // namespace ttgt::network
