// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/contraction.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace ttgt::tool {

/// A tensor in host memory, packed in any order of its modes.
struct HostOperand {
    OperandLayout layout;
    void* data = nullptr;
};

/// Tensors of the host where a context can work with them, the output first: on CPUs the host's
/// own, on CUDA devices copies.
class PlacedOperands {
public:
    virtual ~PlacedOperands() = default;

    [[nodiscard]] virtual void* data(std::size_t operand) const = 0;
    /// Brings the output back into the host's tensor once the context's stream is through; waits.
    virtual void fetch_output() = 0;
};

/// `reads_output`: the output's elements are needed there too. The context and the host's tensors
/// must outlive what this returns. Throws OutOfMemory, DeviceError.
[[nodiscard]] std::unique_ptr<PlacedOperands> place_operands(
    const Context& context, const std::vector<HostOperand>& operands, bool reads_output);

}  // namespace ttgt::tool
