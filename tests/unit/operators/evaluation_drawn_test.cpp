// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Drawn formulas on the CPU against the reference.
#include <ttgt/operators.h>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/problems/random_formula.h"

namespace ttgt {
namespace {

using test::FormulaCase;
using test::GuardedArray;
using test::Random;

GuardedArray evaluated(const FormulaCase& formula, int threads) {
    ContextOptions options;
    options.threads = threads;
    Context context(options);
    GuardedArray output = formula.arrays[0];
    std::vector<const void*> inputs;
    for (std::size_t i = 1; i < formula.arrays.size(); ++i) {
        inputs.push_back(formula.arrays[i].data());
    }
    plan_evaluation(context, formula.text, formula.operands())
        .run(output.data(), inputs, formula.scalars);
    return output;
}

TEST(EvaluationDrawn, AgreesWithTheReference) {
    for (const std::uint64_t seed : test::seeds(1, 400)) {
        Random random(seed);
        const FormulaCase formula = test::draw_formula(random, 20000);
        ASSERT_EQ(test::difference(formula, evaluated(formula, 1)), "")
            << "TTGT_TEST_SEED=" << seed << "\n"
            << formula.text;
    }
}

TEST(EvaluationDrawn, AWrongElementIsSeen) {
    int seen = 0;
    for (const std::uint64_t seed : test::seeds(1, 50)) {
        Random random(seed);
        const FormulaCase formula = test::draw_formula(random, 2000);
        GuardedArray output = evaluated(formula, 1);
        output.set_each([&] { return Scalar(1e3 + random.real()); });
        if (!test::difference(formula, output).empty()) ++seen;
    }
    EXPECT_GT(seen, 40);  // not of outputs without elements
}

TEST(EvaluationDrawn, ThreadsChangeNoBit) {
    for (const std::uint64_t seed : test::seeds(1000, 25)) {
        Random random(seed);
        const FormulaCase formula = test::draw_formula(random, 200000);
        ASSERT_EQ(evaluated(formula, 1).bytes(), evaluated(formula, 3).bytes())
            << "TTGT_TEST_SEED=" << seed << "\n"
            << formula.text;
    }
}

}  // namespace
}  // namespace ttgt
