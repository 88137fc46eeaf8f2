// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "contraction/plan/candidate.h"
#include "contraction/planner/grouping.h"
#include "contraction/planner/planning_task.h"

namespace ttgt {

/// One GEMM candidate in short, and about how long it takes. Points into its Estimator.
struct Estimate {
    const Grouping* free_l = nullptr;
    const Grouping* free_r = nullptr;
    const Grouping* contracted = nullptr;
    bool swaps = false;  ///< R is the left factor
    bool accumulates_in_gemm = false;
    int position = 0;  ///< in the order of enumeration
    double ms = 0;
};

/// Estimates every combination of groupings, some 0.07 us each: a transpose of an operand takes as
/// long as that of a square matrix of its size.
class Estimator {
public:
    explicit Estimator(const PlanningTask& task);

    [[nodiscard]] std::vector<Estimate> all();

private:
    /// The operand as a factor, for every pair of groupings of its own and of contracted labels,
    /// those of the first pair by the contracted ones, and so on.
    [[nodiscard]] std::vector<MatrixFactor> factors(Operand operand, bool swaps) const;
    [[nodiscard]] bool output_stays(const Estimate& estimate) const;
    /// All but what it takes to transpose D.
    [[nodiscard]] double product_ms(const Estimate& estimate, const MatrixFactor& l,
                                    const MatrixFactor& r);
    [[nodiscard]] double gemm_ms(const Estimate& estimate, const MatrixFactor& a,
                                 const MatrixFactor& b);
    [[nodiscard]] double products_ms(const GemmCall& shape, const ProductCounts& counts);
    void add(std::vector<Estimate>& found, Estimate estimate, double product_ms) const;

    const Problem& problem_;
    const Machine& machine_;
    bool real_view_;
    bool real_swaps_ = false;  ///< the complex factor of a real view is R
    std::vector<Grouping> free_l_;
    std::vector<Grouping> free_r_;
    std::vector<Grouping> contracted_;
    std::int64_t batch_ = 1;
    std::array<bool, operand_count> has_lone_{};
    std::array<double, operand_count> transpose_ms_{};
    double accumulate_ms_ = 0;  ///< the last transpose, adding to D

    /// What the machine said of products, each where its extents lead: many combinations differ in
    /// the order of their labels alone.
    struct PricedProducts {
        GemmCall shape;
        ProductCounts counts;
        double ms = 0;
    };
    std::array<PricedProducts, 64> priced_{};
};

}  // namespace ttgt
