// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/expression/operation.h"

#include <algorithm>
#include <array>

namespace ttgt {
namespace {

struct Traits {
    std::string_view spelling;
    int arity;
    bool takes_complex;
};

// In the order of Operation.
constexpr std::array<Traits, 38> traits{{
    {"load", 0, true},       {"scalar", 0, true},     {"number", 0, true},   {"reduced", 0, true},
    {"+", 2, true},          {"-", 2, true},          {"*", 2, true},        {"/", 2, true},
    {"max", 2, false},       {"min", 2, false},       {"identity", 1, true}, {"sqrt", 1, true},
    {"relu", 1, false},      {"conj", 1, true},       {"rcp", 1, true},      {"sigmoid", 1, false},
    {"tanh", 1, false},      {"exp", 1, true},        {"log", 1, true},      {"abs", 1, true},
    {"neg", 1, true},        {"sin", 1, false},       {"cos", 1, false},     {"tan", 1, false},
    {"sinh", 1, false},      {"cosh", 1, false},      {"asin", 1, false},    {"acos", 1, false},
    {"atan", 1, false},      {"asinh", 1, false},     {"acosh", 1, false},   {"atanh", 1, false},
    {"ceil", 1, false},      {"floor", 1, false},     {"mish", 1, false},    {"swish", 1, false},
    {"soft_plus", 1, false}, {"soft_sign", 1, false},
}};

constexpr std::array<std::string_view, 6> reductions{"none", "sum", "prod", "max", "min", "norm2"};

constexpr const Traits& traits_of(Operation operation) {
    return traits[static_cast<std::size_t>(operation)];
}

static_assert(traits_of(Operation::max).spelling == "max");
static_assert(traits_of(Operation::soft_sign).spelling == "soft_sign");

}  // namespace

int arity(Operation operation) noexcept { return traits_of(operation).arity; }

std::string_view spelling(Operation operation) noexcept { return traits_of(operation).spelling; }

std::string_view spelling(Reduction reduction) noexcept {
    return reductions[static_cast<std::size_t>(reduction)];
}

bool takes_complex(Operation operation) noexcept { return traits_of(operation).takes_complex; }

std::optional<Operation> find_function(std::string_view name) noexcept {
    constexpr auto first = static_cast<std::size_t>(Operation::max);
    for (std::size_t i = first; i < traits.size(); ++i) {
        if (traits[i].spelling == name) return static_cast<Operation>(i);
    }
    return std::nullopt;
}

std::optional<Reduction> find_reduction(std::string_view name) noexcept {
    for (std::size_t i = 1; i < reductions.size(); ++i) {
        if (reductions[i] == name) return static_cast<Reduction>(i);
    }
    return std::nullopt;
}

std::vector<std::size_t> loads_of(const Instructions& instructions) {
    std::vector<std::size_t> uses;
    for (const Instruction& each : instructions) {
        if (each.operation != Operation::load) continue;
        if (std::find(uses.begin(), uses.end(), each.index) == uses.end()) {
            uses.push_back(each.index);
        }
    }
    return uses;
}

std::size_t stack_depth(const Instructions& instructions) noexcept {
    std::size_t depth = 0;
    std::size_t deepest = 0;
    for (const Instruction& instruction : instructions) {
        depth = depth + 1 - static_cast<std::size_t>(arity(instruction.operation));
        deepest = std::max(deepest, depth);
    }
    return deepest;
}

}  // namespace ttgt
