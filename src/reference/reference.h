// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>
#include <ttgt/tensor.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

/// A second opinion on a contraction: naive gather, Eigen matrix product, naive scatter, in double
/// precision. Shares no parsing, planning or transposing code with the engine. Tensors must lie in
/// host memory, or be given by a rule (Problem::read); strides may be anything, 0 and negative
/// included.
namespace ttgt::reference {

/// An input with one label per mode (repeated labels mean the diagonal).
struct Input {
    std::vector<std::string> labels;
    ConstTensorView tensor;
    bool conjugated = false;
};

/// `count` elements of a tensor, `stride` apart, the first `offset` elements behind its first.
struct ElementRun {
    std::int64_t offset = 0;
    std::int64_t stride = 0;
    std::int64_t count = 1;
};

/// D = alpha * Σ product of inputs + beta * D_before. One or more inputs; labels standing in no
/// output are summed. alpha = 0 reads no input, beta = 0 does not read D_before.
struct Problem {
    std::vector<std::string> output_labels;
    std::vector<std::int64_t> output_extents;
    std::vector<Input> inputs;
    Scalar alpha{1.0, 0.0};
    Scalar beta{0.0, 0.0};
    /// What the results that are compared were computed with; the reference itself uses double.
    ComputeType compute = ComputeType::full;
    /// Fills `elements` with a run of an input or of D_before, for tensors of which the host holds
    /// none; empty: what lies in host memory.
    std::function<void(const ConstTensorView& tensor, const ElementRun& run, Scalar* elements)>
        read{};
};

/// Result element and the magnitude that scales its rounding error.
struct Value {
    Scalar value;
    double magnitude = 0;  ///< |alpha| Σ |product| + |beta D_before|
};

/// All output elements, first output label fastest. `before` holds D_before, its modes in the order
/// of the output labels; it may be null where beta is 0. Two inputs in memory go through Eigen's
/// matrix product, all else through plain loops. Throws InvalidArgument on labels, extents or
/// layouts that do not fit together and OutOfMemory where the result does not fit.
[[nodiscard]] std::vector<Value> evaluate(const Problem& problem, const ConstTensorView* before);

/// Only the elements at the given output index tuples, by plain loops.
[[nodiscard]] std::vector<Value> evaluate_at(const Problem& problem, const ConstTensorView* before,
                                             const std::vector<std::vector<std::int64_t>>& indices);

enum class Outcome { ok, fail, skipped };

struct Comparison {
    Outcome outcome = Outcome::skipped;
    double error_over_bound = 0;            ///< largest |d - reference| / bound; at most 1 passes
    std::int64_t elements = 0;              ///< compared
    std::vector<std::int64_t> worst_index;  ///< where error_over_bound was found
};

struct CompareOptions {
    std::int64_t whole_limit = std::int64_t{1}
                               << 27;  ///< multiply-adds up to which all is compared
    std::int64_t samples = 256;        ///< elements compared beyond that
    std::uint64_t seed = 1;            ///< of the sample
    /// Multiply-adds that the samples may cost: fewer are compared then, but least_samples.
    std::int64_t sample_work = std::numeric_limits<std::int64_t>::max();
    std::int64_t least_samples = 16;
};

/// The output elements that compare() looks at: all of them where that stays within whole_limit or
/// no more are asked for, first label fastest; else both ends of every mode together and random
/// ones, sorted, each once.
[[nodiscard]] std::vector<std::vector<std::int64_t>> compared_indices(
    const Problem& problem, const CompareOptions& options);

/// Compares `d` (modes in the order of the output labels) with the reference. The bound per element
/// is (inner size + 4) * (c * epsilon * magnitude + smallest normal number), both of the precision
/// that d is computed with, c = 2 for real and 8 for complex arithmetic: the standard bound for dot
/// products in any summation order (Higham 2002, section 3.1), for d's error and the reference's
/// together, and underflow. To it come three roundings to d's dtype where that is float16 or
/// bfloat16 (of the sums over lone labels of each input, of the result), and of
/// tf32 c * 2^-10 * magnitude; tf32x3 has twice the bound. Where the reference is a NaN or
/// infinite, d must be so too, and nowhere else, but d may be the infinity that the reference
/// rounds to. Needs little memory beyond the operands. `skipped` where there is nothing to compare:
/// an output without elements.
[[nodiscard]] Comparison compare(const Problem& problem, const ConstTensorView* before,
                                 const ConstTensorView& d, const CompareOptions& options = {});

/// As compare(), of elements that the caller has gathered from an output of `dtype`: found[i] and
/// expected[i] belong to indices[i].
[[nodiscard]] Comparison compare_elements(const Problem& problem, DType dtype,
                                          const std::vector<std::vector<std::int64_t>>& indices,
                                          const std::vector<Scalar>& found,
                                          const std::vector<Value>& expected);

}  // namespace ttgt::reference
