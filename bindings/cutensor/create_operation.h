// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "bindings/cutensor/handle.h"
#include "bindings/cutensor/operation.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {

/// Checks the arguments that all functions share and the modes, and hands out the operation that
/// `read` returns. Throws Failure.
template <class Read>
void create_operation(cutensorHandle_t handle, cutensorOperationDescriptor_t* descriptor,
                      Read&& read) {
    (void)live(handle, "handle");
    check_given(descriptor, "desc");
    Operation operation = read();
    check_modes(operation);
    *descriptor = new cutensorOperationDescriptor(std::move(operation));
}

/// An operation of formulas' operators, with its scalar type and checks. Throws Failure.
[[nodiscard]] Operation elementwise(Kind kind, std::vector<Operand> inputs, Operand output,
                                    std::array<cutensorOperator_t, 2> combines,
                                    cutensorComputeDescriptor_t compute);

}  // namespace ttgt::cutensor
