// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "bindings/cutensor/operation.h"
#include "bindings/cutensor/plan/plan_preference.h"

namespace ttgt::cutensor {

class Handle;

/// The arguments of an execution, by the position of the inputs.
struct Call {
    std::array<Scalar, 3> scalars{};      ///< alpha, then beta and gamma as the operation has them
    std::array<const void*, 4> inputs{};  ///< element (0, 0, ...) of each input
    void* output = nullptr;               ///< element (0, 0, ...) of the output
    Workspace workspace{};                ///< the program's scratch memory
    Stream stream{};                      ///< where the work is enqueued; empty on the CPU
};

/// A way to execute an operation. Immutable except for what a run first needs and makes, which
/// is guarded: several threads may run one at the same time with distinct outputs and workspaces.
class Planned {
public:
    Planned() = default;
    virtual ~Planned() = default;
    Planned(const Planned&) = delete;
    Planned& operator=(const Planned&) = delete;

    /// The bytes of workspace with which every execution succeeds.
    [[nodiscard]] virtual std::int64_t workspace_bytes() const noexcept = 0;
    /// Enqueues the execution. Throws Failure or the engine's errors, before anything is written.
    virtual void run(Handle& handle, const Call& call) const = 0;
    /// Describes the way, for the log.
    [[nodiscard]] virtual std::string explain() const = 0;
};

/// Plans an operation within a limit of workspace, in bytes. Throws Failure
/// (INSUFFICIENT_WORKSPACE) where more is needed, and the engine's errors. Precondition: the
/// caller holds the handle's lock.
[[nodiscard]] std::shared_ptr<const Planned> plan_operation(Handle& handle,
                                                            const Operation& operation,
                                                            const PlanPreference& preference,
                                                            std::int64_t workspace_limit);

}  // namespace ttgt::cutensor
