// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstdint>
#include <span>

namespace ttgt {

/// Whether the old elements of a D in host memory are copied to the device, which a run with
/// beta = 0 does not need.
enum class OldOutput : std::uint8_t { not_read, copied };

/// The operands of one call on a device: packed copies of those that lie in host memory, and the
/// others where they lie. Owns the copies.
class OperandCopies {
public:
    virtual ~OperandCopies() = default;
    /// D on the device.
    [[nodiscard]] virtual TensorView output() const = 0;
    /// All operands on the device, the output first.
    [[nodiscard]] virtual std::span<const ConstTensorView* const> operands() const noexcept = 0;
    /// Waits for the work on the context's stream, and copies D back to the host. Does nothing
    /// where D lies on the device.
    virtual void fetch() const = 0;

protected:
    OperandCopies() = default;
    OperandCopies(const OperandCopies&) = default;
    OperandCopies(OperandCopies&&) = default;
    OperandCopies& operator=(const OperandCopies&) = default;
    OperandCopies& operator=(OperandCopies&&) = default;
};

}  // namespace ttgt
