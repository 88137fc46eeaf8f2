// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "blocks/plan/component_plan.h"
#include "blocks/plan/gathered_tensor.h"

namespace ttgt::blocks {

/// The dtype in which products are kept until they are scattered: sums are rounded to 16 bits once.
[[nodiscard]] DType product_dtype(DType d);

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
    /// What moves of one operand have in common, and lists that are used again for each.
    struct MoveScratch {
        MoveTypes types;
        std::vector<std::size_t> labels;    ///< of the gathered tensor's modes
        GatheredBlock gathered;             ///< the block in that tensor
        std::vector<std::int64_t> strides;  ///< of the block where it lies
    };
    /// The move of a block into its gathered tensor, or of a block of D out of it; nothing where
    /// the device does not do it in a launch over many.
    [[nodiscard]] std::optional<Move> move_between(Operand operand, std::uint32_t block,
                                                   MoveScratch& scratch) const;
    /// Sets `moves` to those of all blocks of an operand, and zeros where an input lacks blocks;
    /// false, setting nothing, where the device does not do them all.
    [[nodiscard]] bool set_moves(std::vector<Move>& moves, Operand operand) const;
    /// Adds zeros where blocks are absent; false where the device does not do them all.
    [[nodiscard]] bool add_zeros(std::vector<Move>& moves, Operand operand,
                                 MoveScratch& scratch) const;
    /// The places of a block's two tuples in their indices.
    [[nodiscard]] std::pair<std::size_t, std::size_t> tuples_of(Operand operand,
                                                                std::uint32_t block) const;
    /// Sets `found` to the place of a block in its gathered tensor.
    void set_place(GatheredBlock& found, Operand operand, std::uint32_t block) const;
    [[nodiscard]] const std::vector<std::uint32_t>& blocks_of(Operand operand) const;
    [[nodiscard]] std::vector<std::size_t> labels_of(Operand operand) const;
    [[nodiscard]] const Gathered& gathered_of(Operand operand) const {
        return operand == operand_d ? product_ : operand == operand_l ? l_ : r_;
    }
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
