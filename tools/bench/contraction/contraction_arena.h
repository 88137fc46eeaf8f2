// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/report.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "src/reference/reference.h"
#include "tools/bench/contraction/gemm_reference.h"
#include "tools/operands/contraction_task.h"

namespace ttgt::tool {

/// One of those whose calls are timed in turns.
struct Contender {
    std::function<void()> run;  ///< one call; on CUDA devices it only enqueues
    /// The same call with its steps timed, complete on return; empty: it has no steps.
    std::function<Report()> profile{};
};

/// How often calls are timed.
struct Turns {
    int count = 9;
    int calls = 1;  ///< of a contender in each of its turns, timed together
};

/// What the calls of a contender took.
struct CallTimes {
    std::vector<double> ms;  ///< of a call, per turn
    /// Of one call of median time: total_ms is the median of `ms`, and the sum of what the steps
    /// took. Empty for a contender without steps.
    Report report;
};

/// Where contractions are tried: their tensors in the memory of a device, the clock of that device
/// and the reference. Holds the tensors of one task at a time.
class ContractionArena {
public:
    virtual ~ContractionArena() = default;

    /// Makes the tensors of a task and fills them; those of the task before it are gone. Throws
    /// OutOfMemory.
    virtual void place(const ContractionTask& task) = 0;
    /// A tensor of the task, the output first.
    [[nodiscard]] virtual void* data(std::size_t operand) const = 0;
    /// Before a call that is checked: D's own random numbers again where beta is not 0, else NaNs,
    /// so that what a call forgets to write, or must not read, shows.
    virtual void reset_output() = 0;
    /// Compares D with the reference; there must have been one call since reset_output(), for which
    /// this waits.
    [[nodiscard]] virtual reference::Comparison check(const reference::CompareOptions& options) = 0;
    /// Milliseconds that the reference takes for all of D. Throws Unsupported on devices.
    [[nodiscard]] virtual double time_reference() const = 0;
    /// The matrix products of a contraction of the size of the task's; may use its tensors, so that
    /// D is undefined afterwards. Valid until the next place().
    [[nodiscard]] virtual std::unique_ptr<GemmReference> gemm_reference(const ProductSizes& sizes,
                                                                        DType dtype,
                                                                        ProductUpdate update) = 0;
    /// Times the contenders in turns, so that what disturbs the machine disturbs all; each has been
    /// called before. On CPUs the timed calls of a contender with steps are those of `profile`, one
    /// by one; on CUDA devices calls of `run` are timed by events, back to back, and the report is
    /// one of a few calls of `profile` afterwards, scaled. Throws Interrupted between calls, and
    /// InvalidArgument on CPUs for more than one call a turn.
    [[nodiscard]] virtual std::vector<CallTimes> time_turns(
        const Turns& turns, const std::vector<Contender>& contenders) = 0;
};

/// What ContractionArena::reset_output() does, to a D in host memory.
void reset_output(const ContractionTask& task, void* d);

/// On the context's device; the context must outlive the arena.
[[nodiscard]] std::unique_ptr<ContractionArena> make_contraction_arena(const Context& context);

/// The report of median total time.
[[nodiscard]] const Report& median_report(const std::vector<Report>& reports);
/// All measured times multiplied so that the total is `total_ms`; predictions stay.
[[nodiscard]] Report scaled_to(Report report, double total_ms);

}  // namespace ttgt::tool
