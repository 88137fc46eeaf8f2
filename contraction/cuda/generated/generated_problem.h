// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contraction/plan/plan.h"

namespace ttgt::cuda {

struct GeneratedLabel {
    std::string name;
    std::int64_t extent = 1;
};

/// A mode of a tensor in memory.
struct GeneratedMode {
    std::int64_t extent = 1;
    std::int64_t stride = 0;  ///< elements
};

/// A pointer that the kernel is given, or, as a temporary, memory shared by the threads of a block.
struct GeneratedTensor {
    std::string name;
    std::vector<GeneratedMode> modes;
    bool is_temporary = false;
    bool is_written = false;
};

/// A tensor where a stage reads or writes it: the label of each of its modes.
struct GeneratedUse {
    std::size_t tensor = 0;
    std::vector<std::size_t> labels;
    bool conjugated = false;

    friend bool operator==(const GeneratedUse&, const GeneratedUse&) = default;
};

/// scale * the product of one or two factors, summed over all labels that the output lacks.
struct GeneratedProduct {
    double scale = 1;
    std::vector<GeneratedUse> factors;
    std::vector<std::size_t> sums;  ///< labels
};

/// output = alpha * (sum of products) + beta * output, of which a temporary takes neither alpha nor
/// beta. All products are summed before anything is written.
struct GeneratedStage {
    GeneratedUse output;
    bool adds = false;  ///< to what the output holds
    std::vector<GeneratedProduct> products;
};

/// What one generated kernel computes: stages one after the other, of elements of one type. A
/// tensor that is written is read, if at all, as a temporary.
struct GeneratedProblem {
    std::string text;  ///< for people
    DType dtype = DType::float64;
    std::vector<GeneratedLabel> labels;
    std::vector<GeneratedTensor> tensors;  ///< those that are no temporaries: the kernel's pointers
    std::vector<GeneratedStage> stages;
};

/// Whether the label stands in the use.
[[nodiscard]] bool has_label(const GeneratedUse& use, std::size_t label);
/// Elements from one value of the label to the next, where it is of several modes their sum.
[[nodiscard]] std::int64_t stride_of(const GeneratedProblem& problem, const GeneratedUse& use,
                                     std::size_t label);

/// How many values these labels have together.
[[nodiscard]] double volume_of(const GeneratedProblem& problem,
                               const std::vector<std::size_t>& labels);

/// Bytes of operands read and written once; those that are added to, twice.
[[nodiscard]] double operand_bytes(const GeneratedProblem& problem);
/// Multiplications of all stages.
[[nodiscard]] double multiplications(const GeneratedProblem& problem);

/// Whether a kernel can be generated for it: of elements that it knows, sums that are short, at
/// most so many tensors, offsets within 32 bits, no operand read that was written, nothing empty.
[[nodiscard]] bool can_be_generated(const GeneratedProblem& problem);

/// A Direct step as one stage of one product; the tensors are D, L and R, R left out where there is
/// none. Nothing where kernels are not generated for such: of several types of elements, of halves,
/// of tf32, where nothing is summed, or where offsets are beyond 32 bits.
[[nodiscard]] std::optional<GeneratedProblem> generated_problem(const DirectStep& step);

/// Pointers that a kernel is given at most.
inline constexpr std::size_t most_generated_tensors = 16;
/// Of how many elements a kernel may be generated at most: more take GEMM's time, and are not
/// small.
inline constexpr std::int64_t most_summed = 1024;

}  // namespace ttgt::cuda
