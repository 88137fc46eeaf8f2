// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/bindings/cutensor/beside/functions.h"
#include "tests/bindings/cutensor/beside/operation_case.h"
#include "tests/bindings/cutensor/place.h"

namespace ttgt::test {

/// What a library made of a drawn operation: the function that refused, with its status; else the
/// output's memory before and after each call.
struct Outcome {
    std::string refused_by;  ///< empty: nothing refused
    cutensorStatus_t status = CUTENSOR_STATUS_SUCCESS;
    cudaDataType_t scalar = CUDA_R_64F;  ///< the type of scalars, as the library says it
    std::vector<Bytes> before;
    std::vector<Bytes> after;
};

/// Makes descriptors, the operation, a plan within the library's own estimate of workspace, and the
/// case's calls, each on fresh memory. Inputs with a scalar of 0 hold NaN, as does an output that
/// is not read.
[[nodiscard]] Outcome run_operation(const Functions& library, Place& place,
                                    const OperationCase& operation);

}  // namespace ttgt::test
