// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/reference/reference.h"

/// A second opinion on elementwise functions and reductions, element by element, in double
/// precision. Formulas are functions of C++ here: nothing is parsed, tiled or merged.
namespace ttgt::reference {

/// A value, and how far a computation with roundings of size `epsilon` may be from it.
struct Bounded {
    Scalar value;
    double error = 0;
};

/// The function of this name, as the engine's guide names it: "sqrt", "soft_plus". Throws
/// InvalidArgument on other names.
[[nodiscard]] Bounded apply(std::string_view function, const Bounded& a, double epsilon);
/// "+", "-", "*", "/", "max" or "min".
[[nodiscard]] Bounded apply(std::string_view operation, const Bounded& a, const Bounded& b,
                            double epsilon);

/// D = finish(reduction of element(elements of the inputs) over the labels that D lacks, D_before).
struct Evaluation {
    std::vector<std::string> output_labels;
    std::vector<std::int64_t> output_extents;
    std::vector<Input> inputs;  ///< not conjugated; a label that an input lacks is broadcast
    std::function<Bounded(std::span<const Bounded> elements)> element;
    std::string reduction;  ///< empty: none; else "sum", "prod", "max", "min" or "norm2"
    std::function<Bounded(const Bounded& value, const Bounded& before)> finish;
    double epsilon = 0;  ///< of the compute type
};

/// All elements of D, first output label fastest. `before` holds D_before, its modes in the order
/// of the output labels; null where `finish` does not look at it.
[[nodiscard]] std::vector<Bounded> evaluate(const Evaluation& evaluation,
                                            const ConstTensorView* before);

}  // namespace ttgt::reference
