// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/device.h>

#include <mutex>

#include "bindings/cutensor/api.h"
#include "bindings/cutensor/live.h"
#include "bindings/cutensor/plan/plan_store.h"

namespace ttgt::cutensor {

/// The library's context on one device: what plans are made with, and those made last.
class Handle {
public:
    /// Throws what Context's constructor throws.
    explicit Handle(Device device);

    /// Held by whoever plans: only one thread at a time may use a context.
    [[nodiscard]] std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }
    /// Precondition of these two: the caller holds the lock.
    [[nodiscard]] Context& context() noexcept { return context_; }
    [[nodiscard]] PlanStore& plans() noexcept { return plans_; }

    /// The engine's stream: none on the CPU, and for CUDA's default stream, which is no stream to
    /// the engine, its other name.
    [[nodiscard]] Stream stream_of(cudaStream_t stream) const noexcept;

    [[nodiscard]] const Device& device() const noexcept { return device_; }
    /// Where the handle's tensors lie.
    [[nodiscard]] MemorySpace space() const noexcept {
        return device_.kind == Device::Kind::cpu ? MemorySpace::host : MemorySpace::device;
    }

private:
    Device device_;
    std::mutex mutex_;
    Context context_;
    PlanStore plans_;
};

}  // namespace ttgt::cutensor

/// A handle that a program made. Its name is cuTENSOR's.
struct cutensorHandle final : ttgt::cutensor::Live<0x74746774'68616e64>, ttgt::cutensor::Handle {
    using Handle::Handle;
};
