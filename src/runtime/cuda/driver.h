// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda.h>

namespace ttgt::cuda {

/// What the runtime cannot do without touching what is the caller's: the driver's own functions.
/// They are asked of the runtime, because this library must load without a driver; null where
/// there is none.
struct Driver {
    decltype(&::cuDevicePrimaryCtxRetain) retain;
    decltype(&::cuCtxPushCurrent) push;
    decltype(&::cuCtxPopCurrent) pop;
    decltype(&::cuFuncSetAttribute) set_attribute;
};

/// Throws nothing; the same for the whole process.
[[nodiscard]] const Driver& driver() noexcept;

/// An error of the driver as the runtime's: those that both have are of the same numbers.
[[nodiscard]] inline int runtime_error(CUresult result) noexcept {
    return static_cast<int>(result);
}

}  // namespace ttgt::cuda
