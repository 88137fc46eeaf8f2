// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/problems/direct_problems.h"

#include <ttgt/context.h>

#include <array>
#include <utility>

#include "contraction/cpu/cpu_machine.h"
#include "contraction/plan/lowering.h"
#include "contraction/planner/strategy.h"
#include "src/reference/reference.h"
#include "tests/support/forced_plan.h"

namespace ttgt::test {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

// Long: a table of cases.
std::vector<Shape> small_direct_cases() {
    return {
        // Single elements: in vectors, with a tail, in odd rows, turned round, outer products.
        {"D(a)=L(a)*R(a)", {{"a", 2051}}},
        {"D(a,b)=L(a,b)*R(a)", {{"a", 36}, {"b", 31}}},
        {"D(a,b)=L(a,b)*R(b)", {{"a", 37}, {"b", 31}}},
        {"D(a,b)=L(a,b)*R(b,a)", {{"a", 45}, {"b", 33}}},
        {"D(a,b)=L(a)*R(b)", {{"a", 64}, {"b", 31}}},
        {"D(c,b,a,f,e,d)=L(d,a)*R(c,b,f,e)",
         {{"a", 4}, {"b", 3}, {"c", 4}, {"d", 5}, {"e", 4}, {"f", 3}}},
        {"D(d,f,a,c,e,b)=L(d,a)*R(c,b,f,e)",
         {{"a", 4}, {"b", 3}, {"c", 4}, {"d", 5}, {"e", 4}, {"f", 8}}},
        {"D(e,d,b)=L(b,d)*R(e)", {{"b", 40}, {"d", 31}, {"e", 5}}},
        // A small factor, spectral elements.
        {"D(i,j,k,e)=L(i,l)*R(l,j,k,e)", {{"i", 10}, {"j", 10}, {"k", 3}, {"l", 10}, {"e", 11}}},
        {"D(i,j,k,e)=L(i,l,k,e)*R(l,j)", {{"i", 9}, {"j", 9}, {"k", 9}, {"l", 9}, {"e", 5}}},
        {"D(i,j,k,e)=L(i,j,l,e)*R(l,k)", {{"i", 8}, {"j", 8}, {"k", 8}, {"l", 8}, {"e", 9}}},
        // A tall matrix times few columns, the sum in slices.
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 333}, {"b", 10}, {"k", 150}}},
        {"D(a,b,c)=L(j,b)*R(a,c,j)", {{"a", 41}, {"b", 5}, {"c", 9}, {"j", 261}}},
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 8001}, {"b", 3}, {"k", 3}}},
        // Many small matrices, batch slowest or fastest.
        {"D(a,b,x)=L(a,k,x)*R(k,b,x)", {{"a", 3}, {"b", 4}, {"k", 2}, {"x", 103}}},
        {"D(a,b,x)=L(k,a,x)*R(k,b,x)", {{"a", 16}, {"b", 13}, {"k", 8}, {"x", 9}}},
        {"D(x,a,b)=L(x,a,k)*R(x,k,b)", {{"a", 5}, {"b", 4}, {"k", 6}, {"x", 70}}},
        // Matrices times matrices.
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 71}, {"b", 66}, {"k", 37}}},
        {"D(a,b)=L(k,a)*R(b,k)", {{"a", 50}, {"b", 33}, {"k", 40}}},
        {"D(b,a)=L(a,k)*R(k,b)", {{"a", 29}, {"b", 100}, {"k", 9}}},
        {"D(a,b,c,d)=L(d,b,e,a)*R(e,c)", {{"a", 12}, {"b", 5}, {"c", 9}, {"d", 11}, {"e", 13}}},
        {"D(a,b,c,d)=L(a,e,b,f)*R(d,f,c,e)",
         {{"a", 7}, {"b", 8}, {"c", 5}, {"d", 6}, {"e", 5}, {"f", 13}}},
        {"D(a,b)=L(k,a)*R(k,b)", {{"a", 7}, {"b", 9}, {"k", 2001}}},
        // Matrices times vectors, dot products, lone sums.
        {"D(a)=L(a,k)*R(k)", {{"a", 132}, {"k", 67}}},
        {"D(a)=L(a,k)*R(k)", {{"a", 7}, {"k", 1031}}},
        {"D(a)=L(k,a)*R(k)", {{"a", 57}, {"k", 300}}},
        {"D(a,x)=L(a,k,x)*R(k,x)", {{"a", 13}, {"k", 19}, {"x", 11}}},
        {"D(a,x)=L(x,k)*R(k,x,a)", {{"a", 13}, {"k", 5}, {"x", 21}}},
        {"D(b)=L(k)*R(k,b)", {{"b", 45}, {"k", 130}}},
        {"D()=L(k)*R(k)", {{"k", 9001}}},
        {"D()=L(k)*R(k)", {{"k", 30001}}},
        {"D()=L(j,k)*R(k,j)", {{"j", 91}, {"k", 53}}},
        {"D(a,b)=L(a,b,p)*R(q)", {{"a", 19}, {"b", 5}, {"p", 3}, {"q", 4}}},
        {"D(a,b)=L(a,p,k)*R(q,k,b)", {{"a", 33}, {"b", 11}, {"k", 21}, {"p", 3}, {"q", 2}}},
        // One input: column sums, row sums, all.
        {"D(a)=L(a,k)", {{"a", 132}, {"k", 67}}},
        {"D(a)=L(k,a)", {{"a", 21}, {"k", 301}}},
        {"D(b,a)=L(a,k,b)", {{"a", 13}, {"b", 11}, {"k", 35}}},
        {"D()=L(a,b)", {{"a", 131}, {"b", 67}}},
    };
}

std::vector<Shape> large_direct_cases() {
    const LabelExtents triples{{"h1", 8}, {"h2", 8}, {"h3", 8}, {"p4", 8}, {"p5", 8}, {"p6", 8}};
    const LabelExtents elements{{"i", 10}, {"j", 10}, {"k", 10}, {"l", 10}, {"e", 500}};
    return {
        {"D(a,b)=L(a,b)*R(a,b)", {{"a", 1001}, {"b", 333}}},
        {"D(a,b)=L(a,b)*R(b)", {{"a", 1024}, {"b", 333}}},
        {"D(a,b)=L(a,b)*R(b,a)", {{"a", 1001}, {"b", 333}}},
        {"D(h3,h2,h1,p6,p5,p4)=L(p4,h1)*R(h3,h2,p6,p5)", triples},
        {"D(p6,h1,h3,p5,p4,h2)=L(p4,h1)*R(h3,h2,p6,p5)", triples},
        {"D(i,j,k,e)=L(i,l)*R(l,j,k,e)", elements},
        {"D(i,j,k,e)=L(i,l,k,e)*R(l,j)", elements},
        {"D(i,j,k,e)=L(i,j,l,e)*R(l,k)", elements},
        {"D(a,b,x)=L(a,k,x)*R(k,b,x)", {{"a", 4}, {"b", 4}, {"k", 4}, {"x", 20000}}},
        {"D(a,b,x)=L(a,k,x)*R(k,b,x)", {{"a", 16}, {"b", 15}, {"k", 13}, {"x", 2000}}},
        {"D(x,a,b)=L(x,a,k)*R(x,k,b)", {{"a", 5}, {"b", 4}, {"k", 6}, {"x", 20000}}},
        {"D(a,b)=L(k,a)*R(b,k)", {{"a", 611}, {"b", 577}, {"k", 90}}},
        {"D(a,b,c,d)=L(a,e,b,f)*R(d,f,c,e)",
         {{"a", 24}, {"b", 31}, {"c", 26}, {"d", 25}, {"e", 9}, {"f", 17}}},
        {"D(a,b)=L(k,a)*R(k,b)", {{"a", 33}, {"b", 29}, {"k", 50001}}},
        {"D(a)=L(a,k)*R(k)", {{"a", 4096}, {"k", 511}}},
        {"D(a)=L(k,a)*R(k)", {{"a", 1001}, {"k", 2048}}},
        {"D(a,x)=L(a,k,x)*R(k,x)", {{"a", 31}, {"k", 33}, {"x", 2001}}},
        {"D()=L(k)*R(k)", {{"k", 3000001}}},
        {"D()=L(j,k)*R(k,j)", {{"j", 1911}, {"k", 530}}},
        {"D(a)=L(a,k)", {{"a", 13}, {"k", 200003}}},
        {"D(a)=L(k,a)", {{"a", 2100}, {"k", 1024}}},
    };
}

TestProblem direct_problem(const Shape& given, const DTypeMix& dtypes, std::uint64_t seed) {
    TestProblem problem = problem_of(given.text, given.extents, dtypes.d);
    problem.seed = seed;
    problem.text.clear();
    problem.inputs[0].dtype = dtypes.l;
    if (problem.inputs.size() == 2) problem.inputs[1].dtype = dtypes.r;
    for (TestOperand& input : problem.inputs) {
        input.conjugated = seed % 2 == 1;
        seed /= 2;
    }
    const bool complex = is_complex(dtypes.d);
    constexpr std::array<double, 3> real_alphas{1.5, 1, -1};  // 1 and -1: some sums begin with D
    problem.alpha = complex && seed % 3 != 0 ? Scalar{0.5, -2.0} : real_alphas[seed / 3 % 3];
    if (seed % 3 != 1) problem.beta = complex ? Scalar{-1.0, 0.75} : -0.5;
    return problem;
}

TestProblem draw_direct_problem(std::uint64_t seed, std::int64_t max_multiply_adds) {
    DrawOptions draw;
    draw.max_multiply_adds = max_multiply_adds;
    TestProblem problem = draw_problem(seed, draw);
    if (problem.alpha == Scalar{}) problem.alpha = 2.0;
    return problem;
}

Plan direct_plan(const TestProblem& problem, int threads) {
    const Problem as_planned = bound(problem);
    std::vector<Candidate> candidates = forced_candidates(as_planned);
    const cpu::CpuMachine machine({built_in_calibration(), threads});
    Plan plan = lower(as_planned, candidates.empty() ? Candidate{} : candidates.front(), machine,
                      unlimited);
    plan_products(plan, machine.preparation(), unlimited);
    return plan;
}

Execution execution_of(const TestProblem& problem, const TestTensors& tensors, GuardedArray& d) {
    Execution execution;
    execution.bases[operand_d] = static_cast<char*>(d.data());
    for (std::size_t input = 0; input < tensors.inputs.size(); ++input) {
        // Plans only read their inputs.
        execution.bases[operand_l + input] =
            static_cast<char*>(const_cast<void*>(tensors.inputs[input].data()));
    }
    execution.alpha = problem.alpha;
    execution.beta = effective_beta(problem);
    return execution;
}

AssertionResult check_result(const TestProblem& problem, const TestTensors& tensors,
                             const GuardedArray& d) {
    if (!d.intact()) {
        return AssertionFailure() << "bytes around D were written: " << describe(problem);
    }
    const ConstTensorView before = tensors.before.view();
    const reference::Comparison comparison =
        reference::compare(reference_problem(problem, tensors.inputs), &before, d.view());
    if (comparison.outcome == reference::Outcome::fail) {
        return AssertionFailure() << "error over bound " << comparison.error_over_bound << ": "
                                  << describe(problem);
    }
    return AssertionSuccess();
}

}  // namespace ttgt::test
