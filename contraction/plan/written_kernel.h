// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "contraction/plan/candidate.h"
#include "contraction/plan/device_kernel.h"

namespace ttgt {

/// A generated kernel: its source is written for one problem and must be compiled before it runs.
struct WrittenKernel : DeviceKernel {
    /// The kernel's source text.
    [[nodiscard]] virtual std::string source() const = 0;
    [[nodiscard]] virtual bool is_compiled() const = 0;
};

/// `kernel` as a generated kernel; null if `kernel` is null or not a generated one.
[[nodiscard]] inline const WrittenKernel* written_kernel(const SharedDeviceKernel& kernel) {
    return dynamic_cast<const WrittenKernel*>(kernel.get());
}
/// Whether the candidate's kernel is a generated one.
[[nodiscard]] inline bool is_generated(const Candidate& candidate) {
    return written_kernel(candidate.kernel) != nullptr;
}

}  // namespace ttgt
