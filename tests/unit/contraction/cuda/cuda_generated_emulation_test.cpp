// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The source of generated kernels, compiled by the host compiler and run block by block on the CPU:
// every element of memory is what plain loops leave there.
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cuda/generated/generated_source.h"
#include "tests/support/emulation/emulated_generated.h"

namespace ttgt::test {
namespace {

template <class Element>
void expect_as_plain_loops(std::size_t number, const GeneratedCase& generated) {
    using Real = decltype(std::abs(Element{}));
    constexpr Real alpha = 1.5;
    constexpr Real beta = -0.5;
    std::vector<GeneratedArray<Element>> expected = generated_arrays<Element>(generated.problem);
    std::vector<GeneratedArray<Element>> arrays = expected;
    evaluate<Element>(generated.problem, alpha, beta, expected);
    std::vector<void*> tensors;
    for (GeneratedArray<Element>& array : arrays) tensors.push_back(array.data());

    const std::string error = emulate_generated(number, generated, tensors.data(), alpha, beta);

    ASSERT_EQ(error, "");
    // Numbers of few bits: the sums are short, and those of single products are exact.
    const Real bound = 4096 * std::numeric_limits<Real>::epsilon();
    for (std::size_t tensor = 0; tensor < arrays.size(); ++tensor) {
        if (generated.problem.tensors[tensor].is_temporary) continue;
        for (std::size_t i = 0; i < arrays[tensor].memory.size(); ++i) {
            const Element& want = expected[tensor].memory[i];
            ASSERT_LE(std::abs(arrays[tensor].memory[i] - want), bound * (1 + std::abs(want)))
                << generated.problem.tensors[tensor].name << ' ' << i;
        }
    }
}

TEST(GeneratedKernels, ComputeWhatPlainLoopsDo) {
    const std::vector<GeneratedCase> cases = generated_cases();
    ASSERT_GE(cases.size(), 80U);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        SCOPED_TRACE(cuda::generated_source(cases[i].problem, cases[i].shape));
        switch (cases[i].problem.dtype) {
            case DType::float32:
                expect_as_plain_loops<float>(i, cases[i]);
                break;
            case DType::float64:
                expect_as_plain_loops<double>(i, cases[i]);
                break;
            case DType::complex64:
                expect_as_plain_loops<std::complex<float>>(i, cases[i]);
                break;
            default:
                expect_as_plain_loops<std::complex<double>>(i, cases[i]);
        }
        if (testing::Test::HasFatalFailure()) return;
    }
}

}  // namespace
}  // namespace ttgt::test
