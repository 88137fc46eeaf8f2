// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "contraction/cuda/generated/generated_shape.h"

namespace ttgt::test {

/// A problem for which a kernel is generated, and one of its variants.
struct GeneratedCase {
    GeneratedProblem problem;
    cuda::GeneratedShape shape;
};

/// Drawn products and programs with several variants each: the same for the program that writes
/// their kernels and for the test that runs them.
[[nodiscard]] std::vector<GeneratedCase> generated_cases();

/// Elements of a tensor and where its first one is; its memory begins lower where strides are
/// negative.
template <class Element>
struct GeneratedArray {
    std::vector<Element> memory;
    std::int64_t first = 0;
    [[nodiscard]] Element* data() { return memory.data() + first; }
};

/// One of each of the problem's tensors, filled with small numbers.
template <class Element>
[[nodiscard]] std::vector<GeneratedArray<Element>> generated_arrays(
    const GeneratedProblem& problem);

/// Runs the stages by plain loops.
template <class Element>
void evaluate(const GeneratedProblem& problem, Element alpha, Element beta,
              std::vector<GeneratedArray<Element>>& arrays);

}  // namespace ttgt::test
