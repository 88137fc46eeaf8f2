// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "src/core/checked.h"
#include "src/reference/visit.h"

namespace ttgt::reference {
namespace {

/// (inner + 4) * (c * epsilon * magnitude + smallest): the bound's factors for one problem.
struct Bound {
    double relative = 0;
    double absolute = 0;
};

std::int64_t inner_size(const Job& job) {
    return job.problem.alpha == Scalar{} ? 0 : group_size(job.bound, summed_group(job.bound));
}

bool is_complex_arithmetic(const Job& job, DType d) {
    const std::vector<Input>& inputs = job.problem.inputs;
    return is_complex(d) || std::any_of(inputs.begin(), inputs.end(), [](const Input& input) {
               return is_complex(input.tensor.dtype());
           });
}

Bound error_bound(const Job& job, DType d) {
    const double terms = static_cast<double>(inner_size(job)) + 4.0;
    const double c = is_complex_arithmetic(job, d) ? 8.0 : 2.0;
    return visit_numeric(d, [&](auto tag) {
        using R = RealOf<typename decltype(tag)::type>;
        return Bound{terms * c * static_cast<double>(std::numeric_limits<R>::epsilon()),
                     terms * static_cast<double>(std::numeric_limits<R>::min())};
    });
}

bool is_finite(const Scalar& value) {
    return std::isfinite(value.real()) && std::isfinite(value.imag());
}

/// |d - expected| over its bound; infinite where exactly one of the two is finite.
double error_over_bound(const Scalar& d, const Value& expected, const Bound& bound) {
    const bool finite = is_finite(expected.value);
    if (is_finite(d) != finite) return std::numeric_limits<double>::infinity();
    if (!finite) return 0;
    return std::abs(d - expected.value) / (bound.relative * expected.magnitude + bound.absolute);
}

/// Compares element by element and keeps the worst.
class Comparer {
public:
    Comparer(const Job& job, const ConstTensorView& d)
        : d_(d), bound_(error_bound(job, d.dtype())) {}

    /// True where this is the worst element so far.
    bool compare(std::int64_t offset, const Value& expected) {
        const double error = error_over_bound(load(d_, offset), expected, bound_);
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
    const ConstTensorView& d_;
    Bound bound_;
    double worst_ = 0;
    std::int64_t elements_ = 0;
};

Comparison compare_all(const Job& job, const ConstTensorView& d) {
    Comparer comparer(job, d);
    std::int64_t worst_position = 0;
    visit(job, [&](const Place& place, const Value& value) {
        if (comparer.compare(place.target, value)) worst_position = place.position;
    });
    Walk output(job.bound, output_group(job.bound), {});
    output.seek(worst_position);
    return comparer.result(output.index());
}

/// Both ends of every mode together, then random tuples.
std::vector<std::vector<std::int64_t>> sample(const Job& job, const CompareOptions& options) {
    const std::vector<std::int64_t>& extents = job.problem.output_extents;
    std::vector<std::vector<std::int64_t>> indices;
    std::mt19937_64 random(options.seed);
    for (std::int64_t number = 0; number < options.samples; ++number) {
        std::vector<std::int64_t> index;
        for (const std::int64_t extent : extents) {
            const auto drawn =
                static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(extent));
            index.push_back(number == 0 ? 0 : number == 1 ? extent - 1 : drawn);
        }
        indices.push_back(std::move(index));
    }
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    return indices;
}

Comparison compare_sample(const Job& job, const ConstTensorView& d, const CompareOptions& options) {
    const std::vector<std::vector<std::int64_t>> indices = sample(job, options);
    const std::vector<Value> values = evaluate_at(job.problem, job.before, indices);
    Walk output(job.bound, output_group(job.bound), {job.target});
    Comparer comparer(job, d);
    std::vector<std::int64_t> worst;
    for (std::size_t number = 0; number < indices.size(); ++number) {
        output.go_to(indices[number]);
        if (comparer.compare(output.offset(0), values[number])) worst = indices[number];
    }
    return comparer.result(std::move(worst));
}

/// Whether `elements` times the inner size stays within the limit for a whole comparison.
bool is_small(const Job& job, std::int64_t elements, std::int64_t limit) {
    const std::int64_t terms = std::max<std::int64_t>(inner_size(job), 1);
    return elements <= limit / terms;
}

}  // namespace

Comparison compare(const Problem& problem, const ConstTensorView* before, const ConstTensorView& d,
                   const CompareOptions& options) {
    const Job job = make_job(problem, before, &d);
    const std::int64_t elements = group_size(job.bound, output_group(job.bound));
    if (elements == 0) return {};
    if (is_small(job, elements, options.whole_limit)) return compare_all(job, d);
    if (options.samples < 1) return {};
    return compare_sample(job, d, options);
}

}  // namespace ttgt::reference
