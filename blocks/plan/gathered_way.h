// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "blocks/plan/component_plan.h"
#include "blocks/plan/gathered_tensor.h"

namespace ttgt::blocks {

/// A component as one product: the tuples of its rows, columns and inner tuples are laid one after
/// the other, its blocks gathered, the product scattered. An operand of one block stays where it
/// lies.
class GatheredWay {
public:
    GatheredWay(const ComponentSetting& setting, const Component& component);
    GatheredWay(const GatheredWay&) = delete;  // gathered tensors refer to its indices
    GatheredWay& operator=(const GatheredWay&) = delete;

    /// Bytes of gathered tensors.
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }
    /// An estimate that plans nothing.
    [[nodiscard]] double quick_ms() const;
    /// Rows, columns, inner tuples, batch tuples.
    void describe(PlannedComponent& planned) const;
    [[nodiscard]] ComponentWay plan() const;

private:
    /// A gathered operand, and where it begins; no tensor where the operand is one block.
    struct Gathered {
        std::optional<GatheredTensor> tensor;
        std::int64_t offset = 0;
    };
    [[nodiscard]] Gathered gathered(DType dtype, const TupleIndex& first, const TupleIndex& second,
                                    bool second_is_fastest);
    void add_gather(ComponentWay& way, Operand operand) const;
    void add_clear(ComponentWay& way, const Gathered& gathered) const;
    void add_product(ComponentWay& way) const;
    void add_scatter(ComponentWay& way) const;
    [[nodiscard]] bool lacks_blocks(Operand operand) const;

    const ComponentSetting& setting_;
    const Component& component_;
    TupleIndex rows_, inners_, columns_, batch_;
    std::int64_t bytes_ = 0;
    Gathered l_, r_, product_;
};

}  // namespace ttgt::blocks
