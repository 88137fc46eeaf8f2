// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/problem/problem.h"

#include <fmt/format.h>

#include "src/core/checked.h"
#include "src/core/element.h"

namespace ttgt {

const char* to_string(Role role) {
    switch (role) {
        case Role::free_l:
            return "free_l";
        case Role::free_r:
            return "free_r";
        case Role::contracted:
            return "contracted";
        case Role::batch:
            return "batch";
        default:
            return "lone";
    }
}

Role role_of(const std::array<bool, operand_count>& stands_in) {
    const auto& [in_d, in_l, in_r] = stands_in;
    if (in_d) return in_l && in_r ? Role::batch : in_l ? Role::free_l : Role::free_r;
    return in_l && in_r ? Role::contracted : in_l ? Role::lone_l : Role::lone_r;
}

bool stands_in(Role role, Operand operand) {
    switch (operand) {
        case operand_d:
            return !is_summed(role);
        case operand_l:
            return role != Role::free_r && role != Role::lone_r;
        default:
            return role != Role::free_l && role != Role::lone_l;
    }
}

std::string operand_title(Operand operand, const std::string& name) {
    constexpr std::array<const char*, operand_count> letters{"D", "L", "R"};
    const char* letter = letters[operand];
    return name == letter ? name : fmt::format("{} '{}'", letter, name);
}

std::vector<std::size_t> labels_of(const Problem& problem, Role role) {
    std::vector<std::size_t> indices;
    for (std::size_t index = 0; index < problem.labels.size(); ++index) {
        if (problem.labels[index].role == role) indices.push_back(index);
    }
    return indices;
}

bool is_mixed(const Problem& problem) {
    return problem.inputs == 2 &&
           is_complex(problem.dtypes[operand_l]) != is_complex(problem.dtypes[operand_r]);
}

bool rounds_once(const Problem& problem) { return is_half(problem.dtypes[operand_d]); }

double flops(const Problem& problem) {
    const ProblemSizes& sizes = problem.sizes;
    const double products = static_cast<double>(sizes.m) * static_cast<double>(sizes.n) *
                            static_cast<double>(sizes.k) * static_cast<double>(sizes.batch);
    if (problem.inputs == 1) return static_cast<double>(problem.sizes.volumes[operand_l]);
    if (is_mixed(problem)) return 4.0 * products;
    return (is_complex(problem.dtypes[operand_l]) ? 8.0 : 2.0) * products;
}

std::int64_t bytes(const Problem& problem) {
    std::int64_t sum = 0;
    for (std::size_t operand = 0; operand <= problem.inputs; ++operand) {
        const std::int64_t times = operand == operand_d && !problem.beta_is_zero ? 2 : 1;
        const std::int64_t size = checked_multiply(problem.sizes.volumes[operand],
                                                   times * size_bytes(problem.dtypes[operand]),
                                                   "the operands' size in bytes");
        sum = checked_add(sum, size, "the operands' size in bytes");
    }
    return sum;
}

double arithmetic_intensity(const Problem& problem) {
    double elements = 0;
    for (std::size_t operand = 0; operand <= problem.inputs; ++operand) {
        elements += static_cast<double>(problem.sizes.volumes[operand]);
    }
    return elements == 0 ? 0 : flops(problem) / elements;
}

}  // namespace ttgt
