// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstddef>
#include <vector>

namespace ttgt {

/// One index of a group of labels: bytes from the first element of each tensor.
struct SmallOffsets {
    std::ptrdiff_t d = 0;
    std::ptrdiff_t l = 0;
    std::ptrdiff_t r = 0;
};

/// D = L * R of a few elements in host memory, by loops over tables of offsets: nothing is packed,
/// split or prepared in a run, which for so few elements takes longer than the arithmetic.
struct SmallProduct {
    DType dtype = DType::float64;       ///< dtype of all three: float32, float64 or their complex
    std::vector<SmallOffsets> outer;    ///< labels of D, without those of `columns`
    std::vector<SmallOffsets> columns;  ///< labels of D that only R has
    std::vector<SmallOffsets> summed;   ///< labels that D does not have
    /// The columns come in runs of this length, whose elements lie side by side in D and in R.
    std::size_t run_length = 1;
    bool is_swapped = false;  ///< whether `l` of the offsets is of the product's second tensor
};

/// The largest run_length for these columns of elements of so many bytes.
[[nodiscard]] std::size_t run_length_of(const std::vector<SmallOffsets>& columns,
                                        std::ptrdiff_t element_bytes);

/// The addresses may have any alignment. D must not overlap L or R.
void run_small(const SmallProduct& product, void* d, const void* l, const void* r);

}  // namespace ttgt
