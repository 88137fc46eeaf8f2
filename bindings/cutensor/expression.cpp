// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/expression.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

struct Function {
    cutensorOperator_t op;
    std::string_view name;
    bool takes_complex;
};

constexpr std::array<Function, 28> functions{{
    {CUTENSOR_OP_IDENTITY, "identity", true},
    {CUTENSOR_OP_SQRT, "sqrt", true},
    {CUTENSOR_OP_RELU, "relu", false},
    {CUTENSOR_OP_CONJ, "conj", true},
    {CUTENSOR_OP_RCP, "rcp", true},
    {CUTENSOR_OP_SIGMOID, "sigmoid", false},
    {CUTENSOR_OP_TANH, "tanh", false},
    {CUTENSOR_OP_EXP, "exp", true},
    {CUTENSOR_OP_LOG, "log", true},
    {CUTENSOR_OP_ABS, "abs", true},
    {CUTENSOR_OP_NEG, "neg", true},
    {CUTENSOR_OP_SIN, "sin", false},
    {CUTENSOR_OP_COS, "cos", false},
    {CUTENSOR_OP_TAN, "tan", false},
    {CUTENSOR_OP_SINH, "sinh", false},
    {CUTENSOR_OP_COSH, "cosh", false},
    {CUTENSOR_OP_ASIN, "asin", false},
    {CUTENSOR_OP_ACOS, "acos", false},
    {CUTENSOR_OP_ATAN, "atan", false},
    {CUTENSOR_OP_ASINH, "asinh", false},
    {CUTENSOR_OP_ACOSH, "acosh", false},
    {CUTENSOR_OP_ATANH, "atanh", false},
    {CUTENSOR_OP_CEIL, "ceil", false},
    {CUTENSOR_OP_FLOOR, "floor", false},
    {CUTENSOR_OP_MISH, "mish", false},
    {CUTENSOR_OP_SWISH, "swish", false},
    {CUTENSOR_OP_SOFT_PLUS, "soft_plus", false},
    {CUTENSOR_OP_SOFT_SIGN, "soft_sign", false},
}};

const Function* find_function(cutensorOperator_t op) {
    const auto* const found = std::find_if(functions.begin(), functions.end(),
                                           [&](const Function& each) { return each.op == op; });
    return found == functions.end() ? nullptr : found;
}

bool is_combine(cutensorOperator_t op) {
    return op == CUTENSOR_OP_ADD || op == CUTENSOR_OP_MUL || op == CUTENSOR_OP_MAX ||
           op == CUTENSOR_OP_MIN;
}

bool is_order(cutensorOperator_t op) { return op == CUTENSOR_OP_MAX || op == CUTENSOR_OP_MIN; }

/// The identity, or a conjugation, which of real elements is the identity.
bool is_plain(const Operand& operand) {
    return operand.op == CUTENSOR_OP_IDENTITY || operand.op == CUTENSOR_OP_CONJ;
}

bool is_conjugated(const Operand& operand) {
    return operand.op == CUTENSOR_OP_CONJ && is_complex(operand.dtype);
}

bool has_mode(const Operand& operand, std::int32_t mode) {
    return std::find(operand.modes.begin(), operand.modes.end(), mode) != operand.modes.end();
}

std::string tensor_text(std::string_view name, const Operand& operand) {
    std::vector<std::string> labels;
    for (const std::int32_t mode : operand.modes) labels.push_back(label(mode));
    return fmt::format("{}({})", name, fmt::join(labels, ","));
}

/// In formulas. The output's name is no input's.
std::string output_text(const Operand& output) { return tensor_text("out", output); }

std::string combined(cutensorOperator_t op, const std::string& x, const std::string& y) {
    switch (op) {
        case CUTENSOR_OP_MUL:
            return fmt::format("({}*{})", x, y);
        case CUTENSOR_OP_MAX:
            return fmt::format("max({},{})", x, y);
        case CUTENSOR_OP_MIN:
            return fmt::format("min({},{})", x, y);
        default:
            return fmt::format("({}+{})", x, y);
    }
}

std::string_view reduction_name(cutensorOperator_t op) {
    switch (op) {
        case CUTENSOR_OP_MUL:
            return "prod";
        case CUTENSOR_OP_MAX:
            return "max";
        case CUTENSOR_OP_MIN:
            return "min";
        default:
            return "sum";
    }
}

/// An input under its operator.
std::string applied(const Operation& operation, std::size_t input) {
    const Operand& operand = operation.inputs[input];
    const std::string tensor = tensor_text(input_name(input), operand);
    if (operand.op == CUTENSOR_OP_IDENTITY) return tensor;
    return fmt::format("{}({})", find_function(operand.op)->name, tensor);
}

bool reduces(const Operation& operation) {
    return operation.kind == Kind::reduction &&
           !std::all_of(operation.inputs[0].modes.begin(), operation.inputs[0].modes.end(),
                        [&](std::int32_t mode) { return has_mode(operation.output, mode); });
}

std::string term(const Operation& operation, std::size_t input, std::uint32_t zeros) {
    if ((zeros >> input & 1) != 0) return "0";
    std::string value = applied(operation, input);
    if (input == 0 && reduces(operation)) {
        value = fmt::format("{}({})", reduction_name(operation.combines[0]), value);
    }
    return fmt::format("{}*{}", scalar_name(input), value);
}

void check_operator(const Operand& operand) {
    const Function* const found = find_function(operand.op);
    check(found != nullptr, CUTENSOR_STATUS_INVALID_VALUE, "a tensor's operator is not unary");
    check(found->takes_complex || !is_complex(operand.dtype), CUTENSOR_STATUS_INVALID_VALUE,
          "a tensor's operator is of real elements alone");
}

}  // namespace

std::string label(std::int32_t mode) {
    const bool is_letter = (mode >= 'A' && mode <= 'Z') || (mode >= 'a' && mode <= 'z');
    if (is_letter) return {static_cast<char>(mode)};
    if (mode >= 0) return fmt::format("m{}", mode);
    return fmt::format("n{}", -static_cast<std::int64_t>(mode));
}

bool is_linear(const Operation& operation) {
    if (operation.kind == Kind::contraction || operation.kind == Kind::contraction_trinary) {
        return true;
    }
    if (operation.kind == Kind::elementwise_trinary) return false;
    const auto fits = [&](const Operand& input) {
        return is_plain(input) && input.dtype == operation.output.dtype;
    };
    return operation.combines[0] == CUTENSOR_OP_ADD &&
           std::all_of(operation.inputs.begin(), operation.inputs.end(), fits);
}

Operand broadcast(Operand operand, const Operand& output) {
    for (std::size_t mode = 0; mode < output.modes.size(); ++mode) {
        if (has_mode(operand, output.modes[mode])) continue;
        operand.modes.push_back(output.modes[mode]);
        operand.layout.extents.push_back(output.layout.extents[mode]);
        operand.layout.strides.push_back(0);
    }
    return operand;
}

std::vector<Operand> factors_of(const Operation& operation) {
    std::vector<Operand> factors = operation.inputs;
    if (has_addend(operation.kind)) factors.pop_back();
    if (factors.size() == 1) factors[0] = broadcast(factors[0], operation.output);
    return factors;
}

std::string product_text(const Operand& output, const std::vector<Operand>& factors) {
    std::string text = tensor_text("D", output);
    char separator = '=';
    for (std::size_t i = 0; i < factors.size(); ++i) {
        const std::string tensor = tensor_text(input_name(i), factors[i]);
        text += separator;
        text += is_conjugated(factors[i]) ? fmt::format("conj({})", tensor) : tensor;
        separator = '*';
    }
    return text;
}

std::string input_name(std::size_t input) { return {static_cast<char>('A' + input)}; }

std::string scalar_name(std::size_t input) { return fmt::format("s{}", input); }

std::string formula_text(const Operation& operation, std::uint32_t zeros) {
    std::string value = term(operation, 0, zeros);
    if (operation.kind == Kind::reduction) {
        value = combined(CUTENSOR_OP_ADD, value, term(operation, 1, zeros));
    } else {
        for (std::size_t input = 1; input < operation.inputs.size(); ++input) {
            value = combined(operation.combines[input - 1], value, term(operation, input, zeros));
        }
    }
    return fmt::format("{}={}", output_text(operation.output), value);
}

std::string fill_text(const Operand& output) {
    return fmt::format("{}={}", output_text(output), scalar_name(0));
}

void check_operators(const Operation& operation) {
    bool has_complex = is_complex(operation.output.dtype);
    for (const Operand& input : operation.inputs) {
        check_operator(input);
        has_complex = has_complex || is_complex(input.dtype);
    }
    for (const cutensorOperator_t combine : operation.combines) {
        check(is_combine(combine), CUTENSOR_STATUS_INVALID_VALUE,
              "tensors are combined by ADD, MUL, MAX or MIN");
        check(!has_complex || !is_order(combine), CUTENSOR_STATUS_INVALID_VALUE,
              "complex elements have no order");
    }
    check(!has_complex || is_complex(operation.output.dtype), CUTENSOR_STATUS_NOT_SUPPORTED,
          "complex elements have no real result");
}

}  // namespace ttgt::cutensor
