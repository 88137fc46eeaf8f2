// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tests/stress/station.h"
#include "tests/support/check_contraction.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/random.h"

namespace ttgt::stress {

/// Any contraction, of hundreds to hundreds of thousands of multiply-adds.
[[nodiscard]] test::TestProblem draw_of_layouts(std::uint64_t seed);
/// With its expression written down: it was not drawn as the property tests draw theirs, and its
/// seed replays nothing there.
[[nodiscard]] test::TestProblem spelled(test::TestProblem problem);
/// A strategy, a limit, a function and a number of threads.
[[nodiscard]] test::CheckOptions draw_check(test::Random& random, Station& station);

}  // namespace ttgt::stress
