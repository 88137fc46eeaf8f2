// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>
#include <ttgt/export.h>

#include <string>

namespace ttgt {

/// A call ended early because the function of the calling thread's InterruptScope returned true.
/// The call's output and workspace may be partly written, so the next run with this workspace must
/// leave RunOptions::unchanged empty. Inputs are not changed. Plan and context can be used again.
class TTGT_EXPORT Interrupted : public Error {
public:
    explicit Interrupted(const std::string& message);
};

/// Lets the calling thread end its calls of ttgt early while the scope exists. A contraction, plan
/// or program that this thread runs calls `stops(user)` before each step and, on CPUs, also within
/// long steps. Where `stops` returns true, the call throws Interrupted. `stops` is called often, by
/// the calling thread, and should be quick; it must neither throw nor call ttgt. On CUDA, work that
/// is already enqueued is completed. Not interruptible: TransposePlan, HostContractionPlan and
/// DistributedPlan.
///
///     std::atomic<bool> stop = false;  // set by a signal handler or another thread
///     const ttgt::InterruptScope scope(
///         [](void* user) { return static_cast<std::atomic<bool>*>(user)->load(); }, &stop);
///     ttgt::contract("D(i,l)=A(i,j)*B(j,k)*C(k,l)", d, {a, b, c});
///
/// Scopes may nest: only the innermost scope's function is called.
class TTGT_EXPORT InterruptScope {
public:
    explicit InterruptScope(bool (*stops)(void* user), void* user = nullptr) noexcept;
    ~InterruptScope();
    InterruptScope(const InterruptScope&) = delete;  // a scope ends once, in the thread it began in
    InterruptScope& operator=(const InterruptScope&) = delete;

private:
    bool (*outer_stops_)(void* user);
    void* outer_user_;
};

}  // namespace ttgt
