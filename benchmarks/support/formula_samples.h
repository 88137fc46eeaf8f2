// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/support/drawn_formulas.h"

namespace ttgt::bench {

/// Elements of tensors: element i of a tensor's memory is that at i modulo their number, which is
/// prime. They are multiples of 1/64 from -1 to 1, which every dtype holds exactly.
inline std::vector<double> formula_pattern() {
    constexpr std::size_t count = 65537;
    std::vector<double> pattern(count);
    std::uint64_t state = 1;
    for (double& element : pattern) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        element = static_cast<double>((state >> 40U) % 129) / 64.0 - 1.0;
    }
    return pattern;
}

/// What an element of a drawn formula's output must be, by the definition; real parts only, as the
/// inputs are real.
class FormulaSamples {
public:
    FormulaSamples(const DrawnFormula& formula, const std::vector<double>& pattern)
        : formula_(formula), pattern_(pattern), strides_(formula.operands.size()) {
        for (std::size_t operand = 0; operand < strides_.size(); ++operand) {
            strides_[operand].assign(formula.extents.size(), 0);
            std::int64_t stride = 1;
            for (const int label : formula.operands[operand]) {
                strides_[operand][static_cast<std::size_t>(label)] = stride;
                stride *= formula.extents[static_cast<std::size_t>(label)];
            }
        }
        for (std::size_t label = 0; label < formula.extents.size(); ++label) {
            if (strides_[0][label] == 0) reduced_.push_back(label);
        }
    }

    [[nodiscard]] double reduced_elements() const {
        double product = 1;
        for (const std::size_t label : reduced_) {
            product *= static_cast<double>(formula_.extents[label]);
        }
        return product;
    }

    /// The value at an element of the output, by its place in memory, and the sum of absolute
    /// values that it was made of.
    struct Sample {
        double value = 0;
        double size = 0;
    };
    [[nodiscard]] Sample at(std::int64_t place) const {
        std::vector<std::int64_t> index(formula_.extents.size(), 0);
        for (const int label : formula_.operands[0]) {
            const std::int64_t extent = formula_.extents[static_cast<std::size_t>(label)];
            index[static_cast<std::size_t>(label)] = place % extent;
            place /= extent;
        }
        if (formula_.reduction.empty()) {
            const double value = element(index);
            return {value, std::abs(value)};
        }
        return reduced(index);
    }

private:
    [[nodiscard]] Sample reduced(std::vector<std::int64_t>& index) const {
        Sample sum;
        double largest = -INFINITY;
        for (;;) {
            const double value = element(index);
            largest = std::max(largest, value);
            sum.value += formula_.reduction == "norm2" ? value * value : value;
            sum.size += std::abs(value);
            std::size_t at = 0;
            for (; at < reduced_.size(); ++at) {
                if (++index[reduced_[at]] < formula_.extents[reduced_[at]]) break;
                index[reduced_[at]] = 0;
            }
            if (at == reduced_.size()) break;
        }
        if (formula_.reduction == "max") return {largest, std::abs(largest)};
        if (formula_.reduction == "norm2") return {std::sqrt(sum.value), std::sqrt(sum.value)};
        return sum;
    }

    [[nodiscard]] double element(const std::vector<std::int64_t>& index) const {
        double value = input(1, index);
        for (std::size_t operand = 2; operand < strides_.size(); ++operand) {
            const std::string& operation = formula_.operations[operand - 2];
            const double right = input(operand, index);
            if (operation == "max") {
                value = std::max(value, right);
            } else {
                value = operation == "+" ? value + right : value * right;
            }
        }
        return value;
    }

    [[nodiscard]] double input(std::size_t operand, const std::vector<std::int64_t>& index) const {
        std::int64_t offset = 0;
        for (std::size_t label = 0; label < index.size(); ++label) {
            offset += index[label] * strides_[operand][label];
        }
        // Tensors begin at different elements of the pattern.
        const auto place = static_cast<std::size_t>(offset) + operand * shift;
        return pattern_[place % pattern_.size()];
    }

public:
    /// By how many elements of the pattern one tensor begins after the one before.
    static constexpr std::size_t shift = 1000;

private:
    const DrawnFormula& formula_;
    const std::vector<double>& pattern_;
    std::vector<std::vector<std::int64_t>> strides_;  // of each operand, by label
    std::vector<std::size_t> reduced_;
};

}  // namespace ttgt::bench
