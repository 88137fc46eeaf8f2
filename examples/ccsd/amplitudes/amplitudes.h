// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "examples/ccsd/engine/tensor.h"

namespace ccsd {

/// The packed tensor of these extents that starts at the given element of an array.
[[nodiscard]] inline ttgt::TensorView part(const ttgt::TensorView& array, std::int64_t first,
                                           std::vector<std::int64_t> extents) {
    double* const data = static_cast<double*>(array.data()) + first;
    return {array.dtype(), ttgt::packed(std::move(extents)), data, array.space()};
}

/// How t1(a,i) and t2(a,b,i,j) lie one behind the other in one array of numbers, so that what is
/// linear in both at once is one contraction.
struct AmplitudeShape {
    std::int64_t occupied = 0;
    std::int64_t virtuals = 0;

    [[nodiscard]] std::int64_t singles_size() const { return occupied * virtuals; }
    [[nodiscard]] std::int64_t size() const {
        return singles_size() + singles_size() * singles_size();
    }
    /// t1(a,i)
    [[nodiscard]] ttgt::TensorView singles(const ttgt::TensorView& array) const {
        return part(array, 0, {virtuals, occupied});
    }
    /// t2(a,b,i,j)
    [[nodiscard]] ttgt::TensorView doubles(const ttgt::TensorView& array) const {
        return part(array, singles_size(), {virtuals, virtuals, occupied, occupied});
    }
};

}  // namespace ccsd
