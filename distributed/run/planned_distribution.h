// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ttgt {

/// The implementation of a DistributedPlan: a plan over ranks as one of them has it.
class PlannedDistribution {
public:
    virtual ~PlannedDistribution() = default;

    /// Does what DistributedPlan::explain() does.
    [[nodiscard]] virtual std::string explain(std::size_t most_losers) const = 0;
    /// Bytes of workspace of a run on this rank.
    [[nodiscard]] virtual std::int64_t workspace_bytes() const noexcept = 0;
    /// Bytes of workspace of the rank that needs most.
    [[nodiscard]] virtual std::int64_t most_workspace_bytes() const noexcept = 0;
    /// Does what DistributedPlan::run() does.
    virtual void run(void* d, std::span<const void* const> inputs,
                     const RunOptions& options) const = 0;
    /// Does what DistributedPlan::profile() does.
    [[nodiscard]] virtual DistributedReport profile(void* d, std::span<const void* const> inputs,
                                                    const RunOptions& options) const = 0;

protected:
    PlannedDistribution() = default;
    PlannedDistribution(const PlannedDistribution&) = default;
    PlannedDistribution(PlannedDistribution&&) = default;
    PlannedDistribution& operator=(const PlannedDistribution&) = default;
    PlannedDistribution& operator=(PlannedDistribution&&) = default;
};

}  // namespace ttgt
