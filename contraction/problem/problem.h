// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>
#include <ttgt/dtype.h>
#include <ttgt/layout.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "contraction/expression/expression.h"

namespace ttgt {

/// The operands by position; usable as an index.
enum Operand : std::size_t { operand_d = 0, operand_l = 1, operand_r = 2 };
inline constexpr std::size_t operand_count = 3;

/// Which operands a label stands in.
enum class Role {
    free_l,      ///< D and L
    free_r,      ///< D and R
    contracted,  ///< L and R
    batch,       ///< D, L and R
    lone_l,      ///< L only: summed
    lone_r,      ///< R only: summed
};

/// One loop of the problem: a label, or several that are adjacent in every operand they stand in.
struct ProblemLabel {
    std::string name;  ///< "a", or "a,b" where merged, fastest first
    Role role = Role::free_l;
    std::int64_t extent = 1;
    std::array<std::int64_t, operand_count> strides{};  ///< 0 where the label is absent

    friend bool operator==(const ProblemLabel&, const ProblemLabel&) = default;
};

/// Sizes of the contraction as written, before anything is merged or dropped.
struct ProblemSizes {
    std::int64_t m = 1;  ///< |free_l|
    std::int64_t n = 1;  ///< |free_r|
    std::int64_t k = 1;  ///< |contracted|
    std::int64_t batch = 1;
    std::int64_t lone = 1;                              ///< |lone_l| |lone_r|
    std::array<std::int64_t, operand_count> volumes{};  ///< elements of each operand's labels
};

/// An expression bound to layouts: D = alpha * scale * op(L) * op(R) + beta * D over `labels`.
///
/// Normalised: a label of a diagonal has the sum of its strides, labels of extent 1 are gone,
/// adjacent ones merged. Labels stand in the order of D, then contracted and lone ones in the order
/// of L, then of R. With one input `inputs` is 1 and R is absent.
struct Problem {
    std::string text;  ///< the expression in canonical spelling: printable, one line
    std::array<std::string, operand_count> names;
    std::size_t inputs = 2;
    std::array<DType, operand_count> dtypes{};
    ComputeType compute = ComputeType::full;
    std::array<bool, operand_count> conjugated{};
    double scale = 1.0;
    bool beta_is_zero = true;
    std::vector<ProblemLabel> labels;
    ProblemSizes sizes;
    std::array<Layout, operand_count> layouts;  ///< layouts of D, L and R as the caller gave them
    /// Input whose labels and layout are D's: the two may be one tensor in an elementwise plan.
    std::array<bool, operand_count> same_as_d{};
    bool output_empty = false;  ///< nothing to write
    bool sum_empty = false;     ///< nothing to add: D = beta * D
};

[[nodiscard]] const char* to_string(Role role);
/// The role of a label that stands in these operands, in an input at least.
[[nodiscard]] Role role_of(const std::array<bool, operand_count>& stands_in);
/// Summed before two factors are multiplied: of one input alone.
[[nodiscard]] inline bool is_lone(Role role) {
    return role == Role::lone_l || role == Role::lone_r;
}
[[nodiscard]] inline bool is_summed(Role role) { return role == Role::contracted || is_lone(role); }
/// True where a label of this role stands in the operand.
[[nodiscard]] bool stands_in(Role role, Operand operand);
/// "L" with the expression's own name where it differs: "L 'T'".
[[nodiscard]] std::string operand_title(Operand operand, const std::string& name);

/// Indices into problem.labels of all labels of a role, in their order.
[[nodiscard]] std::vector<std::size_t> labels_of(const Problem& problem, Role role);

/// True where L and R differ in being complex: the real operand stays real.
[[nodiscard]] bool is_mixed(const Problem& problem);

/// True where D is so coarse that each element is rounded but once: all that is contracted is
/// summed before, alpha and beta are applied before.
[[nodiscard]] bool rounds_once(const Problem& problem);

/// 2 |m| |n| |k| |batch|, times 4 for complex arithmetic, 2 for mixed; one per element of L with
/// one input.
[[nodiscard]] double flops(const Problem& problem);
/// Bytes of L, R and D once, D twice where beta is not zero.
[[nodiscard]] std::int64_t bytes(const Problem& problem);
/// flops over the elements of D, L and R.
[[nodiscard]] double arithmetic_intensity(const Problem& problem);

}  // namespace ttgt
