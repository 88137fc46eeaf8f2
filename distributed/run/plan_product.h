// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "distributed/run/distributed_product.h"

namespace ttgt {

/// No candidate fits the workspace limit.
class TooLittleWorkspace : public InvalidArgument {
public:
    /// `needed` bytes of a run of `text` are more than `limit`.
    TooLittleWorkspace(const std::string& text, std::int64_t needed, std::int64_t limit);
};

/// The parts of a plan of a product before its problem is known.
[[nodiscard]] DistributedProduct::Parts product_parts(const PlanningSetup& setup);

/// The candidates that enumerate() lists, priced, the cheapest first. Equal on all ranks.
[[nodiscard]] std::vector<DistributedCandidate> priced_candidates(const DistributedProblem& problem,
                                                                  const DistributedOptions& options,
                                                                  const RankRates& rates,
                                                                  bool has_matrix_grids);

/// The first `most` entries of priced_candidates(), for which fewer candidates are priced.
[[nodiscard]] std::vector<DistributedCandidate> cheapest_candidates(
    const DistributedProblem& problem, const DistributedOptions& options, const RankRates& rates,
    bool has_matrix_grids, std::size_t most);

/// Lowers a candidate on every rank. Collective. If lowering fails on a rank, throws its error on
/// every rank.
[[nodiscard]] RankPlan lower_together(const DistributedProduct::Parts& parts,
                                      const DistributedCandidate& candidate, Context& context,
                                      const DistributedOptions& options);
/// Sets `parts.plan` to `plan`, the chosen candidate lowered for this rank. If the candidate
/// multiplies by ScaLAPACK, also makes the grid of ranks. Collective: all ranks call it together.
void adopt(DistributedProduct::Parts& parts, RankPlan plan);

/// Sets the problem of `parts` to what `bind` returns, chooses the cheapest candidate whose
/// workspace fits the limit on every rank, and sets the plan and the losers. Precondition: the
/// setup of `parts` is set. Collective, but `bind` must not make collective calls. Throws on every
/// rank what `bind` throws on any; TooLittleWorkspace where no candidate fits, and Unsupported
/// where the engine has none.
void choose_candidate(DistributedProduct::Parts& parts,
                      const std::function<DistributedProblem()>& bind, Context& context,
                      const DistributedOptions& options);

}  // namespace ttgt
