// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ttgt {

/// What an instruction of a formula does.
enum class Operation : std::uint8_t {
    load,     ///< an element of a tensor
    scalar,   ///< a scalar that the run is given
    number,   ///< a number of the formula
    reduced,  ///< the result of the formula's reduction
    add,
    subtract,
    multiply,
    divide,
    max,
    min,
    identity,
    sqrt,
    relu,
    conj,
    rcp,
    sigmoid,
    tanh,
    exp,
    log,
    abs,
    neg,
    sin,
    cos,
    tan,
    sinh,
    cosh,
    asin,
    acos,
    atan,
    asinh,
    acosh,
    atanh,
    ceil,
    floor,
    mish,
    swish,
    soft_plus,
    soft_sign,
};

/// How the values of the labels that the output lacks become one value.
enum class Reduction : std::uint8_t { none, sum, prod, max, min, norm2 };

/// One step of a formula in postfix order: takes its operands from a stack and puts its result
/// there.
struct Instruction {
    Operation operation = Operation::number;
    std::size_t index = 0;    ///< of the tensor's use, for `load`, or of the scalar
    double number = 0;        ///< for `number`
    bool left_real = false;   ///< the operand's imaginary part, or the left operand's, is 0
    bool right_real = false;  ///< so is the right operand's

    friend bool operator==(const Instruction&, const Instruction&) = default;
};
using Instructions = std::vector<Instruction>;

/// How many values an operation takes from the stack.
[[nodiscard]] int arity(Operation operation) noexcept;
/// The name of a function, or what stands between the operands of a sum or product.
[[nodiscard]] std::string_view spelling(Operation operation) noexcept;
[[nodiscard]] std::string_view spelling(Reduction reduction) noexcept;
/// Whether the operation takes values with an imaginary part.
[[nodiscard]] bool takes_complex(Operation operation) noexcept;
/// The function of one or two arguments, or the reduction, of this name.
[[nodiscard]] std::optional<Operation> find_function(std::string_view name) noexcept;
[[nodiscard]] std::optional<Reduction> find_reduction(std::string_view name) noexcept;
/// The uses that the instructions load, each once, in the order in which they are first loaded.
[[nodiscard]] std::vector<std::size_t> loads_of(const Instructions& instructions);
/// The most values that are on the stack at one time.
[[nodiscard]] std::size_t stack_depth(const Instructions& instructions) noexcept;

}  // namespace ttgt
