// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ttgt::cuda {

/// Outputs of one thread of the product kernel: batch * rows * columns.
struct ProductPolicy {
    /// Number of outputs along the batch.
    int batch;
    /// Number of outputs along the rows.
    int rows;
    /// Number of outputs along the columns.
    int columns;
};

/// Register tiles of the product kernel, by PolicyIndex. square: large matrices. eight_columns,
/// eight_rows: matrices with few rows or columns, or short along D's fastest group, so that
/// neighbouring threads write neighbours of D. four_of_batch: many small matrices. one_output: too
/// few outputs for threads to have several.
inline constexpr ProductPolicy product_policies[] = {
    {1, 4, 4}, {1, 1, 8}, {1, 8, 1}, {4, 1, 1}, {1, 1, 1}};
inline constexpr int product_policy_count = sizeof(product_policies) / sizeof(ProductPolicy);
/// Indices of product_policies.
enum PolicyIndex : int { square, eight_columns, eight_rows, four_of_batch, one_output };

}  // namespace ttgt::cuda
