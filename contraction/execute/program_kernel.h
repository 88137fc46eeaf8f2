// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <span>
#include <string>

namespace ttgt {

/// A compiled kernel that computes a GeneratedProblem with one launch on one device, with alpha and
/// beta 1. Pointers are the addresses of the problem's tensors that are no temporaries, in their
/// order. Stateless: several threads may run one ProgramKernel.
class ProgramKernel {
public:
    virtual ~ProgramKernel() = default;
    /// The kernel and its launch, as one line of text.
    [[nodiscard]] virtual std::string describe() const = 0;
    /// The kernel's source text.
    [[nodiscard]] virtual std::string source() const = 0;
    /// Milliseconds of a run: measured if planning ran the kernel, else predicted.
    [[nodiscard]] virtual double predicted_ms() const = 0;
    /// Enqueues the kernel on `stream`, or on the stream of the context that made it if `stream` is
    /// empty. Throws DeviceError.
    virtual void run(std::span<void* const> pointers, Stream stream) const = 0;
    /// Runs the kernel as run() does, waits for its end, and returns its milliseconds.
    [[nodiscard]] virtual double time_ms(std::span<void* const> pointers, Stream stream) const = 0;

protected:
    ProgramKernel() = default;
    ProgramKernel(const ProgramKernel&) = default;
    ProgramKernel(ProgramKernel&&) = default;
    ProgramKernel& operator=(const ProgramKernel&) = default;
    ProgramKernel& operator=(ProgramKernel&&) = default;
};

}  // namespace ttgt
