// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <ttgt/ttgt.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "tests/support/problems/transpose_case.h"
#include "tools/bench/transpose/transpose_task.h"
#include "transpose/cpu/transpose_kernel.h"

namespace ttgt {
namespace {

using test::GuardedArray;
using test::Random;
using test::TransposeCase;

/// A random case and the draws that follow it; what failed is printed with its layouts.
struct Draw {
    explicit Draw(const std::vector<DType>& dtypes)
        : random(*rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>())
                      .as("seed of the case")),
          transpose(test::random_transpose_case(random, random.pick(dtypes))) {
        RC_LOG() << test::to_string(transpose) << '\n';
    }

    GuardedArray filled(const Layout& layout) {
        GuardedArray array(transpose.dtype, layout);
        test::fill_any(array, random);
        return array;
    }

    Random random;
    TransposeCase transpose;
};

const std::vector<DType> numeric{DType::float32, DType::float64, DType::complex64,
                                 DType::complex128};

/// Small integers, 0 often; complex where the dtype is.
Scalar random_scalar(Random& random, DType dtype) {
    const auto re = static_cast<double>(random.between(-2, 2));
    const auto im = static_cast<double>(is_complex(dtype) ? random.between(-1, 1) : 0);
    return {re, im};
}

/// Through the public interface, on 1 to 3 threads.
void run(const TransposeCase& transpose, Scalar alpha, const GuardedArray& in, Scalar beta,
         GuardedArray& out, int threads = 1) {
    ContextOptions context_options;
    context_options.threads = threads;
    Context context(context_options);
    TransposeOptions options;
    options.conjugate = transpose.conjugate;
    plan_transpose(context, transpose.in, transpose.out, transpose.perm, transpose.dtype, options)
        .run(alpha, in.data(), beta, out.data());
}

std::vector<int> inverse(const std::vector<int>& perm) {
    std::vector<int> result(perm.size());
    for (std::size_t i = 0; i < perm.size(); ++i) {
        result[static_cast<std::size_t>(perm[i])] = static_cast<int>(i);
    }
    return result;
}

RC_GTEST_PROP(TransposeProperty, MovesAgreeWithTheDefinition, ()) {
    Draw draw(test::all_dtypes());
    draw.transpose.conjugate = false;
    const GuardedArray in = draw.filled(draw.transpose.in);
    GuardedArray out = draw.filled(draw.transpose.out);
    GuardedArray expected = out;
    test::transpose_by_definition(draw.transpose, 1.0, in, 0.0, expected);

    run(draw.transpose, 1.0, in, 0.0, out, static_cast<int>(draw.random.between(1, 3)));

    RC_ASSERT(test::equal_and_intact(out, expected));
}

RC_GTEST_PROP(TransposeProperty, ArithmeticAgreesWithTheDefinition, ()) {
    Draw draw(numeric);
    const Scalar alpha = random_scalar(draw.random, draw.transpose.dtype);
    const Scalar beta = random_scalar(draw.random, draw.transpose.dtype);
    const GuardedArray in = draw.filled(draw.transpose.in);
    GuardedArray out = draw.filled(draw.transpose.out);
    GuardedArray expected = out;
    test::transpose_by_definition(draw.transpose, alpha, in, beta, expected);

    run(draw.transpose, alpha, in, beta, out, static_cast<int>(draw.random.between(1, 3)));

    RC_ASSERT(test::equal_and_intact(out, expected));
}

RC_GTEST_PROP(TransposeProperty, InverseAfterTransposeIsIdentity, ()) {
    Draw draw(test::all_dtypes());
    const TransposeCase& there = draw.transpose;
    const Layout origin = test::random_layout(draw.random, there.in.extents, false);
    TransposeCase first{there.dtype, origin, there.out, there.perm, there.conjugate};
    TransposeCase back{there.dtype, there.out, origin, inverse(there.perm), there.conjugate};
    const GuardedArray in = draw.filled(origin);
    GuardedArray moved(there.dtype, there.out);
    GuardedArray returned(there.dtype, origin);

    run(first, 1.0, in, 0.0, moved);
    run(back, 1.0, moved, 0.0, returned);

    RC_ASSERT(test::equal_and_intact(returned, in));
}

RC_GTEST_PROP(TransposeProperty, TwoTransposesAreTheirComposition, ()) {
    Draw draw(test::all_dtypes());
    const TransposeCase& first = draw.transpose;
    std::vector<int> perm = first.perm;
    draw.random.shuffle(perm);
    TransposeCase second{first.dtype, first.out, packed(tool::permuted(first.out.extents, perm)),
                         perm, false};
    std::vector<int> composed;
    for (const int mode : perm) composed.push_back(first.perm[static_cast<std::size_t>(mode)]);
    TransposeCase both{first.dtype, first.in, second.out, composed, first.conjugate};
    const GuardedArray in = draw.filled(first.in);
    GuardedArray halfway(first.dtype, first.out);
    GuardedArray twice(first.dtype, second.out);
    GuardedArray once(first.dtype, second.out);

    run(first, 1.0, in, 0.0, halfway);
    run(second, 1.0, halfway, 0.0, twice);
    run(both, 1.0, in, 0.0, once);

    RC_ASSERT(test::equal_and_intact(twice, once));
}

RC_GTEST_PROP(TransposeProperty, IsLinearInAlphaAndBeta, ()) {
    Draw draw(numeric);
    const DType dtype = draw.transpose.dtype;
    const Scalar alpha = random_scalar(draw.random, dtype);
    const Scalar beta = random_scalar(draw.random, dtype);
    const GuardedArray in = draw.filled(draw.transpose.in);
    const GuardedArray before = draw.filled(draw.transpose.out);
    GuardedArray at_once = before;
    GuardedArray in_steps = before;

    run(draw.transpose, alpha, in, beta, at_once);
    run(draw.transpose, 0.0, in, beta, in_steps);
    run(draw.transpose, alpha - 1.0, in, 1.0, in_steps);
    run(draw.transpose, 1.0, in, 1.0, in_steps);

    RC_ASSERT(test::equal_and_intact(at_once, in_steps));
}

RC_GTEST_PROP(TransposeProperty, MergedEqualsUnmerged, ()) {
    Draw draw(test::all_dtypes());
    const TransposeCase& transpose = draw.transpose;
    RC_PRE(volume(transpose.in) > 0);
    const GuardedArray in = draw.filled(transpose.in);
    GuardedArray merged(transpose.dtype, transpose.out);
    GuardedArray unmerged(transpose.dtype, transpose.out);
    TransposeProblem problem;
    problem.dtype = transpose.dtype;
    problem.conjugate = transpose.conjugate;
    problem.modes = test::modes_of(transpose);
    sort_by_stride(problem.modes, output);

    cpu::run_transpose(plan_transpose_kernel(problem), 1.0, in.data(), 0.0, unmerged.data(), 1);
    cpu::run_transpose(plan_transpose_kernel(make_transpose_problem(
                           transpose.dtype, transpose.conjugate, problem.modes)),
                       1.0, in.data(), 0.0, merged.data(), 1);

    RC_ASSERT(merged.bytes() == unmerged.bytes());
}

using Addresses = std::multiset<std::pair<std::int64_t, std::int64_t>>;

Addresses addresses(const Modes<2>& modes) {
    Addresses result{{0, 0}};
    for (const Mode<2>& mode : modes) {
        Addresses longer;
        for (std::int64_t i = 0; i < mode.extent; ++i) {
            for (const auto& [in, out] : result) {
                longer.emplace(in + i * mode.strides[0], out + i * mode.strides[1]);
            }
        }
        result = std::move(longer);
    }
    return result;
}

RC_GTEST_PROP(ModesProperty, MergeKeepsTheAddressesAndLeavesNothingToJoin, ()) {
    Draw draw({DType::opaque1});
    const Modes<2> modes = test::modes_of(draw.transpose);
    RC_PRE(volume(modes) > 0);

    const Modes<2> merged = merge(modes);

    RC_ASSERT(addresses(merged) == addresses(modes));
    for (const Mode<2>& inner : merged) {
        RC_ASSERT(inner.extent > 1);
        for (const Mode<2>& outer : merged) {
            RC_ASSERT(&inner == &outer || !continues(inner, outer));
        }
    }
}

}  // namespace
}  // namespace ttgt
