// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/stress/case_class.h"
#include "tests/stress/draws.h"
#include "tests/stress/fault.h"
#include "tests/support/small_stack.h"
#include "tests/support/test_tensors.h"

namespace ttgt::stress {
namespace {

using test::on_small_stack;
using test::Random;
using test::smallest_stack_kib;

struct Stacks {
    int caller_kib = 0;
    int team_kib = 0;  ///< of OpenMP's threads
};

Stacks draw_stacks(std::uint64_t seed) {
    Random random(seed + 1);
    const std::vector<int> free_kib{64, 80, 96, 128, 192, 256, 384, 512};
    const int caller = random.pick(free_kib);
    return {smallest_stack_kib() + caller, smallest_stack_kib() + random.pick(free_kib)};
}

/// Large enough for a team, and no matter for a BLAS, whose stack is its own affair.
test::TestProblem draw_direct(std::uint64_t seed) {
    test::DrawOptions options;
    options.max_multiply_adds = 1 << 20;
    options.inputs = 2;
    options.may_be_empty = false;
    return spelled(draw_problem(seed, options));
}

}  // namespace

std::string small_stack_environment(std::uint64_t seed) {
    return fmt::format("OMP_STACKSIZE={}K", draw_stacks(seed).team_kib);
}

std::string run_small_stack(std::uint64_t seed, Station& station) {
    Random random(seed);
    const Stacks stacks = draw_stacks(seed);
    const int threads = static_cast<int>(random.between(1, 3));
    Context& context = station.context(0, threads);
    for (std::uint64_t turn = 0; turn < 4; ++turn) {
        const test::TestProblem problem = draw_direct(seed + turn);
        test::TestTensors tensors = make_tensors(problem, test::Fill::reals);
        test::CheckOptions check;
        check.workspace_limit = 0;
        check.threads = threads;
        check.site = site_of(context);
        // Here, because a stack that overflows leaves no time to say so.
        fmt::print("caller's stack {} KiB, {} threads: {}\n", stacks.caller_kib, threads,
                   expression(problem));
        std::fflush(stdout);
        std::string fault;
        const bool ran = on_small_stack(stacks.caller_kib, [&] {
            try {
                fault = fault_of(compute(problem, tensors, check));
            } catch (const std::exception& error) {
                fault = error.what();
            }
        });
        if (!ran) fault = "no thread with so small a stack could be made";
        if (fault.empty()) fault = fault_of(agrees_with_reference(problem, tensors, check));
        if (!fault.empty()) return fault + "\n" + describe(problem);
    }
    return {};
}

}  // namespace ttgt::stress
