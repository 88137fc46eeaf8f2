// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <functional>
#include <memory>
#include <vector>

#include "tools/bench/transpose/transpose_task.h"

namespace ttgt::tool {

/// Milliseconds of each turn, the first of which warms up.
struct TurnTimes {
    std::vector<double> copy;
    std::vector<std::vector<double>> works;
};

/// Where transposes are tried, one task after the other: two arrays in the memory of a device, kept
/// as long as they are large enough, and the clock of that device.
class TransposeArena {
public:
    virtual ~TransposeArena() = default;

    /// Makes room for the task, and the input random: the same elements on every device. Throws
    /// OutOfMemory.
    virtual void place(const TransposeTask& task) = 0;
    [[nodiscard]] virtual const void* in() const = 0;
    [[nodiscard]] virtual void* out() const = 0;
    /// Times `turns` turns, each of the fastest copy of as many bytes and of every one of `works`,
    /// which run, or enqueue on the context's stream, one transpose of in() to out(). Throws
    /// Interrupted between turns.
    [[nodiscard]] virtual TurnTimes time_turns(
        int turns, const std::vector<std::function<void()>>& works) const = 0;
    /// Overwrites out(), so that what a transpose forgets shows: with numbers where the task
    /// accumulates, else with poison.
    virtual void spoil() = 0;
    /// Whether out(), spoiled before, is what the task makes of it, bit by bit; waits for it.
    [[nodiscard]] virtual bool is_right() const = 0;
};

/// Of what out() holds before a task accumulates into it.
inline constexpr std::uint64_t old_seed = 2;

/// On the context's device. The context must outlive the arena.
[[nodiscard]] std::unique_ptr<TransposeArena> make_transpose_arena(const Context& context);

}  // namespace ttgt::tool
