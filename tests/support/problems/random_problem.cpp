// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/problems/random_problem.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/core/compute_text.h"

namespace ttgt::test {
namespace {

using Labels = std::vector<std::string>;
using LabelExtents = std::map<std::string, std::int64_t>;

/// Draws one problem's parts in turn; every draw advances the same sequence.
class Drawer {
public:
    Drawer(std::uint64_t seed, const DrawOptions& options) : random_(seed), options_(options) {
        names_ = {"a",  "b",   "c",   "i", "j", "k",   "A", "B", "p4",
                  "h7", "l1b", "d1b", "q", "r", "x10", "y", "Z", "mu"};
        random_.shuffle(names_);
        problem_.seed = seed;
    }

    TestProblem draw() {
        problem_.inputs.resize(options_.inputs ? *options_.inputs : random_.chance(15) ? 1 : 2);
        if (problem_.inputs.size() > 2) {
            draw_labels_of_many();
        } else {
            draw_labels(problem_.inputs.size() == 1);
        }
        repeat_labels();
        draw_extents();
        for (TestOperand& input : problem_.inputs) random_.shuffle(input.labels);
        random_.shuffle(problem_.d.labels);
        draw_dtypes();
        draw_layouts();
        draw_scalars();
        return problem_;
    }

private:
    /// Up to `most` new labels, into D or not, and the given inputs.
    void add(std::int64_t most, bool in_output, const std::vector<std::size_t>& inputs) {
        for (std::int64_t left = random_.between(0, most); left > 0; --left) {
            const bool fits = (!in_output || problem_.d.labels.size() < options_.max_rank) &&
                              std::all_of(inputs.begin(), inputs.end(), [this](std::size_t input) {
                                  return problem_.inputs[input].labels.size() < options_.max_rank;
                              });
            if (!fits || names_.empty()) return;
            if (in_output) problem_.d.labels.push_back(names_.back());
            for (const std::size_t input : inputs) {
                problem_.inputs[input].labels.push_back(names_.back());
            }
            labels_.push_back(names_.back());
            names_.pop_back();
        }
    }

    void draw_labels(bool unary) {
        add(unary ? 5 : 3, true, {0});
        if (unary || random_.chance(25)) add(2, false, {0});
        if (unary) return;
        add(3, true, {1});
        if (random_.chance(20)) add(2, false, {1});
        if (random_.chance(80)) add(3, false, {0, 1});
        if (random_.chance(35)) add(2, true, {0, 1});
    }

    /// In any number of the inputs.
    void draw_labels_of_many() {
        for (std::int64_t left = random_.between(2, 9); left > 0; --left) {
            const auto count = static_cast<std::int64_t>(problem_.inputs.size());
            std::vector<std::size_t> inputs{static_cast<std::size_t>(random_.below(count))};
            for (std::size_t input = 0; input < problem_.inputs.size(); ++input) {
                if (input != inputs.front() && random_.chance(35)) inputs.push_back(input);
            }
            add(1, random_.chance(50), inputs);
        }
    }

    /// Diagonals.
    void repeat_labels() {
        for (TestOperand& input : problem_.inputs) {
            while (!input.labels.empty() && input.labels.size() < options_.max_rank &&
                   random_.chance(15)) {
                const std::string label = random_.pick(input.labels);
                input.labels.push_back(label);
            }
        }
    }

    void draw_extents() {
        const std::vector<std::int64_t> choices{1, 2, 3, 5, 11, 13};
        const bool empty = options_.may_be_empty && random_.chance(4);
        std::int64_t product = 1;
        for (const std::string& label : labels_) {
            extents_[label] = random_.pick(choices);
            product *= extents_[label];
        }
        while (product > options_.max_multiply_adds) {
            std::int64_t& extent = extents_[random_.pick(labels_)];
            product /= extent;
            extent = (extent + 1) / 2;
            product *= extent;
        }
        if (empty && !labels_.empty()) extents_[random_.pick(labels_)] = 0;
    }

    void draw_dtypes() {
        const bool single = random_.chance(50);
        const auto dtype_for = [single](bool complex) {
            if (single) return complex ? DType::complex64 : DType::float32;
            return complex ? DType::complex128 : DType::float64;
        };
        bool complex = false;
        const int complex_percent = static_cast<int>(random_.below(3)) * 50;
        for (TestOperand& input : problem_.inputs) {
            const bool input_complex = random_.chance(complex_percent);
            complex = complex || input_complex;
            input.dtype = dtype_for(input_complex);
            input.conjugated = random_.chance(30);
        }
        problem_.d.dtype = dtype_for(complex || random_.chance(5));
        if (options_.dtype) return set_dtypes(*options_.dtype);
        if (options_.halves && random_.chance(20)) {
            set_dtypes(random_.chance(50) ? DType::float16 : DType::bfloat16);
        }
    }

    void set_dtypes(DType dtype) {
        problem_.d.dtype = dtype;
        for (TestOperand& input : problem_.inputs) input.dtype = dtype;
    }

    Layout layout_of(const Labels& labels, bool is_input) {
        std::vector<std::int64_t> extents;
        for (const std::string& label : labels) extents.push_back(extents_.at(label));
        return options_.strided ? draw_layout(random_, extents, is_input) : packed(extents);
    }

    void draw_layouts() {
        problem_.d.layout = layout_of(problem_.d.labels, false);
        for (TestOperand& input : problem_.inputs) input.layout = layout_of(input.labels, true);
    }

    Scalar draw_scalar() {
        const std::vector<double> choices{0.0, 1.0, -1.0, 0.5, 2.0, -0.75};
        const double imaginary =
            is_complex(problem_.d.dtype) && random_.chance(40) ? random_.pick(choices) : 0.0;
        return {random_.pick(choices), imaginary};
    }

    void draw_scalars() {
        problem_.assignment = random_.pick(Labels{"=", "+=", "-="});
        if (random_.chance(30))
            problem_.literal = random_.pick(std::vector<double>{0.5, -2.0, 3.0});
        if (random_.chance(50)) problem_.alpha = draw_scalar();
        if (random_.chance(40)) problem_.beta = draw_scalar();
    }

    Random random_;
    DrawOptions options_;
    Labels names_;
    Labels labels_;
    LabelExtents extents_;
    TestProblem problem_;
};

std::string spell(const std::string& name, const TestOperand& operand) {
    return fmt::format("{}{}({})", name, operand.conjugated ? "+" : "",
                       fmt::join(operand.labels, ","));
}

std::string spell(const Scalar& scalar) {
    return fmt::format("({},{})", scalar.real(), scalar.imag());
}

std::string operand_name(std::size_t input) {
    constexpr std::array names{"L", "R"};
    return input < names.size() ? names[input] : fmt::format("X{}", input);
}

}  // namespace

TestProblem draw_problem(std::uint64_t seed, const DrawOptions& options) {
    return Drawer(seed, options).draw();
}

std::string expression(const TestProblem& problem) {
    if (!problem.text.empty()) return problem.text;
    std::string text = spell("D", problem.d) + problem.assignment;
    if (problem.literal != 1.0) text += fmt::format("{}*", problem.literal);
    for (std::size_t input = 0; input < problem.inputs.size(); ++input) {
        if (input > 0) text += "*";
        text += spell(operand_name(input), problem.inputs[input]);
    }
    return text;
}

std::string describe(const TestProblem& problem) {
    std::string text = fmt::format("{}\n  D {} {}", expression(problem), name(problem.d.dtype),
                                   to_string(problem.d.layout));
    for (std::size_t input = 0; input < problem.inputs.size(); ++input) {
        const TestOperand& operand = problem.inputs[input];
        text += fmt::format("\n  {} {} {}", operand_name(input), name(operand.dtype),
                            to_string(operand.layout));
    }
    text += fmt::format("\n  alpha {} beta {}", spell(problem.alpha),
                        problem.beta ? spell(*problem.beta) : "by assignment");
    text += in_words(problem.compute);
    if (!problem.text.empty()) return text;  // not drawn
    return text + fmt::format("\n  replay with TTGT_TEST_SEED={}", problem.seed);
}

std::vector<OperandLayout> operand_layouts(const TestProblem& problem) {
    std::vector<OperandLayout> layouts{{problem.d.dtype, problem.d.layout}};
    for (const TestOperand& input : problem.inputs) layouts.push_back({input.dtype, input.layout});
    return layouts;
}

Scalar effective_beta(const TestProblem& problem) {
    return problem.beta.value_or(problem.assignment == "=" ? Scalar{0.0, 0.0} : Scalar{1.0, 0.0});
}

Scalar effective_alpha(const TestProblem& problem) {
    return problem.alpha * problem.literal * (problem.assignment == "-=" ? -1.0 : 1.0);
}

std::int64_t multiply_adds(const TestProblem& problem) {
    LabelExtents extents;
    for (const TestOperand& input : problem.inputs) {
        for (std::size_t mode = 0; mode < input.labels.size(); ++mode) {
            extents[input.labels[mode]] = input.layout.extents[mode];
        }
    }
    std::int64_t product = 1;
    for (const auto& [label, extent] : extents) product *= extent;
    return product;
}

Layout draw_layout(Random& random, const std::vector<std::int64_t>& extents, bool is_input) {
    if (random.chance(40)) return packed(extents);
    std::vector<std::size_t> order(extents.size());  // fastest first
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (random.chance(40)) random.shuffle(order);
    const bool padded = random.chance(50);
    const bool reversed = random.chance(30);
    const bool repeated = is_input && random.chance(15);
    Layout layout{extents, std::vector<std::int64_t>(extents.size(), 1)};
    std::int64_t stride = random.chance(25) ? random.between(2, 3) : 1;
    for (const std::size_t mode : order) {
        if (repeated && random.chance(50)) {
            layout.strides[mode] = 0;
            continue;
        }
        layout.strides[mode] = reversed && random.chance(50) ? -stride : stride;
        stride *= std::max<std::int64_t>(extents[mode], 1);
        if (padded && random.chance(60)) stride += random.between(1, 3);
    }
    return layout;
}

}  // namespace ttgt::test
