// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// What the driver asks contenders to do. Tensors are packed, the first mode is the fastest, and
/// elements are float32 (4 bytes) or float64 (8).
namespace ttgt::by_turns {

using Extents = std::vector<std::int64_t>;

struct Transpose {
    std::int64_t element_bytes = 8;
    Extents extents;
    std::vector<int> perm;  ///< the mode of the input at each position of the output
    Extents out_extents;
    Extents in_strides;  ///< of the input, in the order of the output

    [[nodiscard]] std::int64_t count() const;
};

struct Operand {
    std::string labels;  ///< a letter for each mode, whatever the labels' names are
    Extents extents;
    Extents strides;

    [[nodiscard]] std::int64_t count() const;
};

/// D = L * R.
struct Contraction {
    std::int64_t element_bytes = 8;
    std::string expression;  ///< as it came
    Operand d;
    Operand l;
    Operand r;
    std::string contracted;  ///< labels that D lacks
    Extents contracted_extents;
};

[[nodiscard]] std::int64_t product(const Extents& extents);

/// "4" or "8", "24,35", "1,0". Throws std::invalid_argument naming what is wrong.
[[nodiscard]] Transpose parse_transpose(const std::string& element_bytes,
                                        const std::string& extents, const std::string& perm);

/// "8", "D(a,b)=L(a,k)*R(k,b)", "a:2,b:3,k:5". Throws std::invalid_argument naming what is wrong.
[[nodiscard]] Contraction parse_contraction(const std::string& element_bytes,
                                            const std::string& expression,
                                            const std::string& extents);

}  // namespace ttgt::by_turns
