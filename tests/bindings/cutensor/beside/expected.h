// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/bindings/cutensor/beside/operation_case.h"

namespace ttgt::test {

/// What lies in an output's memory after a call, computed by plain loops in float64.
struct Expected {
    Values values;               ///< of the whole memory
    std::vector<double> bounds;  ///< of the error of each; infinite: anything; negative: unwritten
};

[[nodiscard]] Expected expected_of(const OperationCase& operation,
                                   const std::array<Scalar, 3>& scalars);

/// The first element that is out of its bound, or that was written though none lies there; empty
/// where all are right. `before` is the memory as it was.
[[nodiscard]] std::string wrong_element(const Bytes& found, const Bytes& before,
                                        const Expected& expected, cudaDataType_t type);

}  // namespace ttgt::test
