// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>
#include <ttgt/layout.h>

#include <cstdint>

#include "bindings/cutensor/api.h"
#include "bindings/cutensor/live.h"

/// A tensor's type and layout. Its name is cuTENSOR's.
struct cutensorTensorDescriptor final : ttgt::cutensor::Live<0x74746774'64657363> {
    ttgt::DType dtype = ttgt::DType::float64;
    ttgt::Layout layout;
    bool is_packed = false;  ///< the program gave no strides
};
