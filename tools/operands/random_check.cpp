// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/random_check.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "src/core/element.h"
#include "src/runtime/threads.h"
#include "tools/operands/checker.h"
#include "tools/operands/portable_random.h"

namespace ttgt::tool {
namespace {

/// By operand.
std::vector<std::uint64_t> seeds_of(const ContractionTask& task) {
    std::vector<std::uint64_t> seeds;
    for (std::size_t i = 0; i < task.operands.size(); ++i) seeds.push_back(operand_seed(i));
    return seeds;
}

/// A tensor without memory: its data is the seed that read_random makes its elements from.
ConstTensorView seeded_view(const OperandLayout& operand, const std::uint64_t& seed) {
    return ConstTensorView(operand.dtype, operand.layout, &seed);
}

template <class T>
Scalar random_element(std::uint64_t seed, std::uint64_t position) {
    using Real = RealOf<T>;
    if constexpr (is_complex_v<T>) {
        return Scalar(random_real<Real>(seed, 2 * position),
                      random_real<Real>(seed, 2 * position + 1));
    } else {
        return Scalar(Real(random_real<ComputeOf<Real>>(seed, position)));
    }
}

/// What fill_random writes.
void read_random(const ConstTensorView& tensor, const reference::ElementRun& run,
                 Scalar* elements) {
    const std::uint64_t seed = *static_cast<const std::uint64_t*>(tensor.data());
    visit_numeric(tensor.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::type;
        for (std::int64_t i = 0; i < run.count; ++i) {
            elements[i] =
                random_element<T>(seed, static_cast<std::uint64_t>(run.offset + i * run.stride));
        }
    });
}

reference::Problem seeded_problem(const ContractionTask& task,
                                  const std::vector<std::uint64_t>& seeds) {
    std::vector<ConstTensorView> inputs;
    for (std::size_t i = 1; i < task.operands.size(); ++i) {
        inputs.push_back(seeded_view(task.operands[i], seeds[i]));
    }
    reference::Problem problem = reference_problem(
        task.expression, task.operands.front().layout.extents, inputs, 1.0, task.beta);
    problem.compute = task.compute;
    problem.read = read_random;
    return problem;
}

std::int64_t offset_of(const std::vector<std::int64_t>& index, const Layout& layout) {
    std::int64_t offset = 0;
    for (std::size_t mode = 0; mode < index.size(); ++mode) {
        offset += index[mode] * layout.strides[mode];
    }
    return offset;
}

}  // namespace

RandomCheck::RandomCheck(const ContractionTask& task, const reference::CompareOptions& options,
                         int threads)
    : dtype_(task.operands.front().dtype),
      seeds_(seeds_of(task)),
      problem_(seeded_problem(task, seeds_)),
      indices_(reference::compared_indices(problem_, options)),
      expected_(evaluate(task, threads)) {
    for (const std::vector<std::int64_t>& index : indices_) {
        offsets_.push_back(offset_of(index, task.operands.front().layout));
    }
}

std::vector<reference::Value> RandomCheck::evaluate(const ContractionTask& task,
                                                    int threads) const {
    const ConstTensorView before = seeded_view(task.operands.front(), seeds_.front());
    const auto count = static_cast<std::int64_t>(indices_.size());
    std::vector<reference::Value> values(indices_.size());
    // Few elements with long sums: each is worth a thread.
    parallel_ranges(count, unlimited, threads, [&](std::int64_t begin, std::int64_t end) {
        const std::vector<std::vector<std::int64_t>> part(indices_.begin() + begin,
                                                          indices_.begin() + end);
        const std::vector<reference::Value> computed =
            reference::evaluate_at(problem_, &before, part);
        std::copy(computed.begin(), computed.end(), values.begin() + begin);
    });
    return values;
}

reference::Comparison RandomCheck::compare(const std::vector<Scalar>& found) const {
    return reference::compare_elements(problem_, dtype_, indices_, found, expected_);
}

std::vector<Scalar> to_scalars(const void* elements, std::int64_t count, DType dtype) {
    return visit_numeric(dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T* const first = static_cast<const T*>(elements);
        return std::vector<Scalar>(first, first + count);
    });
}

}  // namespace ttgt::tool
