// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "bindings/cutensor/api.h"
#include "bindings/cutensor/live.h"
#include "bindings/cutensor/operation.h"
#include "bindings/cutensor/plan/planned.h"

/// A plan that a program made. Its name is cuTENSOR's.
struct cutensorPlan final : ttgt::cutensor::Live<0x74746774'706c616e> {
    ttgt::cutensor::Kind kind = ttgt::cutensor::Kind::contraction;
    ttgt::DType scalar = ttgt::DType::float64;
    ttgt::Device device;  ///< of the handle that it was made with
    std::shared_ptr<const ttgt::cutensor::Planned> planned;
};

namespace ttgt::cutensor {

/// The arguments of a function that executes plans, as the program passed them.
struct ExecuteArguments {
    cutensorHandle_t handle;
    cutensorPlan_t plan;
    std::initializer_list<const void*> scalars;  ///< alpha first
    std::initializer_list<const void*> inputs;
    void* output;
    void* workspace = nullptr;
    std::uint64_t workspace_bytes = 0;
    cudaStream_t stream = nullptr;
};

/// Executes a plan, which must be of this kind. Throws Failure and the engine's errors.
void execute(Kind kind, const ExecuteArguments& arguments);

}  // namespace ttgt::cutensor
