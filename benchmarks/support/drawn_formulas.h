// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace ttgt::bench {

/// A formula of one to three packed tensors of one dtype, as interfaces with fixed kinds of calls
/// have them, too: D = join(pair(A, B), C) or D = reduction(A), where the last input of an
/// elementwise formula of several has D's labels in D's order.
struct DrawnFormula {
    std::uint64_t seed = 0;
    std::string kind;  ///< "permute", "binary", "rows", ...
    DType dtype = DType::float32;
    std::vector<std::int64_t> extents;       ///< of each label
    std::vector<std::vector<int>> operands;  ///< labels of the output, then of each input
    std::vector<std::string> operations;     ///< between the inputs: "+", "*" or "max"
    std::string reduction;                   ///< "sum", "max" or "norm2"; empty: none

    [[nodiscard]] std::vector<std::int64_t> extents_of(std::size_t operand) const {
        std::vector<std::int64_t> result;
        for (const int label : operands[operand]) {
            result.push_back(extents[static_cast<std::size_t>(label)]);
        }
        return result;
    }
    [[nodiscard]] std::string tensor(std::size_t operand) const {
        std::string text;
        for (const int label : operands[operand]) {
            text += fmt::format("{}{}", text.empty() ? "" : ",", static_cast<char>('a' + label));
        }
        return fmt::format("{}({})", "DABC"[operand], text);
    }
    [[nodiscard]] std::string text() const {
        std::string right = tensor(1);
        for (std::size_t input = 2; input < operands.size(); ++input) {
            const std::string& operation = operations[input - 2];
            right = operation == "max" ? fmt::format("max({}, {})", right, tensor(input))
                                       : fmt::format("({} {} {})", right, operation, tensor(input));
        }
        return fmt::format("{} = {}{}{}{}", tensor(0), reduction, reduction.empty() ? "" : "(",
                           right, reduction.empty() ? "" : ")");
    }
    /// "300x200": the extents of the labels a, b, ... .
    [[nodiscard]] std::string sizes() const {
        std::string text;
        for (const std::int64_t extent : extents) {
            text += fmt::format("{}{}", text.empty() ? "" : "x", extent);
        }
        return text;
    }
};

/// Draws formulas whose largest tensor has about `bytes` bytes.
class FormulaDraw {
public:
    FormulaDraw(std::uint64_t seed, std::int64_t bytes) : random_(seed), bytes_(bytes) {
        formula_.seed = seed;
        constexpr DType dtypes[] = {DType::float32, DType::float64, DType::complex64,
                                    DType::float16};
        formula_.dtype = dtypes[below(4)];
    }

    [[nodiscard]] DrawnFormula elementwise() {
        const std::vector<int> labels = draw_labels(2 + below(4));
        const std::size_t inputs = 1 + below(3);
        constexpr const char* kinds[] = {"permute", "binary", "trinary"};
        formula_.kind = kinds[inputs - 1];
        formula_.operands = {labels};
        for (std::size_t input = 0; input < inputs; ++input) {
            const bool is_last = inputs > 1 && input + 1 == inputs;
            formula_.operands.push_back(is_last ? labels : draw_order(labels, inputs > 1));
            if (input > 0) formula_.operations.push_back(draw_operation());
        }
        return formula_;
    }

    [[nodiscard]] DrawnFormula reduction() {
        constexpr const char* kinds[] = {"rows", "columns", "middle", "all"};
        constexpr const char* reductions[] = {"sum", "max", "norm2"};
        const std::size_t kind = below(4);
        formula_.kind = kinds[kind];
        formula_.reduction = reductions[below(is_complex(formula_.dtype) ? 1 : 3)];
        const std::vector<int> all = draw_labels(kind == 2 ? 3 : 2 + below(2));
        std::vector<int> kept(all.begin() + 1, all.end());
        if (kind == 1) kept = {all.front()};
        if (kind == 2) kept = {all.front(), all.back()};
        if (kind == 3) kept = {};
        formula_.operands = {kept, all};
        return formula_;
    }

private:
    [[nodiscard]] std::size_t below(std::size_t count) { return random_() % count; }

    /// Labels whose extents have a random share each of the elements.
    [[nodiscard]] std::vector<int> draw_labels(std::size_t count) {
        std::vector<double> shares;
        for (std::size_t i = 0; i < count; ++i) {
            shares.push_back(1.0 + static_cast<double>(below(100)) / 50.0);
        }
        const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
        const double elements =
            static_cast<double>(bytes_) / static_cast<double>(size_bytes(formula_.dtype));
        std::vector<int> labels;
        for (std::size_t i = 0; i < count; ++i) {
            auto extent = static_cast<std::int64_t>(std::pow(elements, shares[i] / sum));
            // Half of the extents are multiples of 8, as many are in practice.
            if (below(2) == 0) extent = (extent + 7) / 8 * 8;
            formula_.extents.push_back(std::max<std::int64_t>(extent, 2));
            labels.push_back(static_cast<int>(i));
        }
        return labels;
    }

    [[nodiscard]] std::vector<int> draw_order(std::vector<int> labels, bool may_be_broadcast) {
        for (std::size_t i = labels.size(); i > 1; --i) std::swap(labels[i - 1], labels[below(i)]);
        if (may_be_broadcast && below(4) == 0) labels.resize(1 + below(labels.size()));
        return labels;
    }

    [[nodiscard]] std::string draw_operation() {
        constexpr const char* operations[] = {"+", "*", "max"};
        return operations[below(is_complex(formula_.dtype) ? 2 : 3)];
    }

    std::mt19937_64 random_;
    std::int64_t bytes_;
    DrawnFormula formula_;
};

}  // namespace ttgt::bench
