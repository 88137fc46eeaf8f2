// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "distributed/plan/candidate.h"
#include "distributed/program/rank_program.h"

namespace ttgt {

/// What the ways to do one step of a program cost.
struct StepPrice {
    double least_ms = 0;  ///< milliseconds of the cheapest candidate; infinite if there is none
    std::vector<DistributedCandidate> cheapest;  ///< the first few candidates, the cheapest first
};

/// Prices steps of programs. Steps with operands of the same labels, dtypes, extents and
/// distributions cost the same and are priced once, whatever the names of their tensors and labels.
/// Prices are equal on all ranks.
class ProgramPrices {
public:
    /// How many candidates a StepPrice has at most.
    static constexpr std::size_t most_cheapest = 4;

    ProgramPrices(const DistributedOptions& options, const RankRates& rates, int ranks,
                  bool has_matrix_grids)
        : options_(options), rates_(rates), ranks_(ranks), has_matrix_grids_(has_matrix_grids) {}

    /// The price of a step of the program, whose operands lie as its layouts say. The reference is
    /// valid as long as this object.
    [[nodiscard]] const StepPrice& of(const RankProgram& program, const network::Sum& step);

    /// The number of different steps that were priced.
    [[nodiscard]] std::size_t size() const noexcept { return known_.size(); }

private:
    const DistributedOptions& options_;
    const RankRates& rates_;
    int ranks_;
    bool has_matrix_grids_;
    std::map<std::string, StepPrice> known_;
};

}  // namespace ttgt
