// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <cstdint>

#include "src/core/function_ref.h"
#include "transpose/cuda/grouped/grouped_arguments.h"
#include "transpose/cuda/grouped/grouped_plan.h"

namespace ttgt::cuda {

/// The scalars of out = alpha * conj?(perm(in)) + beta * out.
struct GroupedScalars {
    Scalar alpha{1.0, 0.0};
    Scalar beta{0.0, 0.0};
};

/// Enqueues a launch, whose tables lie on the current device as `arguments` says. Throws
/// DeviceError.
void enqueue_grouped(const GroupedLaunch& launch, const GroupedArguments& arguments,
                     const GroupedScalars& scalars, Stream stream);

/// Enqueues kernels that write the addresses address_of(0), address_of(1), ... to device memory.
/// The addresses are arguments of these kernels: they are taken when the call is made or captured.
/// Throws DeviceError.
void enqueue_addresses(FunctionRef<std::int64_t(std::int64_t)> address_of, std::int64_t count,
                       std::int64_t* to, Stream stream);

}  // namespace ttgt::cuda
