// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tests/stress/case_class.h"
#include "tests/stress/draws.h"
#include "tests/stress/fault.h"
#include "tests/stress/shared_array.h"
#include "tests/support/test_tensors.h"

namespace ttgt::stress {
namespace {

using test::Random;
using test::TestOperand;
using test::TestProblem;

void add_mode(TestOperand& operand, const std::string& label, std::int64_t extent) {
    operand.labels.push_back(label);
    operand.layout.extents.push_back(extent);
}

/// Of D and the input that shares its array, and of the other input, if there is one.
void draw_dtypes(Random& random, TestProblem& problem, std::size_t shared) {
    const DType real = random.chance(50) ? DType::float32 : DType::float64;
    const bool complex = random.chance(40);
    problem.d.dtype = complex ? complex_of(real) : real;
    for (std::size_t i = 0; i < problem.inputs.size(); ++i) {
        const bool as_d = i == shared || (complex && random.chance(50));
        problem.inputs[i].dtype = as_d ? problem.d.dtype : real;
        problem.inputs[i].conjugated = random.chance(20);
    }
}

void draw_scalars(Random& random, TestProblem& problem) {
    const std::vector<double> scalars{0, 1, -1, 0.5};
    problem.assignment = random.pick<std::string>({"=", "+=", "-="});
    if (random.chance(50)) problem.alpha = random.pick(scalars);
    if (random.chance(40)) problem.beta = random.pick(scalars);
}

/// One input has D's layout; the other has some of D's labels, and lone ones.
TestProblem draw_in_place(Random& random, std::size_t shared, std::size_t inputs) {
    TestProblem problem;
    problem.inputs.resize(inputs);
    constexpr std::int64_t most_work = 100'000;
    std::int64_t work = 1;
    const auto draw_extent = [&](std::int64_t most) {
        const std::int64_t extent = std::min(random.between(1, most), most_work / work);
        work *= std::max<std::int64_t>(extent, 1);
        return extent;
    };
    TestOperand* const other = inputs == 2 ? &problem.inputs[1 - shared] : nullptr;
    for (std::int64_t mode = random.between(0, 3); mode > 0; --mode) {
        const std::string label = fmt::format("d{}", mode);
        const std::int64_t extent = draw_extent(20);
        add_mode(problem.d, label, extent);
        if (other != nullptr && random.chance(60)) add_mode(*other, label, extent);
    }
    for (std::int64_t lone = other == nullptr ? 0 : random.between(0, 2); lone > 0; --lone) {
        add_mode(*other, fmt::format("s{}", lone), draw_extent(500));
    }
    problem.d.layout = test::draw_layout(random, problem.d.layout.extents, false);
    problem.inputs[shared] = problem.d;
    if (other != nullptr) {
        other->layout = test::draw_layout(random, other->layout.extents, true);
        for (std::int64_t& stride : other->layout.strides) stride *= random.chance(60) ? 0 : 1;
    }
    return problem;
}

/// A packed array of one mode more than D, of extent 2, anywhere: where it is 0 lies D, where it is
/// 1 the input. Alternating elements, real and imaginary parts, columns, halves.
SharedArray draw_interleaved(Random& random, Layout& half) {
    Layout whole = half;
    whole.extents.push_back(2);
    std::vector<std::size_t> order(whole.rank());  // fastest first
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(order);
    whole.strides.resize(whole.rank());
    std::int64_t stride = 1;
    for (const std::size_t mode : order) {
        whole.strides[mode] = random.chance(10) ? -stride : stride;
        stride *= whole.extents[mode];
    }
    half.strides.assign(whole.strides.begin(), whole.strides.end() - 1);
    const std::int64_t apart = whole.strides.back();
    return {std::move(whole), 0, apart};
}

/// D and L of one shape; some modes of L are contracted with R, which has D's in their place.
TestProblem draw_shape(Random& random) {
    TestProblem problem;
    problem.inputs.resize(random.chance(50) ? 2 : 1);
    const bool is_long = random.chance(10);
    std::int64_t work = is_long ? 1 : 2;
    for (std::int64_t mode = is_long ? 1 : random.between(1, 4); mode > 0; --mode) {
        const std::string label = fmt::format("d{}", mode);
        const std::string inner = fmt::format("k{}", mode);
        const std::int64_t extent =
            is_long ? random.between(60'000, 120'000) : random.between(2, 20);
        add_mode(problem.d, label, extent);
        const bool product = problem.inputs.size() == 2 && !is_long && random.chance(30);
        add_mode(problem.inputs[0], product ? inner : label, extent);
        if (product) {
            add_mode(problem.inputs[1], inner, extent);
            add_mode(problem.inputs[1], label, extent);
        }
        work *= product ? extent * extent : extent;
        if (work > 20'000) break;
    }
    return problem;
}

}  // namespace

std::string run_in_place(std::uint64_t seed, Station& station) {
    Random random(seed);
    const std::size_t inputs = random.chance(80) ? 2 : 1;
    const auto shared = static_cast<std::size_t>(random.below(static_cast<std::int64_t>(inputs)));
    TestProblem problem = draw_in_place(random, shared, inputs);
    draw_dtypes(random, problem, shared);
    draw_scalars(random, problem);
    problem = spelled(problem);
    problem.seed = seed;
    test::TestTensors tensors = make_tensors(problem, test::Fill::reals);
    if (problem.alpha == Scalar{}) {
        tensors.inputs[shared] = tensors.d;
    } else {
        tensors.d = tensors.before = tensors.inputs[shared];
    }
    test::CheckOptions check = draw_check(random, station);
    check.site = in_one_array(check.site, {problem.d.layout, shared, 0});
    return fault_of(check_contraction(problem, tensors, check));
}

std::string run_interleaved(std::uint64_t seed, Station& station) {
    Random random(seed);
    TestProblem problem = draw_shape(random);
    const SharedArray shared = draw_interleaved(random, problem.d.layout);
    problem.inputs[0].layout = problem.d.layout;
    if (problem.inputs.size() == 2) {
        TestOperand& r = problem.inputs[1];
        r.layout = test::draw_layout(random, r.layout.extents, true);
    }
    draw_dtypes(random, problem, 0);
    draw_scalars(random, problem);
    problem = spelled(problem);
    problem.seed = seed;
    test::CheckOptions check = draw_check(random, station);
    check.site = in_one_array(check.site, shared);
    return fault_of(check_contraction(problem, check));
}

}  // namespace ttgt::stress
