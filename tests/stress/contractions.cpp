// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <exception>
#include <string>

#include <fmt/format.h>

#include "tests/stress/case_class.h"
#include "tests/stress/draws.h"
#include "tests/stress/fault.h"
#include "tests/support/check_contraction.h"

namespace ttgt::stress {
namespace {

/// D(n,f..)=L(f..,k..)*R(k..,n), modes of L at windows that overlap: the outer stride is less than
/// the inner one times its extent. A chunk of the inner label that fits between merges with the
/// outer one, the shorter last chunk does not.
test::TestProblem draw_windows(test::Random& random) {
    const DType dtype =
        random.pick<DType>({DType::float32, DType::float64, DType::complex64, DType::complex128});
    test::TestProblem problem;
    problem.inputs.resize(2);
    for (test::TestOperand* operand : {&problem.d, problem.inputs.data(), &problem.inputs[1]}) {
        operand->dtype = dtype;
    }
    const auto add = [&](test::TestOperand& operand, const std::string& label,
                         std::int64_t extent) {
        operand.labels.push_back(label);
        operand.layout.extents.push_back(extent);
    };
    test::TestOperand& l = problem.inputs[0];
    test::TestOperand& r = problem.inputs[1];
    const std::int64_t n = random.between(2, 40);
    add(problem.d, "n", n);
    for (const char* const label : {"a", "b"}) {
        const std::int64_t extent = random.between(3, 40);
        add(problem.d, label, extent);
        add(l, label, extent);
    }
    const std::int64_t k = random.between(2, 20);
    add(l, "k", k);
    add(r, "k", k);
    add(r, "n", n);
    problem.d.layout = packed(problem.d.layout.extents);
    r.layout = packed(r.layout.extents);
    std::int64_t stride = 1;
    for (const std::int64_t extent : l.layout.extents) {
        l.layout.strides.push_back(stride);
        stride *= random.between(1, extent + 1);
    }
    return problem;
}

}  // namespace

std::string run_contraction(std::uint64_t seed, Station& station) {
    test::Random random(seed);
    // Again and again the same layouts, so that plans are found in the cache, and new ones, so that
    // they are evicted.
    constexpr int usual_layouts = 10;
    const std::uint64_t layouts =
        random.chance(40) ? static_cast<std::uint64_t>(random.below(usual_layouts)) : seed;
    test::TestProblem problem = spelled(draw_of_layouts(layouts));
    problem.seed = seed;
    test::CheckOptions check = draw_check(random, station);
    if (random.chance(1)) check.planning = Planning::measure;
    return fault_of(check_contraction(problem, check));
}

std::string run_windows(std::uint64_t seed, Station& station) {
    test::Random random(seed);
    const test::TestProblem problem = spelled(draw_windows(random));
    test::CheckOptions check;
    check.strategy = random.chance(70) ? "auto" : "classic";
    check.site = site_of(station.context());
    constexpr int limits = 30;  // planning alone costs little
    for (int i = 0; i < limits; ++i) {
        check.workspace_limit = random.between(256, 1 << random.between(10, 17));
        try {
            (void)plan_for(station.context(), problem, check);
        } catch (const std::exception& error) {
            return fmt::format("planning for {} bytes threw: {}\n{}", check.workspace_limit,
                               error.what(), describe(problem));
        }
    }
    return fault_of(check_contraction(problem, check));
}

}  // namespace ttgt::stress
