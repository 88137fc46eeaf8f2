// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/problems/random_formula.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/core/element.h"

namespace ttgt::test {
namespace {

using reference::Bounded;

/// A part of a formula: its text, and what it computes of the inputs' elements.
struct TextPart {
    std::string text;
    std::function<Bounded(std::span<const Bounded>)> value;
};

class FormulaDraw {
public:
    FormulaDraw(Random& random, std::int64_t most_elements)
        : random_(random), most_elements_(most_elements) {}

    [[nodiscard]] FormulaCase draw();

private:
    void draw_labels();
    void draw_dtypes();
    [[nodiscard]] Layout draw_layout(const std::vector<std::string>& labels);
    void add_tensor(DType dtype, std::vector<std::string> labels);
    void draw_tensors();
    [[nodiscard]] TextPart leaf(std::size_t input);
    [[nodiscard]] TextPart with_function(TextPart piece);
    [[nodiscard]] TextPart joined(TextPart left, TextPart right);
    [[nodiscard]] TextPart scaled(TextPart piece);
    [[nodiscard]] TextPart draw_piece();
    [[nodiscard]] std::string tensor_text(std::size_t array) const;
    void finish(TextPart piece);

    Random& random_;
    std::int64_t most_elements_;
    FormulaCase case_;
    reference::Evaluation evaluation_;
    std::vector<std::string> labels_;  // of the output, then the reduced ones
    std::vector<std::int64_t> extents_;
    std::size_t kept_ = 0;
    bool has_complex_ = false;
    DType output_dtype_ = DType::float64;
    std::vector<std::vector<std::string>> tensor_labels_;
};

void FormulaDraw::draw_labels() {
    const std::vector<std::int64_t> extents{1, 2, 3, 4, 5, 7, 8, 13, 16, 33, 64, 65, 1100};
    kept_ = static_cast<std::size_t>(random_.between(0, 4));
    const bool reduces = random_.chance(50);
    if (reduces) {
        evaluation_.reduction =
            random_.pick<std::string>({"sum", "sum", "prod", "max", "min", "norm2"});
    }
    const std::size_t count =
        kept_ + (reduces ? static_cast<std::size_t>(random_.between(1, 3)) : 0);
    std::int64_t volume = 1;
    for (std::size_t i = 0; i < count; ++i) {
        std::int64_t extent = random_.pick(extents);
        if (volume * extent > most_elements_) extent = 2;
        volume *= extent;
        labels_.push_back(fmt::format("l{}", i));
        extents_.push_back(random_.chance(2) ? 0 : extent);
    }
}

void FormulaDraw::draw_dtypes() {
    const bool orders = evaluation_.reduction == "max" || evaluation_.reduction == "min";
    has_complex_ = !orders && random_.chance(35);
    output_dtype_ = has_complex_ ? random_.pick<DType>({DType::complex64, DType::complex128})
                                 : random_.pick<DType>({DType::float16, DType::bfloat16,
                                                        DType::float32, DType::float64});
}

Layout FormulaDraw::draw_layout(const std::vector<std::string>& labels) {
    std::vector<std::size_t> order(labels.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    random_.shuffle(order);
    Layout layout;
    layout.extents.resize(labels.size());
    layout.strides.resize(labels.size());
    std::int64_t stride = random_.chance(15) ? 2 : 1;
    for (const std::size_t mode : order) {
        const auto label = std::find(labels_.begin(), labels_.end(), labels[mode]);
        const std::int64_t extent = extents_[static_cast<std::size_t>(label - labels_.begin())];
        layout.extents[mode] = extent;
        layout.strides[mode] = random_.chance(10) ? -stride : stride;
        stride *= std::max<std::int64_t>(extent, 1);
        if (random_.chance(20)) stride += 1;
    }
    return layout;
}

void FormulaDraw::add_tensor(DType dtype, std::vector<std::string> labels) {
    random_.shuffle(labels);
    GuardedArray array(dtype, draw_layout(labels));
    array.set_each([&] { return Scalar(random_.real(), random_.real()); });
    case_.arrays.push_back(std::move(array));
    tensor_labels_.push_back(std::move(labels));
}

void FormulaDraw::draw_tensors() {
    const std::vector<std::string> output(labels_.begin(),
                                          labels_.begin() + static_cast<std::ptrdiff_t>(kept_));
    add_tensor(output_dtype_, output);
    const std::vector<DType> real{DType::float32, DType::float64, DType::float16, DType::bfloat16};
    const std::vector<DType> complex{DType::complex64, DType::complex128};
    const auto inputs = static_cast<std::size_t>(random_.between(1, 4));
    const bool is_mixed = random_.chance(30);
    for (std::size_t i = 0; i < inputs; ++i) {
        std::vector<std::string> labels;
        for (std::size_t label = 0; label < labels_.size(); ++label) {
            // The first input has all that is reduced.
            if ((i == 0 && label >= kept_) || random_.chance(75)) labels.push_back(labels_[label]);
        }
        DType dtype = output_dtype_;
        if (is_mixed) dtype = random_.pick(has_complex_ && random_.chance(50) ? complex : real);
        add_tensor(dtype, std::move(labels));
    }
}

std::string FormulaDraw::tensor_text(std::size_t array) const {
    std::string text = array == 0 ? "D(" : fmt::format("T{}(", array);
    for (const std::string& label : tensor_labels_[array]) {
        text += (text.back() == '(' ? "" : ",") + label;
    }
    return text + ")";
}

TextPart FormulaDraw::leaf(std::size_t input) {
    return {tensor_text(input + 1),
            [input](std::span<const Bounded> elements) { return elements[input]; }};
}

TextPart FormulaDraw::with_function(TextPart piece) {
    const std::vector<std::string> any{"conj", "neg", "abs", "exp", "identity"};
    const std::vector<std::string> real{
        "tanh", "exp",  "sin",     "cos",  "abs",       "neg",       "atan",  "relu", "asinh",
        "sinh", "cosh", "sigmoid", "mish", "soft_sign", "soft_plus", "swish", "conj"};
    if (random_.chance(50)) return piece;
    const std::string name = random_.pick(has_complex_ ? any : real);
    const double epsilon = evaluation_.epsilon;
    return {fmt::format("{}({})", name, piece.text),
            [name, epsilon, value = piece.value](std::span<const Bounded> elements) {
                return reference::apply(name, value(elements), epsilon);
            }};
}

TextPart FormulaDraw::joined(TextPart left, TextPart right) {
    const std::string name = random_.pick<std::string>(
        has_complex_ ? std::vector<std::string>{"+", "-", "*", "/"}
                     : std::vector<std::string>{"+", "-", "*", "/", "max", "min"});
    const double epsilon = evaluation_.epsilon;
    const std::string text = name.size() > 1
                                 ? fmt::format("{}({}, {})", name, left.text, right.text)
                                 : fmt::format("({} {} {})", left.text, name, right.text);
    return {text, [name, epsilon, first = left.value,
                   second = right.value](std::span<const Bounded> elements) {
                return reference::apply(name, first(elements), second(elements), epsilon);
            }};
}

TextPart FormulaDraw::scaled(TextPart piece) {
    const double epsilon = evaluation_.epsilon;
    Scalar factor(random_.real(), is_complex(output_dtype_) ? random_.real() : 0);
    std::string name = fmt::format("s{}", case_.scalars.size());
    if (random_.chance(50)) {
        factor = 0.5;
        name = "0.5";
    } else {
        case_.scalars.push_back(factor);
    }
    return {fmt::format("{}*{}", name, piece.text),
            [factor, epsilon, value = piece.value](std::span<const Bounded> elements) {
                return reference::apply("*", Bounded{factor, epsilon * std::abs(factor)},
                                        value(elements), epsilon);
            }};
}

TextPart FormulaDraw::draw_piece() {
    TextPart piece = with_function(leaf(0));
    for (std::size_t input = 1; input + 1 < case_.arrays.size(); ++input) {
        piece = with_function(joined(std::move(piece), with_function(leaf(input))));
    }
    return random_.chance(40) ? scaled(std::move(piece)) : piece;
}

void FormulaDraw::finish(TextPart piece) {
    const bool reduces = !evaluation_.reduction.empty();
    const std::string assignment = random_.pick<std::string>({"=", "=", "+=", "-="});
    const std::string right =
        reduces ? fmt::format("{}({})", evaluation_.reduction, piece.text) : piece.text;
    case_.text = fmt::format("{} {} {}", tensor_text(0), assignment, right);
    evaluation_.element = piece.value;
    if (assignment == "=") return;
    const double epsilon = evaluation_.epsilon;
    const std::string sign = assignment.substr(0, 1);
    evaluation_.finish = [sign, epsilon](const Bounded& value, const Bounded& before) {
        return reference::apply(sign, before, value, epsilon);
    };
}

FormulaCase FormulaDraw::draw() {
    draw_labels();
    draw_dtypes();
    draw_tensors();
    const bool is_double = std::any_of(
        case_.arrays.begin(), case_.arrays.end(),
        [](const GuardedArray& array) { return real_of(array.dtype()) == DType::float64; });
    evaluation_.epsilon = is_double ? std::numeric_limits<double>::epsilon()
                                    : double{std::numeric_limits<float>::epsilon()};
    finish(draw_piece());
    evaluation_.output_labels = tensor_labels_[0];
    evaluation_.output_extents = case_.arrays[0].layout().extents;
    for (std::size_t i = 1; i < case_.arrays.size(); ++i) {
        evaluation_.inputs.push_back({tensor_labels_[i], std::as_const(case_.arrays[i]).view()});
    }
    const ConstTensorView before = std::as_const(case_.arrays[0]).view();
    case_.expected = reference::evaluate(evaluation_, &before);
    return std::move(case_);
}

double rounding_of(DType dtype) {
    if (dtype == DType::float16) return 0x1p-10;
    if (dtype == DType::bfloat16) return 0x1p-7;
    return real_of(dtype) == DType::float32 ? 0x1p-22 : 0x1p-51;
}

}  // namespace

std::vector<OperandLayout> FormulaCase::operands() const {
    std::vector<OperandLayout> result;
    for (const GuardedArray& array : arrays) result.push_back({array.dtype(), array.layout()});
    return result;
}

FormulaCase draw_formula(Random& random, std::int64_t most_elements) {
    return FormulaDraw(random, most_elements).draw();
}

std::string difference(const FormulaCase& formula, const GuardedArray& output) {
    if (!output.intact()) return "bytes beside the output's elements were written";
    const Layout& layout = output.layout();
    const double rounding = rounding_of(output.dtype());
    const bool is_half = output.dtype() == DType::float16;
    const double smallest = is_half ? 0x1p-24 : 0x1p-126;
    std::vector<std::int64_t> index(layout.rank(), 0);
    for (const Bounded& expected : formula.expected) {
        std::int64_t offset = 0;
        for (std::size_t mode = 0; mode < index.size(); ++mode) {
            offset += index[mode] * layout.strides[mode];
        }
        const Scalar found = output.get(offset);
        const double allowed = expected.error + rounding * std::abs(expected.value) + smallest;
        const bool is_nan = std::isnan(std::abs(expected.value));
        // Infinite bounds, beside poles and beyond the largest numbers, say nothing.
        const bool is_beyond = is_half && std::abs(expected.value) > 6e4;
        const bool is_right = is_nan ? std::isnan(std::abs(found))
                                     : found == expected.value || is_beyond || !(allowed < 1e4) ||
                                           std::abs(found - expected.value) <= allowed;
        if (!is_right) {
            return fmt::format("element {} is {}{:+}i, not {}{:+}i within {}",
                               fmt::join(index, ","), found.real(), found.imag(),
                               expected.value.real(), expected.value.imag(), allowed);
        }
        for (std::size_t mode = 0; mode < index.size(); ++mode) {
            if (++index[mode] < layout.extents[mode]) break;
            index[mode] = 0;
        }
    }
    return "";
}

}  // namespace ttgt::test
