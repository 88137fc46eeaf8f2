// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// A contraction of tensors that no rank holds as a whole: mpirun -n 4 ranks. Each rank makes its
// own part of the inputs, all contract together by a plan that each of them makes alike, and each
// checks its own part of the output.
#include <ttgt/ttgt.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

namespace {

constexpr std::int64_t n = 24;

/// A four-index tensor of which this rank holds some indices of one mode.
struct Spread {
    Spread(std::size_t mode, const ttgt::Communicator& ranks) {
        layout.extents = {n, n, n, n};
        layout.distribution = {{ranks.ranks()}, std::vector<ttgt::ModeDistribution>(4)};
        layout.distribution.modes[mode].axis = 0;
        const ttgt::Layout held = ttgt::local_layout(layout, ranks.rank());
        elements.resize(static_cast<std::size_t>(ttgt::volume(held)));
    }

    ttgt::DistributedLayout layout;
    std::vector<double> elements;  // packed, first mode fastest
};

/// L(a,e,b,f) = a + 1 where e = f, else 0; spread by f, the slowest mode.
void fill_left(Spread& left, int rank) {
    const std::vector<std::int64_t> fs = ttgt::global_indices(left.layout, 3, rank);
    for (std::size_t f = 0; f < fs.size(); ++f) {
        for (std::int64_t b = 0; b < n; ++b) {
            for (std::int64_t a = 0; a < n; ++a) {
                const std::int64_t at =
                    a + n * (fs[f] + n * (b + n * static_cast<std::int64_t>(f)));
                left.elements[static_cast<std::size_t>(at)] = static_cast<double>(a + 1);
            }
        }
    }
}

int contract_on(ttgt::Communicator& ranks) {
    const char* expression = "D(a,b,c,d)=L(a,e,b,f)*R(d,f,c,e)";
    Spread output(3, ranks);  // by d
    Spread left(3, ranks);    // by f
    Spread right(3, ranks);   // by e
    fill_left(left, ranks.rank());
    for (double& element : right.elements) element = 2.0;

    ttgt::Context& context = ttgt::thread_context();
    ttgt::DistributedOptions options;
    options.rates = ttgt::measure_rank_rates(ranks, context);
    const ttgt::DistributedPlan plan = ttgt::plan_contraction(
        ranks, context, expression, {output.layout, left.layout, right.layout}, options);
    ttgt::RunOptions run;
    run.workspace = context.workspace(plan.workspace_bytes());
    const std::vector<const void*> inputs{left.elements.data(), right.elements.data()};
    const ttgt::DistributedReport report = plan.profile(output.elements.data(), inputs, run);

    if (ranks.rank() == 0) std::printf("%s", to_text(report).c_str());
    for (std::size_t i = 0; i < output.elements.size(); ++i) {
        const double expected = 2.0 * n * static_cast<double>(i % n + 1);
        if (output.elements[i] != expected) return 1;
    }
    return 0;
}

}  // namespace

int main() {
    try {
        ttgt::Communicator ranks = ttgt::Communicator::world();
        return contract_on(ranks);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
