// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ttgt::cuda {

/// Outputs of one thread of the product kernel.
struct ProductPolicy {
    int batch;
    int rows;
    int columns;
};

/// A square for large matrices; eight outputs across the group that D is fastest along, so that
/// threads write neighbours where that group is short; four of many small matrices, or of products
/// of single elements; and one output each where there are too few for more.
inline constexpr ProductPolicy product_policies[] = {
    {1, 4, 4}, {1, 1, 8}, {1, 8, 1}, {4, 1, 1}, {1, 1, 1}};
inline constexpr int product_policy_count = sizeof(product_policies) / sizeof(ProductPolicy);
enum PolicyIndex : int { square, eight_columns, eight_rows, four_of_batch, one_output };

}  // namespace ttgt::cuda
