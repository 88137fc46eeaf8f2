// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Every candidate of the planner, forced, against the reference: cheap or not, each must be right.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/support/forced_plan.h"

namespace ttgt::test {
namespace {

class CandidatesGpu : public ContractionGpu {
protected:
    void check(const TestProblem& problem, std::int64_t limit) {
        CheckOptions options = check_options();
        options.workspace_limit = limit;
        std::size_t count = 0;
        ASSERT_TRUE(check_every_candidate(problem, options, count));
        most_ = std::max(most_, count);
    }
    [[nodiscard]] std::size_t most() const { return most_; }

private:
    std::size_t most_ = 0;
};

TEST_F(CandidatesGpu, AgreeOnRandomContractions) {
    DrawOptions draw;
    draw.inputs = 2;
    for (const std::uint64_t seed : seeds(1, 100)) {
        check(draw_problem(seed, draw), seed % 3 == 0 ? 2000 : unlimited);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(most(), 20U);
}

// In one mix of dtypes after the other, overwriting and adding, whole and in slices.
TEST_F(CandidatesGpu, AgreeOnEveryShape) {
    const std::vector<DTypeMix> mixes = dtype_mixes();
    std::uint64_t seed = 0;
    for (int round = 0; round < 3; ++round) {
        for (const Shape& shape : contraction_shapes()) {
            TestProblem problem = make_problem(shape, mixes[seed % mixes.size()], seed);
            problem.alpha = is_complex(problem.d.dtype) ? Scalar{0.5, -2.0} : 1.5;
            if (seed % 2 == 0) problem.beta = -0.5;
            check(problem, seed % 3 == 0 ? 4000 : unlimited);
            if (HasFatalFailure()) return;
            ++seed;
        }
    }
}

TEST_F(CandidatesGpu, AgreeOffTheAlignment) {
    DrawOptions draw;
    draw.inputs = 2;
    draw.strided = false;
    for (const std::uint64_t seed : seeds(1001, 30)) {
        const CheckOptions options = check_options("auto", unlimited, 1);
        std::size_t count = 0;
        ASSERT_TRUE(check_every_candidate(draw_problem(seed, draw), options, count));
    }
}

}  // namespace
}  // namespace ttgt::test
