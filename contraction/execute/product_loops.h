// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <cstdint>

/// Sums of products of many tensors by one loop over all labels for each element of the output:
/// slow, but without any workspace.
namespace ttgt {

inline constexpr int most_loop_inputs = 16;
inline constexpr int most_loop_labels = 64;

/// How the loops step through a tensor.
struct LoopTensor {
    /// For each label: bytes from one index to the next, summed over the modes that have the label.
    std::int64_t strides[most_loop_labels];
    DType dtype;      ///< dtype of the tensor's elements
    bool conjugated;  ///< whether the elements are conjugated
};

/// One of the products that are summed: inputs [first_input, end_input), summed over the labels
/// [first_label, end_label), which no other product has.
struct LoopProduct {
    double scale;        ///< the number by which the product is multiplied
    std::int64_t terms;  ///< number of terms that are summed for each element of the output
    int first_input;     ///< number of the product's first input
    int end_input;       ///< number after that of the product's last input
    int first_label;     ///< number of the product's first summed label
    int end_label;       ///< number after that of the product's last summed label
};

/// A kernel's argument as it is: arrays of fixed lengths. The output's labels come first.
struct ProductLoops {
    std::int64_t extents[most_loop_labels];
    LoopTensor output;
    LoopTensor inputs[most_loop_inputs];
    LoopProduct products[most_loop_inputs];
    std::int64_t elements;  ///< number of elements of the output
    int product_count;      ///< number of products
    int input_count;        ///< number of inputs of all products
    int output_labels;      ///< number of labels of the output
};

/// Elements of inputs that a run reads, as often as it does.
[[nodiscard]] inline double factors_read(const ProductLoops& loops) {
    double factors = 0;
    for (int number = 0; number < loops.product_count; ++number) {
        const LoopProduct& product = loops.products[number];
        factors += static_cast<double>(product.terms) * (product.end_input - product.first_input);
    }
    return static_cast<double>(loops.elements) * factors;
}

/// output = alpha * sum of products + beta * output, of one run. The inputs are not read where
/// alpha or their product's scale is 0, nor the output where beta is.
struct LoopRun {
    char* output;
    const char* inputs[most_loop_inputs];
    double alpha[2];  ///< real, imaginary
    double beta[2];
};

}  // namespace ttgt
