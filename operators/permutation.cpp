// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/permutation.h"

#include <ttgt/transpose.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace ttgt {
namespace {

/// A value that is a * (an element of the input) + d * (the output's element).
struct Linear {
    double a = 0;
    double d = 0;
    std::size_t use = 0;
    bool conjugate = false;
};

std::optional<Linear> sum_of(const Linear& x, const Linear& y, double sign) {
    if ((x.a != 0 && y.a != 0) || (x.d != 0 && y.d != 0)) return {};
    Linear sum = x.a != 0 ? x : y;
    sum.a = x.a + sign * y.a;
    sum.d = x.d + sign * y.d;
    return sum;
}

/// Follows a formula's instructions as long as their values are linear in one element of one input.
class LinearStack {
public:
    explicit LinearStack(const OperatorProblem& problem) : problem_(problem) {}

    std::optional<Linear> value_of(const Instructions& instructions) {
        for (const Instruction& instruction : instructions) {
            if (!apply(instruction)) return {};
        }
        return values_.back();
    }

private:
    bool apply(const Instruction& instruction) {
        switch (instruction.operation) {
            case Operation::load:
                return load(instruction.index);
            case Operation::identity:
                return true;
            case Operation::neg:
                values_.back().a *= -1;
                values_.back().d *= -1;
                return true;
            case Operation::conj:
                values_.back().conjugate = !values_.back().conjugate;
                return values_.back().d == 0;
            case Operation::add:
                return join(1);
            case Operation::subtract:
                return join(-1);
            default:
                return false;
        }
    }

    bool load(std::size_t use) {
        if (use == 0) {
            values_.push_back({.d = 1});
            return true;
        }
        values_.push_back({.a = 1, .use = use});
        return problem_.uses[use].operand != 0;
    }

    bool join(double sign) {
        const Linear right = values_.back();
        values_.pop_back();
        const std::optional<Linear> sum = sum_of(values_.back(), right, sign);
        if (sum) values_.back() = *sum;
        return sum.has_value();
    }

    const OperatorProblem& problem_;
    std::vector<Linear> values_;
};

Layout layout_of(const OperatorProblem& problem, std::size_t use) {
    Layout layout;
    for (const OperatorMode& mode : problem.modes) {
        layout.extents.push_back(mode.extent);
        layout.strides.push_back(mode.strides[use]);
    }
    return layout;
}

class PermutationKernel final : public EvaluationKernel {
public:
    PermutationKernel(TransposePlan plan, const Permutation& permutation, std::size_t operand,
                      bool is_on_device)
        : plan_(std::move(plan)),
          permutation_(permutation),
          operand_(operand),
          launches_(is_on_device ? 1 : 0) {}

    [[nodiscard]] std::string explain() const override {
        return fmt::format("  transpose  {}, predicted {:.4g} ms without what is added\n",
                           plan_.method(), plan_.predicted_ms());
    }
    [[nodiscard]] int launches() const override { return launches_; }
    [[nodiscard]] std::string source() const override { return ""; }

    void run(std::span<void* const> pointers, std::span<const Scalar> /*scalars*/,
             Stream stream) const override {
        plan_.run(permutation_.alpha, pointers[operand_], permutation_.beta, pointers[0], stream);
    }

private:
    TransposePlan plan_;
    Permutation permutation_;
    std::size_t operand_;  // of the input
    int launches_;
};

}  // namespace

std::optional<Permutation> as_permutation(const OperatorProblem& problem) {
    if (problem.reduction != Reduction::none) return {};
    const std::optional<Linear> value = LinearStack(problem).value_of(problem.element);
    if (!value || value->a == 0) return {};
    if (problem.uses[value->use].dtype != problem.uses[0].dtype) return {};
    const bool has_all_labels =
        std::all_of(problem.modes.begin(), problem.modes.end(),
                    [&](const OperatorMode& mode) { return mode.strides[value->use] != 0; });
    if (!has_all_labels) return {};
    return Permutation{value->use, value->conjugate, value->a, value->d};
}

std::shared_ptr<const EvaluationKernel> make_permutation_kernel(Context& context,
                                                                const OperatorProblem& problem,
                                                                const Permutation& permutation) {
    const DType dtype = problem.uses[0].dtype;
    std::vector<int> same(problem.modes.size());
    std::iota(same.begin(), same.end(), 0);
    TransposeOptions options;
    options.conjugate = permutation.conjugate && is_complex(dtype);
    TransposePlan plan = plan_transpose(context, layout_of(problem, permutation.use),
                                        layout_of(problem, 0), same, dtype, options);
    const bool is_on_device = context.options().device.kind == Device::Kind::cuda;
    return std::make_shared<const PermutationKernel>(
        std::move(plan), permutation, problem.uses[permutation.use].operand, is_on_device);
}

}  // namespace ttgt
