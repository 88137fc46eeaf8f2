// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/reference/visit.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace ttgt::reference {
namespace {

// A walk over the output labels: Job's three strides, then the inputs'.
Walk output_walk(const Job& job) {
    std::vector<Strides> arrays{job.position, job.before_strides, job.target};
    arrays.insert(arrays.end(), job.bound.strides.begin(), job.bound.strides.end());
    return Walk(job.bound, output_group(job.bound), arrays);
}

constexpr std::size_t first_input = 3;  // array of output_walk

constexpr std::int64_t longest_run = 256;

/// The summed labels: the longest in runs, the others in a walk whose arrays are the inputs.
struct Summed {
    std::int64_t extent = 1;
    std::vector<std::int64_t> strides;  // of the longest label, per input
    std::int64_t others = 1;            // index tuples
    Walk walk;
    std::vector<Scalar> products = std::vector<Scalar>(longest_run);  // scratch for a run
    std::vector<Scalar> factors = std::vector<Scalar>(longest_run);
};

Summed summed_labels(const Job& job) {
    const BoundLabels& bound = job.bound;
    Group others = summed_group(bound);
    std::int64_t extent = 1;
    std::vector<std::int64_t> strides(bound.strides.size(), 0);
    if (!others.empty()) {
        const auto longest = std::max_element(
            others.begin(), others.end(),
            [&](std::size_t a, std::size_t b) { return bound.extents[a] < bound.extents[b]; });
        extent = bound.extents[*longest];
        std::transform(bound.strides.begin(), bound.strides.end(), strides.begin(),
                       [&](const Strides& of_input) { return of_input[*longest]; });
        others.erase(longest);
    }
    return {extent, std::move(strides), group_size(bound, others),
            Walk(bound, others, bound.strides)};
}

void read(const Problem& problem, const ConstTensorView& tensor, const ElementRun& run,
          Scalar* elements) {
    if (problem.read) return problem.read(tensor, run, elements);
    visit_numeric(tensor.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T* const first = static_cast<const T*>(tensor.data()) + run.offset;
        for (std::int64_t i = 0; i < run.count; ++i) elements[i] = Scalar(first[i * run.stride]);
    });
}

/// The magnitude of a product of real numbers costs no square root.
double magnitude(const Scalar& product) {
    return product.imag() == 0 ? std::abs(product.real()) : std::abs(product);
}

/// Adds the products of `count` index tuples from `begin` of the longest label on.
void add_run(const Job& job, const Walk& output, std::int64_t begin, std::int64_t count,
             Summed& summed, Sum& sum) {
    const auto end = static_cast<std::size_t>(count);
    std::fill_n(summed.products.begin(), count, Scalar(1.0, 0.0));
    for (std::size_t number = 0; number < job.problem.inputs.size(); ++number) {
        const Input& input = job.problem.inputs[number];
        const std::int64_t stride = summed.strides[number];
        const std::int64_t first =
            output.offset(first_input + number) + summed.walk.offset(number) + begin * stride;
        read(job.problem, input.tensor, {first, stride, count}, summed.factors.data());
        for (std::size_t i = 0; i < end; ++i) {
            const Scalar& factor = summed.factors[i];
            summed.products[i] *= input.conjugated ? std::conj(factor) : factor;
        }
    }
    for (std::size_t i = 0; i < end; ++i) {
        sum.value += summed.products[i];
        sum.magnitude += magnitude(summed.products[i]);
    }
}

Sum sum_products(const Job& job, const Walk& output, Summed& summed) {
    Sum sum;
    if (job.problem.alpha == Scalar{}) return sum;
    for (std::int64_t other = 0; other < summed.others; ++other) {
        for (std::int64_t begin = 0; begin < summed.extent; begin += longest_run) {
            const std::int64_t count = std::min(longest_run, summed.extent - begin);
            add_run(job, output, begin, count, summed, sum);
        }
        summed.walk.next();
    }
    return sum;
}

Place place_of(const Walk& output) {
    return {output.offset(0), output.offset(1), output.offset(2)};
}

void visit_by_loops(const Job& job, const Sink& sink) {
    const std::int64_t elements = group_size(job.bound, output_group(job.bound));
    Walk output = output_walk(job);
    Summed summed = summed_labels(job);
    for (std::int64_t element = 0; element < elements; ++element) {
        const Place place = place_of(output);
        sink(place, finish(job, place, sum_products(job, output, summed)));
        output.next();
    }
}

}  // namespace

Job make_job(const Problem& problem, const ConstTensorView* before, const ConstTensorView* target) {
    if (problem.beta == Scalar{}) {
        before = nullptr;
    } else if (before == nullptr) {
        throw InvalidArgument("the reference needs D as it was before where beta is not 0");
    }
    BoundLabels bound = bind_labels(problem);
    if (before != nullptr) check_output(problem, *before, "D as it was before");
    if (target != nullptr) check_output(problem, *target, "D");
    Strides position = position_strides(bound);
    Strides before_strides = output_strides(bound, before);
    Strides target_strides = output_strides(bound, target);
    return {problem,
            std::move(bound),
            before,
            std::move(position),
            std::move(before_strides),
            std::move(target_strides)};
}

Value finish(const Job& job, const Place& place, const Sum& sum) {
    Value result;
    if (job.problem.alpha != Scalar{}) {
        result.value = job.problem.alpha * sum.value;
        result.magnitude = std::abs(job.problem.alpha) * sum.magnitude;
    }
    if (job.before != nullptr) {
        Scalar before;
        read(job.problem, *job.before, {place.before, 0, 1}, &before);
        const Scalar addend = job.problem.beta * before;
        result.value += addend;
        result.magnitude += std::abs(addend);
    }
    return result;
}

void visit(const Job& job, const Sink& sink) {
    const bool is_product = job.problem.inputs.size() == 2 && job.problem.alpha != Scalar{};
    if (is_product && !job.problem.read) {  // the product reads memory
        visit_by_matrix_product(job, sink);
    } else {
        visit_by_loops(job, sink);
    }
}

std::vector<Value> evaluate_at(const Problem& problem, const ConstTensorView* before,
                               const std::vector<std::vector<std::int64_t>>& indices) {
    const Job job = make_job(problem, before, nullptr);
    Walk output = output_walk(job);
    Summed summed = summed_labels(job);
    std::vector<Value> values;
    for (const std::vector<std::int64_t>& index : indices) {
        output.go_to(index);
        values.push_back(finish(job, place_of(output), sum_products(job, output, summed)));
    }
    return values;
}

}  // namespace ttgt::reference
