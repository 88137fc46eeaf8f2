// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/problems/random_group.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

#include "src/reference/reference.h"

namespace ttgt::test {
namespace {

struct GroupExpression {
    const char* text;
    std::vector<std::vector<std::string>> labels;
};

/// Every role, repeated labels, scalars, one and two inputs.
const std::vector<GroupExpression>& group_expressions() {
    static const std::vector<GroupExpression> all{
        {"D(c,a,b){}L(a,b,c)", {{"c", "a", "b"}, {"a", "b", "c"}}},
        {"D(b,a){}2*L(a,b)", {{"b", "a"}, {"a", "b"}}},
        {"D(a){}L(k,a,k)", {{"a"}, {"k", "a", "k"}}},
        {"D(a,c){}L(a,k)*R(k,c)", {{"a", "c"}, {"a", "k"}, {"k", "c"}}},
        {"D(c,a,b){}L(k,a,b)*R(b,c,k)", {{"c", "a", "b"}, {"k", "a", "b"}, {"b", "c", "k"}}},
        {"D(a,c){}L(a)*R(c)", {{"a", "c"}, {"a"}, {"c"}}},
        {"D(){}L(k,m)*R(m,k)", {{}, {"k", "m"}, {"m", "k"}}},
        {"D(a,c){}L(k,x,a)*R(c,k)", {{"a", "c"}, {"k", "x", "a"}, {"c", "k"}}},
        {"D(b,a){}L(a,b)*R(b)", {{"b", "a"}, {"a", "b"}, {"b"}}},
    };
    return all;
}

/// Strides in a random order of modes, sometimes with gaps.
Layout drawn_layout(const std::vector<std::int64_t>& extents, bool is_packed, Random& random) {
    if (is_packed) return packed(extents);
    std::vector<std::size_t> order(extents.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(order);
    Layout layout{extents, std::vector<std::int64_t>(extents.size())};
    std::int64_t stride = random.chance(80) ? 1 : 2;
    for (const std::size_t mode : order) {
        layout.strides[mode] = stride;
        stride = stride * std::max<std::int64_t>(extents[mode], 1) + (random.chance(25) ? 1 : 0);
    }
    return layout;
}

/// The expression with `=` or `+=` and its marks of conjugation.
std::string written(std::string text, const RandomGroup& group) {
    text.replace(text.find("{}"), 2, group.beta == Scalar() ? "=" : "+=");
    for (std::size_t i = 0; i < group.conjugated.size(); ++i) {
        const std::size_t at = text.find(i == 0 ? "L(" : "R(");
        if (group.conjugated[i]) text.insert(at + 1, 1, '+');
    }
    return text;
}

std::vector<GuardedArray> draw_problem(const RandomGroup& group, const std::vector<DType>& dtypes,
                                       bool is_packed, Random& random) {
    std::map<std::string, std::int64_t> extents;
    std::vector<GuardedArray> operands;
    for (std::size_t operand = 0; operand < group.labels.size(); ++operand) {
        std::vector<std::int64_t> its;
        for (const std::string& label : group.labels[operand]) {
            const std::int64_t drawn = random.chance(5)   ? 0
                                       : random.chance(5) ? random.between(20, 40)
                                                          : random.between(1, 7);
            its.push_back(extents.try_emplace(label, drawn).first->second);
        }
        GuardedArray& made =
            operands.emplace_back(dtypes[operand], drawn_layout(its, is_packed, random));
        fill_integers(made, random);
    }
    return operands;
}

testing::AssertionResult compare(const RandomGroup& group, const std::vector<GuardedArray>& before,
                                 const GuardedArray& result) {
    reference::Problem problem;
    problem.output_labels = group.labels[0];
    problem.output_extents = result.layout().extents;
    for (std::size_t i = 1; i < before.size(); ++i) {
        problem.inputs.push_back({group.labels[i], before[i].view(), group.conjugated[i - 1]});
    }
    problem.alpha = group.alpha * (group.text.find("2*") == std::string::npos ? 1.0 : 2.0);
    problem.beta = group.beta;
    const ConstTensorView old = before[0].view();
    const auto comparison = reference::compare(problem, &old, result.view());
    if (comparison.outcome != reference::Outcome::fail) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "error over bound " << comparison.error_over_bound;
}

}  // namespace

RandomGroup draw_group(std::uint64_t seed) {
    using enum DType;
    Random random(seed);
    const GroupExpression& expression = random.pick(group_expressions());
    const DType dtype = random.pick<DType>({float32, float64, complex64, complex128});
    std::vector<DType> dtypes{dtype};
    RandomGroup group;
    group.labels = expression.labels;
    for (std::size_t i = 1; i < group.labels.size(); ++i) {
        dtypes.push_back(random.chance(20) ? real_of(dtype) : dtype);
        group.conjugated.push_back(random.chance(20));
    }
    if (random.chance(50)) group.alpha = is_complex(dtype) ? Scalar(2.0, 1.0) : Scalar(-2.0, 0.0);
    if (random.chance(50)) group.beta = is_complex(dtype) ? Scalar(1.0, -1.0) : Scalar(3.0, 0.0);
    group.text = written(expression.text, group);
    const bool is_packed = random.chance(30);
    for (std::int64_t count = random.between(1, 12); count > 0; --count) {
        group.problems.push_back(draw_problem(group, dtypes, is_packed, random));
    }
    return group;
}

std::vector<std::vector<OperandLayout>> operands_of(const RandomGroup& group) {
    std::vector<std::vector<OperandLayout>> all;
    for (const std::vector<GuardedArray>& problem : group.problems) {
        std::vector<OperandLayout>& operands = all.emplace_back();
        for (const GuardedArray& its : problem) operands.push_back({its.dtype(), its.layout()});
    }
    return all;
}

testing::AssertionResult check_group_run(RandomGroup group, const GroupRun& run) {
    const std::vector<std::vector<GuardedArray>> before = group.problems;
    const testing::AssertionResult has_run = run(group);
    if (!has_run) return has_run;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const std::vector<GuardedArray>& its = group.problems[i];
        for (std::size_t operand = 1; operand < its.size(); ++operand) {
            if (its[operand].bytes() == before[i][operand].bytes()) continue;
            return testing::AssertionFailure()
                   << group.text << ": an input of problem " << i << " has changed";
        }
        const testing::AssertionResult right = compare(group, before[i], its[0]);
        if (!right || !its[0].intact()) {
            return testing::AssertionFailure()
                   << group.text << ", problem " << i << ": " << right.message()
                   << (its[0].intact() ? "" : " guard");
        }
    }
    return testing::AssertionSuccess();
}

}  // namespace ttgt::test
