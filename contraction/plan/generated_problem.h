// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ttgt {

struct GeneratedLabel {
    std::string name;
    std::int64_t extent = 1;
};

/// A mode of a tensor in memory.
struct GeneratedMode {
    std::int64_t extent = 1;
    std::int64_t stride = 0;  ///< elements of the tensor from one index of the mode to the next
};

/// A pointer that the kernel is given, or, as a temporary, memory shared by the threads of a block.
struct GeneratedTensor {
    std::string name;
    std::vector<GeneratedMode> modes{};
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
    bool adds = false;  ///< whether the products are added to the output's old values
    std::vector<GeneratedProduct> products;
};

/// What one generated kernel computes: stages one after the other, of elements of one type. A
/// tensor that is written is read, if at all, as a temporary.
struct GeneratedProblem {
    std::string text;  ///< the problem as an expression, for people
    DType dtype = DType::float64;
    std::vector<GeneratedLabel> labels;
    std::vector<GeneratedTensor> tensors;  ///< without temporaries: the kernel's pointers
    std::vector<GeneratedStage> stages;
};

/// The most pointers that a generated kernel is given: one for each tensor that is no temporary.
inline constexpr std::size_t most_generated_tensors = 16;

}  // namespace ttgt
