// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include "src/core/checked.h"
#include "src/reference/error_bound.h"
#include "src/reference/visit.h"

namespace ttgt::reference {
namespace {

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
