// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/fused_problem.h"

#include <algorithm>
#include <utility>

namespace ttgt::network {
namespace {

class KernelDraft {
public:
    explicit KernelDraft(const Program& program)
        : program_(program), names_(program.tensors.size()) {}

    [[nodiscard]] std::optional<GeneratedProblem> problem() {
        if (program_.sums.size() < 2) return std::nullopt;
        problem_.dtype = program_.tensors.front().dtype;
        for (const ProgramTensor& tensor : program_.tensors) add_tensor(tensor);
        for (const Sum& sum : program_.sums) add_sum(sum);
        return std::move(problem_);
    }

private:
    void add_tensor(const ProgramTensor& tensor) {
        GeneratedTensor result{.name = tensor.name, .is_temporary = !tensor.operand};
        const bool is_packed = tensor.layout.strides.empty();
        std::int64_t below = 1;
        for (std::size_t mode = 0; mode < tensor.layout.rank(); ++mode) {
            const std::int64_t extent = tensor.layout.extents[mode];
            result.modes.push_back({extent, is_packed ? below : tensor.layout.strides[mode]});
            below *= extent;
        }
        problem_.tensors.push_back(std::move(result));
    }

    /// For each label of a sum, the number of the kernel's label that stands for it. A mode of a
    /// temporary that is read gets the kernel label with which it was written, unless another label
    /// of the sum already has it. Any other label gets the kernel label with the same name and
    /// extent, which is added if there is none.
    [[nodiscard]] std::vector<std::size_t> labels_of(const Sum& sum) {
        std::vector<std::size_t> labels(sum.labels.size(), unknown);
        const auto is_taken = [&](std::size_t label) { return contains(labels, label); };
        for (const Use& factor : sum.products.front().factors) {
            const std::vector<std::size_t>& written = names_[factor.tensor];
            for (std::size_t mode = 0; mode < written.size(); ++mode) {
                std::size_t& label = labels[factor.labels[mode]];
                if (label == unknown && !is_taken(written[mode])) label = written[mode];
            }
        }
        for (std::size_t own = 0; own < labels.size(); ++own) {
            if (labels[own] != unknown) continue;
            const SumLabel& wanted = sum.labels[own];
            std::size_t found = 0;
            while (found < problem_.labels.size() &&
                   (problem_.labels[found].name != wanted.name ||
                    problem_.labels[found].extent != wanted.extent || is_taken(found))) {
                ++found;
            }
            if (found == problem_.labels.size()) {
                problem_.labels.push_back({wanted.name, wanted.extent});
            }
            labels[own] = found;
        }
        return labels;
    }

    [[nodiscard]] static GeneratedUse use_of(const Use& use,
                                             const std::vector<std::size_t>& labels) {
        GeneratedUse result{use.tensor, {}, use.conjugated};
        for (const std::size_t label : use.labels) result.labels.push_back(labels[label]);
        return result;
    }

    void add_sum(const Sum& sum) {
        const std::vector<std::size_t> labels = labels_of(sum);
        const Product& product = sum.products.front();
        GeneratedProduct result{product.scale, {}, {}};
        for (const Use& factor : product.factors) result.factors.push_back(use_of(factor, labels));
        for (std::size_t own = 0; own < labels.size(); ++own) {
            if (!contains(sum.output.labels, own) && has(product, own)) {
                result.sums.push_back(labels[own]);
            }
        }
        const GeneratedUse output = use_of(sum.output, labels);
        problem_.tensors[output.tensor].is_written = true;
        names_[output.tensor] = output.labels;
        problem_.text += (problem_.text.empty() ? "" : "; ") + to_string(program_, sum);
        const bool joins =
            !problem_.stages.empty() && sum.adds && problem_.stages.back().output == output;
        if (!joins) problem_.stages.push_back({output, sum.adds, {}});
        problem_.stages.back().products.push_back(std::move(result));
    }

    static constexpr std::size_t unknown = static_cast<std::size_t>(-1);
    const Program& program_;
    GeneratedProblem problem_;
    // For each tensor, the kernel labels of its modes when it was last written.
    std::vector<std::vector<std::size_t>> names_;
};

}  // namespace

std::optional<GeneratedProblem> fused_problem(const Program& program) {
    const DType dtype = program.tensors.front().dtype;
    const bool has_one_dtype =
        std::all_of(program.tensors.begin(), program.tensors.end(),
                    [&](const ProgramTensor& tensor) { return tensor.dtype == dtype; });
    const bool is_pairwise =
        std::all_of(program.sums.begin(), program.sums.end(), [](const Sum& sum) {
            return sum.products.size() == 1 && sum.products.front().factors.size() <= 2;
        });
    if (!has_one_dtype || !is_pairwise) return std::nullopt;
    return KernelDraft(program).problem();
}

}  // namespace ttgt::network
