// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/rewrite/float32_temporaries.h"

#include <ttgt/error.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/core/element.h"

namespace ttgt::network {
namespace {

bool has_half_operands(const Program& program) {
    for (std::size_t tensor = 0; tensor < program.tensors.size(); ++tensor) {
        if (is_half_operand(program, tensor)) return true;
    }
    return false;
}

void check_precisions(const Program& program, const Sum& sum) {
    const ProgramTensor& output = program.tensors[sum.output.tensor];
    for (const Use& factor : sum.products.front().factors) {
        const ProgramTensor& tensor = program.tensors[factor.tensor];
        if (real_of(tensor.dtype) == real_of(output.dtype)) continue;
        throw InvalidArgument(fmt::format(
            "'{}': '{}' is {} but '{}' is {}; operands of one contraction share a precision",
            to_string(program, sum), tensor.name, name(tensor.dtype), output.name,
            name(output.dtype)));
    }
}

/// The labels without those that stand there before: of a diagonal, one.
std::vector<std::size_t> distinct(const std::vector<std::size_t>& labels) {
    std::vector<std::size_t> result;
    for (const std::size_t label : labels) {
        if (!contains(result, label)) result.push_back(label);
    }
    return result;
}

class Rewriting {
public:
    Rewriting(const Program& program, const Float32Temporaries& options)
        : program_(program), options_(options), outputs_(program.tensors.size()) {
        result_.tensors = program.tensors;
        for (ProgramTensor& tensor : result_.tensors) {
            if (!tensor.operand && is_half(tensor.dtype)) tensor.dtype = DType::float32;
        }
        for (const Sum& sum : program.sums) {
            check_precisions(program, sum);
            ++outputs_[sum.output.tensor].sums_to_come;
        }
    }

    [[nodiscard]] Program build() && {
        for (const Sum& sum : program_.sums) add(sum);
        return std::move(result_);
    }

private:
    struct Output {
        std::size_t sums_to_come = 0;
        std::optional<std::size_t> temporary;  ///< tensor in which the sums are computed
        bool adds = false;  ///< whether the sums are added to the output's old values
    };

    [[nodiscard]] bool is_half_operand(std::size_t tensor) const {
        return network::is_half_operand(program_, tensor);
    }
    [[nodiscard]] bool takes_halves_alone(const Sum& sum) const {
        const std::vector<Use>& factors = sum.products.front().factors;
        return std::all_of(factors.begin(), factors.end(),
                           [&](const Use& use) { return is_half_operand(use.tensor); });
    }

    std::size_t add_float32(const Sum& sum, std::size_t of,
                            const std::vector<std::size_t>& labels) {
        return add_temporary(result_, program_.tensors[of].name + "_float32", DType::float32, sum,
                             labels);
    }

    void add(const Sum& sum) {
        Output& output = outputs_[sum.output.tensor];
        const bool is_only = output.sums_to_come == 1 && !output.temporary;
        --output.sums_to_come;
        const bool is_half_output = is_half_operand(sum.output.tensor);
        if (is_half_output && is_only && takes_halves_alone(sum)) {
            result_.sums.push_back(sum);
            return;
        }
        Sum wide = sum;
        if (is_half_output) {
            if (!output.temporary) {
                output.temporary = add_float32(sum, sum.output.tensor, sum.output.labels);
                output.adds = std::exchange(wide.adds, false);
            }
            wide.output.tensor = *output.temporary;
        }
        std::vector<Use>& factors = wide.products.front().factors;
        const bool stays = factors.size() == 1 || options_.mixed_precision_products;
        if (!stays || !takes_halves_alone(sum)) {
            for (Use& factor : factors) convert(factor, sum);
        }
        result_.sums.push_back(std::move(wide));
        if (is_half_output && output.sums_to_come == 0) round(sum, output);
    }

    /// Makes a 16-bit factor a float32 one.
    void convert(Use& factor, const Sum& like) {
        if (!is_half_operand(factor.tensor)) return;
        const std::vector<std::size_t> labels = distinct(factor.labels);
        std::vector<std::size_t> key{factor.tensor};
        for (const std::size_t label : factor.labels) {
            key.push_back(static_cast<std::size_t>(std::find(labels.begin(), labels.end(), label) -
                                                   labels.begin()));
        }
        const auto known = converted_.find(key);
        if (options_.shares && known != converted_.end()) {
            factor = {known->second, labels};
            return;
        }
        const std::size_t tensor = add_float32(like, factor.tensor, labels);
        converted_[key] = tensor;
        result_.sums.push_back(copy_of({factor.tensor, factor.labels}, {tensor, labels}, like));
        factor = {tensor, labels};
    }

    void round(const Sum& like, const Output& output) {
        Sum sum = copy_of({*output.temporary, like.output.labels}, like.output, like);
        sum.adds = output.adds;
        result_.sums.push_back(std::move(sum));
    }

    /// The sum that copies a tensor to another one, with the labels and the statement of `like`.
    static Sum copy_of(Use input, Use output, const Sum& like) {
        return {.output = std::move(output),
                .products = {{1.0, {std::move(input)}}},
                .labels = like.labels,
                .statement = like.statement};
    }

    const Program& program_;
    const Float32Temporaries& options_;
    std::vector<Output> outputs_;  // by tensor
    /// Numbers of the float32 copies of 16-bit operands. The key is the operand's number, then for
    /// each mode the place of its label among the distinct labels.
    std::map<std::vector<std::size_t>, std::size_t> converted_;
    Program result_;
};

/// A label of another sum beside those of this one, none of which has its name.
SumLabel renamed(const Sum& sum, SumLabel label) {
    const auto is_taken = [&] {
        return std::any_of(sum.labels.begin(), sum.labels.end(),
                           [&](const SumLabel& own) { return own.name == label.name; });
    };
    while (is_taken()) label.name += '\'';
    return label;
}

/// Appends the products of `sum` to those of `to`, whose labels get new ones beside them.
void join(Sum& to, const Sum& sum) {
    std::vector<std::size_t> number(sum.labels.size());
    for (std::size_t label = 0; label < sum.labels.size(); ++label) {
        const auto& own = sum.output.labels;
        const auto at = std::find(own.begin(), own.end(), label);
        number[label] = to.labels.size();
        if (at == own.end()) {
            to.labels.push_back(renamed(to, sum.labels[label]));
        } else {
            number[label] = to.output.labels[static_cast<std::size_t>(at - own.begin())];
        }
    }
    for (Product product : sum.products) {
        for (Use& factor : product.factors) {
            for (std::size_t& label : factor.labels) label = number[label];
        }
        to.products.push_back(std::move(product));
    }
}

}  // namespace

bool is_half_operand(const Program& program, std::size_t tensor) {
    return program.tensors[tensor].operand && is_half(program.tensors[tensor].dtype);
}

Program Float32Temporaries::operator()(const Program& program) const {
    if (!has_half_operands(program)) return program;
    return Rewriting(program, *this).build();
}

Program with_joined_sums(const Program& program) {
    Program result{program.tensors, {}};
    for (const Sum& sum : program.sums) {
        const auto before = std::find_if(result.sums.begin(), result.sums.end(), [&](const Sum& s) {
            return s.output.tensor == sum.output.tensor;
        });
        if (before == result.sums.end() || !is_half_operand(program, sum.output.tensor)) {
            result.sums.push_back(sum);
            continue;
        }
        Sum joined = std::move(*before);
        result.sums.erase(before);
        join(joined, sum);
        joined.statement = sum.statement;
        result.sums.push_back(std::move(joined));
    }
    return result;
}

}  // namespace ttgt::network
