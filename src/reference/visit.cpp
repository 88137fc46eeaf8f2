// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/reference/visit.h"

#include <ttgt/error.h>

#include <cmath>
#include <cstddef>
#include <utility>

namespace ttgt::reference {
namespace {

// A walk over the summed labels whose arrays are the inputs.
Walk summed_walk(const Job& job) {
    return Walk(job.bound, summed_group(job.bound), job.bound.strides);
}

// A walk over the output labels: Job's three strides, then the inputs'.
Walk output_walk(const Job& job) {
    std::vector<Strides> arrays{job.position, job.before_strides, job.target};
    arrays.insert(arrays.end(), job.bound.strides.begin(), job.bound.strides.end());
    return Walk(job.bound, output_group(job.bound), arrays);
}

constexpr std::size_t first_input = 3;  // array of output_walk

Sum sum_products(const Job& job, const Walk& output, Walk& summed, std::int64_t terms) {
    Sum sum;
    for (std::int64_t term = 0; term < terms; ++term) {
        Scalar product{1.0, 0.0};
        double magnitude = 1.0;
        for (std::size_t number = 0; number < job.problem.inputs.size(); ++number) {
            const Input& input = job.problem.inputs[number];
            const Scalar factor =
                load(input.tensor, output.offset(first_input + number) + summed.offset(number));
            product *= input.conjugated ? std::conj(factor) : factor;
            magnitude *= std::abs(factor);
        }
        sum.value += product;
        sum.magnitude += magnitude;
        summed.next();
    }
    return sum;
}

std::int64_t number_of_terms(const Job& job) {
    return job.problem.alpha == Scalar{} ? 0 : group_size(job.bound, summed_group(job.bound));
}

Place place_of(const Walk& output) {
    return {output.offset(0), output.offset(1), output.offset(2)};
}

void visit_by_loops(const Job& job, const Sink& sink) {
    const std::int64_t elements = group_size(job.bound, output_group(job.bound));
    const std::int64_t terms = number_of_terms(job);
    Walk output = output_walk(job);
    Walk summed = summed_walk(job);
    for (std::int64_t element = 0; element < elements; ++element) {
        const Place place = place_of(output);
        sink(place, finish(job, place, sum_products(job, output, summed, terms)));
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
        const Scalar addend = job.problem.beta * load(*job.before, place.before);
        result.value += addend;
        result.magnitude += std::abs(addend);
    }
    return result;
}

void visit(const Job& job, const Sink& sink) {
    if (job.problem.inputs.size() == 2 && job.problem.alpha != Scalar{}) {
        visit_by_matrix_product(job, sink);
    } else {
        visit_by_loops(job, sink);
    }
}

std::vector<Value> evaluate_at(const Problem& problem, const ConstTensorView* before,
                               const std::vector<std::vector<std::int64_t>>& indices) {
    const Job job = make_job(problem, before, nullptr);
    const std::int64_t terms = number_of_terms(job);
    Walk output = output_walk(job);
    Walk summed = summed_walk(job);
    std::vector<Value> values;
    for (const std::vector<std::int64_t>& index : indices) {
        output.go_to(index);
        values.push_back(finish(job, place_of(output), sum_products(job, output, summed, terms)));
    }
    return values;
}

}  // namespace ttgt::reference
