// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/cpu/direct/product/direct_blocks.h"
#include "contraction/cpu/direct/product/direct_pack.h"

namespace ttgt::cpu {

/// The byte offsets of a block's rows, columns and inner indices in each operand, counted from the
/// operand's first element for an index of the batch. Small products of a batch use the tables that
/// the product before has made.
class OffsetTables {
public:
    /// With `packed_rows` > 0, D is a packed matrix of that many rows; with 0, D is as the step
    /// says. `memory` has room for the tables of `space`.
    OffsetTables(const DirectLabels& labels, const ProductForm& form, std::int64_t packed_rows,
                 const BlockSpace& space, std::int64_t* memory)
        : labels_(labels),
          form_(form),
          packed_rows_(packed_rows),
          row_a_(memory),
          row_d_(row_a_ + space.rows),
          column_b_(row_d_ + space.rows),
          column_d_(column_b_ + space.columns),
          inner_a_(column_d_ + space.columns),
          inner_b_(inner_a_ + space.steps) {}

    /// Makes the tables those of `count` rows from `first` on.
    void set_rows(std::int64_t first, std::int64_t count) {
        if (!rows_.changes_to(first, count)) return;
        fill(labels_.rows, labels_.a, form_.a_bytes, rows_, row_a_);
        if (packed_rows_ > 0) return fill_packed(rows_, form_.d_bytes, row_d_);
        fill(labels_.rows, 0, form_.d_bytes, rows_, row_d_);
    }
    /// Makes the tables those of `count` columns from `first` on.
    void set_columns(std::int64_t first, std::int64_t count) {
        if (!columns_.changes_to(first, count)) return;
        fill(labels_.columns, labels_.b, form_.b_bytes, columns_, column_b_);
        if (packed_rows_ > 0) return fill_packed(columns_, packed_rows_ * form_.d_bytes, column_d_);
        fill(labels_.columns, 0, form_.d_bytes, columns_, column_d_);
    }
    /// Makes the tables those of `count` inner indices from `first` on.
    void set_inner(std::int64_t first, std::int64_t count) {
        if (!inner_.changes_to(first, count)) return;
        fill(labels_.inner, labels_.a, form_.a_bytes, inner_, inner_a_);
        fill(labels_.inner, labels_.b, form_.b_bytes, inner_, inner_b_);
    }

    [[nodiscard]] BlockSide rows_in_a() const { return {row_a_, rows_.count}; }
    [[nodiscard]] BlockSide rows_in_d() const { return {row_d_, rows_.count}; }
    [[nodiscard]] BlockSide columns_in_b() const { return {column_b_, columns_.count}; }
    [[nodiscard]] BlockSide columns_in_d() const { return {column_d_, columns_.count}; }
    [[nodiscard]] BlockSide inner_in_a() const { return {inner_a_, inner_.count}; }
    [[nodiscard]] BlockSide inner_in_b() const { return {inner_b_, inner_.count}; }

private:
    /// The indices that a table is made for.
    struct Range {
        /// The first index.
        std::int64_t first = 0;
        /// Number of indices.
        std::int64_t count = 0;

        /// Sets the range; returns false where it was the same before.
        bool changes_to(std::int64_t new_first, std::int64_t new_count) {
            if (first == new_first && count == new_count) return false;
            first = new_first;
            count = new_count;
            return true;
        }
    };

    static void fill(const LabelList& labels, std::size_t operand, std::int64_t bytes, Range range,
                     std::int64_t* offsets) {
        fill_offsets(labels, operand, bytes, range.first, range.count, offsets);
    }

    static void fill_packed(Range range, std::int64_t bytes, std::int64_t* offsets) {
        for (std::int64_t i = 0; i < range.count; ++i) offsets[i] = (range.first + i) * bytes;
    }

    const DirectLabels& labels_;
    const ProductForm& form_;
    /// Rows of D where D is a packed matrix; 0 where D is as the step says.
    std::int64_t packed_rows_;
    /// The rows that row_a_ and row_d_ are made for.
    Range rows_;
    /// The columns that column_b_ and column_d_ are made for.
    Range columns_;
    /// The inner indices that inner_a_ and inner_b_ are made for.
    Range inner_;
    /// For each row, bytes to it in A.
    std::int64_t* row_a_;
    /// For each row, bytes to it in D.
    std::int64_t* row_d_;
    /// For each column, bytes to it in B.
    std::int64_t* column_b_;
    /// For each column, bytes to it in D.
    std::int64_t* column_d_;
    /// For each inner index, bytes to it in A.
    std::int64_t* inner_a_;
    /// For each inner index, bytes to it in B.
    std::int64_t* inner_b_;
};

}  // namespace ttgt::cpu
