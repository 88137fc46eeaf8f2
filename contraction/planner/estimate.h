// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "contraction/plan/candidate.h"
#include "contraction/plan/gemm_matrices.h"
#include "contraction/planner/grouping.h"
#include "contraction/planner/planning_task.h"

namespace ttgt {

/// A GEMM candidate in short form, with its estimated time. The pointers refer to groupings that
/// the Estimator owns.
struct Estimate {
    const Grouping* free_l = nullptr;      ///< grouping of the free_l labels
    const Grouping* free_r = nullptr;      ///< grouping of the free_r labels
    const Grouping* contracted = nullptr;  ///< grouping of the contracted labels
    bool swaps = false;                    ///< true: the product is R * L; false: L * R
    bool accumulates_in_gemm = false;      ///< see GemmForm::accumulates_in_gemm
    std::int64_t padding_unit = 1;         ///< see GemmForm::padding_unit
    int position = 0;                      ///< the candidate's number in the order of enumeration
    double ms = 0;                         ///< estimated milliseconds of a run
};

/// Estimates the time of every GEMM candidate of a problem: of every combination of groupings of
/// the free and contracted labels, without and with padding where this makes a difference
/// (KernelPlanner::gemm_padding_unit()). An estimate takes about 0.07 microseconds. The transpose
/// of an operand is estimated as that of a square matrix with as many bytes.
class Estimator {
public:
    explicit Estimator(const PlanningTask& task);

    /// The estimates of all candidates, in the order of enumeration.
    [[nodiscard]] std::vector<Estimate> all();

private:
    /// Appends the estimates of all candidates whose left factor is L, or R if it `swaps`.
    void add_all(std::vector<Estimate>& found, bool swaps);
    /// Appends the estimates of `product` with padding, if this differs and pads little.
    /// `fit` is of all loops of the candidate.
    void add_padded(std::vector<Estimate>& found, Estimate estimate, const GemmProduct& product,
                    const LoopsFit& fit);
    /// Finds for each grouping and the batch whether loops suit padding.
    void find_fitting_loops();
    /// How GEMM gets the input `operand`, for every pair of a grouping of its free labels and a
    /// grouping of the contracted labels. The index is (free grouping) * (number of contracted
    /// groupings) + (contracted grouping).
    [[nodiscard]] std::vector<MatrixFactor> factors(Operand operand, bool swaps) const;
    /// One product without padding.
    [[nodiscard]] GemmProduct product_of(const Estimate& estimate, const MatrixFactor& l,
                                         const MatrixFactor& r) const;
    /// Milliseconds for the matrix products and the transposes of L and R.
    [[nodiscard]] double product_ms(const Estimate& estimate, const GemmProduct& product);
    /// Returns StepPrices::products_ms(): milliseconds for `counts` products of this shape. Keeps
    /// the result in `priced_`, where an equal call that follows finds it.
    [[nodiscard]] double products_ms(const GemmCall& shape, const ProductCounts& counts);
    /// Appends the estimate once for each way to write D, with its milliseconds.
    void add(std::vector<Estimate>& found, Estimate estimate, const GemmProduct& product);

    const Problem& problem_;
    const StepPrices& prices_;
    bool real_view_;                    ///< whether one input is complex and one is real
    bool real_swaps_ = false;           ///< with `real_view_`: whether R is the complex input
    std::vector<Grouping> free_l_;      ///< the groupings of the free_l labels
    std::vector<Grouping> free_r_;      ///< the groupings of the free_r labels
    std::vector<Grouping> contracted_;  ///< the groupings of the contracted labels
    std::vector<std::size_t> batch_labels_;
    std::int64_t padding_unit_ = 1;                     ///< KernelPlanner::gemm_padding_unit()
    std::vector<LoopsFit> free_l_fit_;                  ///< of the loops of each of `free_l_`
    std::vector<LoopsFit> free_r_fit_;                  ///< of the loops of each of `free_r_`
    std::vector<LoopsFit> contracted_fit_;              ///< of the loops of each of `contracted_`
    LoopsFit batch_fits_{};                             ///< of loops over the batch labels
    std::int64_t batch_ = 1;                            ///< product of the batch labels' extents
    std::array<bool, operand_count> has_lone_{};        ///< whether an input has lone labels
    std::array<double, operand_count> transpose_ms_{};  ///< milliseconds to transpose an operand
    double accumulate_ms_ = 0;  ///< milliseconds to transpose the product and add it to D

    /// A kept result of StepPrices::products_ms(). Many candidates differ only in the order of
    /// labels and have products of the same shape.
    struct PricedProducts {
        GemmCall shape;        ///< shape of one product
        ProductCounts counts;  ///< number of products
        double ms = 0;         ///< milliseconds; 0: the entry is empty
    };
    std::array<PricedProducts, 128> priced_{};  ///< kept results; the index is a hash of the shape
};

}  // namespace ttgt
