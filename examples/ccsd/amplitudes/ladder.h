// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstdint>
#include <vector>

#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/tensor.h"

namespace ccsd {

/// The dearest contraction of all, V(a,b,e,f) with tau(e,f,i,j), done for i <= j only: with a, b
/// and i, j exchanged together it is the same again. The pairs i, j are packed behind each other,
/// one slice of them at a time where memory is short, so that a slice is one matrix product.
class ParticleLadder {
public:
    /// `vvvv` must outlive it. Takes at most half of what the memory's limit leaves for the slices.
    ParticleLadder(Engine& compute, const Tensor& vvvv, std::int64_t occupied);

    /// X(a,b,i,j) += V(a,b,e,f)*tau(e,f,i,j) for i < j, and half of it for i = j.
    void add(const ttgt::TensorView& tau, const ttgt::TensorView& x);

private:
    /// Pairs that lie at equal distances in (a,b,i,j): those of one j with i < j, or all with i =
    /// j.
    struct Run {
        std::int64_t first;  ///< in pairs, as `stride`
        std::int64_t stride;
        std::int64_t count;
        double weight;
    };
    using Slice = std::vector<Run>;

    [[nodiscard]] static std::vector<Slice> make_slices(std::int64_t occupied,
                                                        std::int64_t most_pairs);
    [[nodiscard]] static std::int64_t pairs_in(const Slice& slice);
    [[nodiscard]] static std::int64_t largest(const std::vector<Slice>& slices);
    void add_slice(const Slice& slice, const ttgt::TensorView& tau, const ttgt::TensorView& x);

    Engine& compute_;
    const Tensor& vvvv_;
    std::vector<Slice> slices_;
    Tensor packed_;   // (e,f,x)
    Tensor product_;  // (a,b,x)
};

}  // namespace ccsd
