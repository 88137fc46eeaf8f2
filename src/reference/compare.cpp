// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <utility>

#include "src/core/checked.h"
#include "src/reference/visit.h"

namespace ttgt::reference {
namespace {

/// Of one problem: elements are within relative * magnitude + absolute.
struct Bound {
    double relative = 0;
    double absolute = 0;
    double largest = 0;  ///< number of the dtype
};

/// What rounding to a dtype that is not computed with may cost, once.
struct Rounding {
    double relative = 0;  ///< unit roundoff
    double absolute = 0;  ///< smallest normal number
    double largest = std::numeric_limits<double>::max();
};

Rounding rounding_to(DType dtype) {
    constexpr double float16_largest = 65504;
    constexpr double bfloat16_largest = 0xffp120;
    if (dtype == DType::float16) return {0x1p-11, 0x1p-14, float16_largest};
    if (dtype == DType::bfloat16) return {0x1p-8, 0x1p-126, bfloat16_largest};
    return {};
}

std::int64_t inner_size(const Problem& problem, const BoundLabels& bound) {
    return problem.alpha == Scalar{} ? 0 : group_size(bound, summed_group(bound));
}

bool is_complex_arithmetic(const Problem& problem, DType d) {
    const std::vector<Input>& inputs = problem.inputs;
    return is_complex(d) || std::any_of(inputs.begin(), inputs.end(), [](const Input& input) {
               return is_complex(input.tensor.dtype());
           });
}

Bound error_bound(const Problem& problem, const BoundLabels& bound, DType d) {
    const double terms = static_cast<double>(inner_size(problem, bound)) + 4.0;
    const double c = is_complex_arithmetic(problem, d) ? 8.0 : 2.0;
    constexpr double roundings = 3;
    const Rounding rounding = rounding_to(d);
    const double of_inputs = problem.compute == ComputeType::tf32 ? c * 0x1p-10 : 0.0;
    return visit_computed(compute_of(d), [&](auto tag) {
        using R = RealOf<typename decltype(tag)::type>;
        return Bound{terms * c * static_cast<double>(std::numeric_limits<R>::epsilon()) +
                         roundings * rounding.relative + of_inputs,
                     terms * static_cast<double>(std::numeric_limits<R>::min()) +
                         roundings * rounding.absolute,
                     rounding.largest};
    });
}

bool is_finite(const Scalar& value) {
    return std::isfinite(value.real()) && std::isfinite(value.imag());
}

/// |d - expected| over its bound; infinite where exactly one of the two is finite, unless d has
/// overflowed.
double error_over_bound(const Scalar& d, const Value& expected, const Bound& bound) {
    const bool finite = is_finite(expected.value);
    const double most = bound.relative * expected.magnitude + bound.absolute;
    const bool overflowed = finite && std::isinf(d.real()) &&
                            std::copysign(expected.value.real(), d.real()) == expected.value.real();
    if (overflowed && std::abs(expected.value.real()) + most > bound.largest) return 0;
    if (is_finite(d) != finite) return std::numeric_limits<double>::infinity();
    if (!finite) return 0;
    return std::abs(d - expected.value) / most;
}

/// Compares element by element and keeps the worst.
class Comparer {
public:
    explicit Comparer(const Bound& bound) : bound_(bound) {}

    /// True where this is the worst element so far.
    bool compare(const Scalar& found, const Value& expected) {
        const double error = error_over_bound(found, expected, bound_);
        const bool worst = elements_ == 0 || error > worst_;
        ++elements_;
        if (worst) worst_ = error;
        return worst;
    }
    [[nodiscard]] Comparison result(std::vector<std::int64_t> worst_index) const {
        return {worst_ <= 1.0 ? Outcome::ok : Outcome::fail, worst_, elements_,
                std::move(worst_index)};
    }

private:
    Bound bound_;
    double worst_ = 0;
    std::int64_t elements_ = 0;
};

Comparison compare_all(const Job& job, const ConstTensorView& d) {
    Comparer comparer(error_bound(job.problem, job.bound, d.dtype()));
    std::int64_t worst_position = 0;
    visit(job, [&](const Place& place, const Value& value) {
        if (comparer.compare(load(d, place.target), value)) worst_position = place.position;
    });
    Walk output(job.bound, output_group(job.bound), {});
    output.seek(worst_position);
    return comparer.result(output.index());
}

std::vector<std::vector<std::int64_t>> all_indices(const BoundLabels& bound,
                                                   std::int64_t elements) {
    Walk output(bound, output_group(bound), {});
    std::vector<std::vector<std::int64_t>> indices;
    indices.reserve(static_cast<std::size_t>(elements));
    for (std::int64_t element = 0; element < elements; ++element) {
        indices.push_back(output.index());
        output.next();
    }
    return indices;
}

/// Both ends of every mode together, then random tuples; fewer than there are.
std::vector<std::vector<std::int64_t>> sample(const std::vector<std::int64_t>& extents,
                                              std::int64_t samples, std::uint64_t seed) {
    std::set<std::vector<std::int64_t>> indices;
    std::mt19937_64 random(seed);
    for (std::int64_t number = 0; std::cmp_less(indices.size(), samples); ++number) {
        std::vector<std::int64_t> index;
        for (const std::int64_t extent : extents) {
            const auto drawn =
                static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(extent));
            index.push_back(number == 0 ? 0 : number == 1 ? extent - 1 : drawn);
        }
        indices.insert(std::move(index));
    }
    return {indices.begin(), indices.end()};
}

/// What is there to compare, and how much work it is.
struct Work {
    std::int64_t elements = 0;
    std::int64_t terms = 0;  ///< multiply-adds per element, at least 1

    Work(const Problem& problem, const BoundLabels& bound)
        : elements(group_size(bound, output_group(bound))),
          terms(std::max<std::int64_t>(inner_size(problem, bound), 1)) {}

    /// Whether that stays within the limit for a whole comparison.
    [[nodiscard]] bool is_small(std::int64_t limit) const { return elements <= limit / terms; }
    [[nodiscard]] std::int64_t samples(const CompareOptions& options) const {
        const std::int64_t affordable =
            std::max(options.sample_work / terms, options.least_samples);
        return std::min(options.samples, affordable);
    }
};

Comparison compare_sample(const Job& job, const ConstTensorView& d, const CompareOptions& options) {
    const std::vector<std::vector<std::int64_t>> indices = compared_indices(job.problem, options);
    const std::vector<Value> values = evaluate_at(job.problem, job.before, indices);
    Walk output(job.bound, output_group(job.bound), {job.target});
    std::vector<Scalar> found;
    for (const std::vector<std::int64_t>& index : indices) {
        output.go_to(index);
        found.push_back(load(d, output.offset(0)));
    }
    return compare_elements(job.problem, d.dtype(), indices, found, values);
}

}  // namespace

std::vector<std::vector<std::int64_t>> compared_indices(const Problem& problem,
                                                        const CompareOptions& options) {
    const BoundLabels bound = bind_labels(problem);
    const Work work(problem, bound);
    const std::int64_t samples = work.samples(options);
    if (work.is_small(options.whole_limit) || work.elements <= samples) {
        return all_indices(bound, work.elements);
    }
    return sample(problem.output_extents, samples, options.seed);
}

Comparison compare_elements(const Problem& problem, DType dtype,
                            const std::vector<std::vector<std::int64_t>>& indices,
                            const std::vector<Scalar>& found, const std::vector<Value>& expected) {
    if (indices.empty()) return {};
    Comparer comparer(error_bound(problem, bind_labels(problem), dtype));
    std::size_t worst = 0;
    for (std::size_t number = 0; number < indices.size(); ++number) {
        if (comparer.compare(found[number], expected[number])) worst = number;
    }
    return comparer.result(indices[worst]);
}

Comparison compare(const Problem& problem, const ConstTensorView* before, const ConstTensorView& d,
                   const CompareOptions& options) {
    const Job job = make_job(problem, before, &d);
    const Work work(problem, job.bound);
    if (work.elements == 0) return {};
    if (work.is_small(options.whole_limit)) return compare_all(job, d);
    return compare_sample(job, d, options);
}

}  // namespace ttgt::reference
