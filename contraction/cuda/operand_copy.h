// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/tensor.h>

#include "src/runtime/cuda/buffer.h"

namespace ttgt::cuda {

/// An operand for one call on a device: where it lies if the device's memory holds it, else a
/// packed copy there, which lives as long as this.
class OperandCopy {
public:
    /// Copies a host operand, or only makes room where its elements are not read. Throws
    /// OutOfMemory.
    OperandCopy(const ConstTensorView& operand, bool is_read, int device, Stream stream);

    [[nodiscard]] const ConstTensorView& view() const noexcept { return view_; }
    [[nodiscard]] TensorView output() const;
    /// Copies the elements to the host operand that it was made for, and waits; nothing where there
    /// is no copy.
    void fetch(const TensorView& operand) const;

private:
    DeviceBuffer buffer_;
    ConstTensorView view_;
};

}  // namespace ttgt::cuda
