// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/dtype.h>
#include <ttgt/layout.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ttgt::tool {

/// Milliseconds of each turn.
struct TurnTimes {
    std::vector<double> copy;
    std::vector<double> transpose;
};

/// Where a transpose is tried: two tensors in the memory of a device, and the clock of that device.
class TransposeArena {
public:
    virtual ~TransposeArena() = default;

    /// Random elements, the same on every device.
    [[nodiscard]] virtual const void* in() const = 0;
    /// As many elements, undefined at first.
    [[nodiscard]] virtual void* out() const = 0;
    /// Times `turns` turns of the fastest copy of in() to out() and of `transpose`, which runs, or
    /// enqueues on the context's stream, one transpose of in() to out(). The first turn warms up.
    /// Throws Interrupted between turns.
    [[nodiscard]] virtual TurnTimes time_turns(int turns,
                                               const std::function<void()>& transpose) const = 0;
    /// Overwrites out(), so that what a transpose forgets shows.
    virtual void poison() const = 0;
    /// Whether out() is in() moved as `perm` says, bit by bit; waits for the transpose. Both
    /// packed; `in_extents` are those of in().
    [[nodiscard]] virtual bool is_transpose(const std::vector<std::int64_t>& in_extents,
                                            const std::vector<int>& perm) const = 0;
};

/// For packed tensors of this layout on the context's device. The context must outlive the arena.
/// Throws OutOfMemory.
[[nodiscard]] std::unique_ptr<TransposeArena> make_transpose_arena(const Context& context,
                                                                   const Layout& layout,
                                                                   DType dtype);

}  // namespace ttgt::tool
