// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "contraction/plan/candidate.h"
#include "contraction/plan/device_kernel.h"

namespace ttgt {

/// A kernel that is written for the problem and compiled before it runs.
struct WrittenKernel : DeviceKernel {
    /// Its text.
    [[nodiscard]] virtual std::string source() const = 0;
    [[nodiscard]] virtual bool is_compiled() const = 0;
};

/// Null where the kernel is another one, or none.
[[nodiscard]] inline const WrittenKernel* written_kernel(const SharedDeviceKernel& kernel) {
    return dynamic_cast<const WrittenKernel*>(kernel.get());
}
[[nodiscard]] inline bool is_generated(const Candidate& candidate) {
    return written_kernel(candidate.kernel) != nullptr;
}

}  // namespace ttgt
