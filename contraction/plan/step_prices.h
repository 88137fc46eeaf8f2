// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/plan/plan.h"
#include "src/gemm/gemm.h"

namespace ttgt {

/// How many matrix products C = A * B of one shape a contraction consists of: outputs * terms.
struct ProductCounts {
    std::int64_t outputs = 1;  ///< number of matrices C
    std::int64_t terms = 1;    ///< number of products that are summed to each matrix C
    bool adds = false;         ///< whether the products are added to what C holds before

    friend bool operator==(const ProductCounts&, const ProductCounts&) = default;
};

/// Predicts how many milliseconds a device takes for a step, and says how far its predictions can
/// be trusted. Deterministic; needs no access to the device.
class StepPrices {
public:
    virtual ~StepPrices() = default;

    /// Milliseconds for a plain loop that reads and writes `bytes` bytes in total.
    [[nodiscard]] virtual double copy_ms(double bytes) const = 0;
    /// Milliseconds for a Transpose step that reads and writes `bytes` bytes in total.
    /// Precondition: `step.kernel` is planned.
    [[nodiscard]] virtual double transpose_ms(const TransposeStep& step, double bytes) const = 0;
    /// Milliseconds for a Direct step whose operands have `bytes` bytes together. Precondition:
    /// `step.kernel` is planned.
    [[nodiscard]] virtual double direct_ms(const DirectStep& step, double bytes) const = 0;
    /// Milliseconds for a Reduce step that reads and writes `bytes` bytes in total. Precondition:
    /// `step.kernel` is planned.
    [[nodiscard]] virtual double reduce_ms(const ReduceStep& step, double bytes) const = 0;
    /// Milliseconds for all matrix products of a Gemm step. Its kernel need not be planned.
    [[nodiscard]] virtual double gemm_ms(const GemmStep& step) const = 0;
    /// Milliseconds for nested loops over a sum of products of many tensors that read `factors`
    /// elements of the inputs, each as often as it is read.
    [[nodiscard]] virtual double product_loops_ms(double factors) const = 0;

    /// Milliseconds for the transpose of a square matrix that reads and writes `bytes` bytes in
    /// total. Cheap to compute, for estimates.
    [[nodiscard]] virtual double square_transpose_ms(double bytes) const = 0;
    /// Milliseconds for `counts` matrix products of this shape, with operands in place. Cheap to
    /// compute, for estimates.
    [[nodiscard]] virtual double products_ms(const GemmCall& shape,
                                             const ProductCounts& counts) const = 0;

    /// A candidate is pruned, that is, not priced in full, if its estimate is above this factor
    /// times the lowest price so far. Above 1 where estimates are often higher than prices.
    [[nodiscard]] virtual double pruning_factor() const = 0;
    /// The least share of the classic candidate's predicted time that another candidate must save
    /// to be chosen, such as 0.2 for a fifth. Smaller savings are within the error of the
    /// predictions. `sums_products`: whether elements of D are sums over labels.
    [[nodiscard]] virtual double least_gain(bool sums_products) const = 0;

protected:
    StepPrices() = default;
    StepPrices(const StepPrices&) = default;
    StepPrices(StepPrices&&) = default;
    StepPrices& operator=(const StepPrices&) = default;
    StepPrices& operator=(StepPrices&&) = default;
};

}  // namespace ttgt
