// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>
#include <ttgt/export.h>

#include <string>

namespace ttgt {

/// A call ended early because the calling thread's InterruptScope wanted it to. Its output and its
/// workspace are partly written then, what RunOptions::unchanged relies on included. Inputs are as
/// they were; plan and context can be used again.
class TTGT_EXPORT Interrupted : public Error {
public:
    explicit Interrupted(const std::string& message);
};

/// While it lives, contractions, plans and programs that the calling thread runs ask `stops(user)`
/// whether to end: before each step and, on CPUs, between the pieces that long steps consist of.
/// On true the call throws Interrupted. `stops` is called often, by the calling thread, and should
/// be quick; it must neither throw nor call ttgt. Transposes alone, products done tile by tile
/// from host memory and those over ranks do not ask. On CUDA, work that is enqueued goes on.
///
///     std::atomic<bool> stop = false;  // set by a signal handler or another thread
///     const ttgt::InterruptScope scope(
///         [](void* user) { return static_cast<std::atomic<bool>*>(user)->load(); }, &stop);
///     ttgt::contract("D(i,l)=A(i,j)*B(j,k)*C(k,l)", d, {a, b, c});
///
/// A scope inside another replaces it until it ends.
class TTGT_EXPORT InterruptScope {
public:
    explicit InterruptScope(bool (*stops)(void* user), void* user = nullptr) noexcept;
    ~InterruptScope();
    InterruptScope(const InterruptScope&) = delete;  // it ends once, in the thread that made it
    InterruptScope& operator=(const InterruptScope&) = delete;

private:
    bool (*outer_stops_)(void* user);
    void* outer_user_;
};

}  // namespace ttgt
