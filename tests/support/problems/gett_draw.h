// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "contraction/cuda/direct/gett/plan/gett_plan.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/random.h"

namespace ttgt::test {

/// Everything that GETT kernels multiply.
inline constexpr cuda::GettProducts gett_products[] = {
    {DType::float64},
    {DType::float32},
    {DType::complex64},
    {DType::complex128},
    {DType::float16},
    {DType::bfloat16},
    {DType::float32, ComputeType::tf32},
    {DType::complex64, ComputeType::tf32},
    {DType::float32, ComputeType::tf32x3},
    {DType::complex64, ComputeType::tf32x3},
};

/// The case with operands of these products.
[[nodiscard]] inline TestProblem gett_problem(const Shape& given,
                                              const cuda::GettProducts& products,
                                              std::uint64_t seed) {
    const DType dtype = products.dtype;
    TestProblem problem = direct_problem(given, {dtype, dtype, dtype}, seed);
    problem.compute = products.compute;
    return problem;
}

/// A way to do a product by GETT, drawn from those that the planner knows and whose products and
/// tile `accepts` takes; nothing where no kernel suits.
[[nodiscard]] inline std::optional<cuda::GettChoice> draw_gett_choice(
    const cuda::DirectShape& shape, const cuda::Architecture& gpu, std::int64_t scratch_bytes,
    Random& random,
    const std::function<bool(const cuda::GettProducts& products, int tile)>& accepts) {
    if (!cuda::suits_gett(shape)) return {};
    std::vector<cuda::GettOptions> options = cuda::gett_options(shape, gpu, scratch_bytes);
    std::erase_if(options, [&](const cuda::GettOptions& option) {
        return !accepts({shape.dtypes[1], option.compute}, option.tile);
    });
    if (options.empty()) return {};
    return cuda::choice_of(random.pick(options),
                           [&](const auto& values) { return random.pick(values); });
}

}  // namespace ttgt::test
