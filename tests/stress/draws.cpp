// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/draws.h"

#include <utility>

namespace ttgt::stress {
namespace {

std::int64_t draw_limit(test::Random& random) {
    if (random.chance(55)) return unlimited;
    if (random.chance(40)) return 0;
    return std::int64_t{1} << random.between(8, 16);
}

}  // namespace

test::TestProblem draw_of_layouts(std::uint64_t seed) {
    test::Random random(seed);
    test::DrawOptions options;
    options.max_multiply_adds = std::int64_t{1} << random.between(8, 18);
    return draw_problem(seed, options);
}

test::TestProblem spelled(test::TestProblem problem) {
    problem.text = expression(problem);
    return problem;
}

test::CheckOptions draw_check(test::Random& random, Station& station) {
    using test::Entry;
    test::CheckOptions check;
    check.strategy = random.chance(60) ? "auto" : "classic";
    check.entry =
        random.pick<Entry>({Entry::contract, Entry::contract, Entry::run, Entry::profile});
    check.workspace_limit = draw_limit(random);
    check.threads = static_cast<int>(random.between(0, 2));
    Context& context = station.context(check.workspace_limit, check.threads);
    check.site = site_of(context, random.chance(50) ? random.between(0, 7) : 0);
    return check;
}

}  // namespace ttgt::stress
