// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "blocks/cuda/device_table.h"
#include "blocks/cuda/pairs/pairs_launch.h"
#include "blocks/execute/stage_runner.h"
#include "src/context/cuda/architecture.h"
#include "src/runtime/cuda/stream_ends.h"
#include "transpose/cuda/grouped/enqueue_grouped.h"
#include "transpose/cuda/grouped/grouped_plan.h"

namespace ttgt::blocks {

/// A launch of the grouped transpose kernel, its tables in device memory.
class DeviceMoves final : public GroupedMoves {
public:
    DeviceMoves(cuda::GroupedLaunch launch, const TableSite& site);

    [[nodiscard]] std::string describe() const override { return description_; }
    [[nodiscard]] std::int64_t bytes() const override { return launch_.bytes; }
    /// Enqueues the launch; `places` says where the operands and the workspace lie.
    void enqueue(const std::array<cuda::GroupedPlaces, cuda::grouped_arrays>& places,
                 const cuda::GroupedScalars& scalars, Stream stream) const;

private:
    cuda::GroupedLaunch launch_;  // without its tables
    std::string description_;
    DeviceTable table_;
    cuda::GroupedArguments arguments_;
};

/// The launches of a CUDA device over many blocks. Tables that are kept are freed after the runs
/// that note_run() was told of: its owner destroys it before the launches that it prepared.
class DeviceGroupedKernels final : public GroupedKernels {
public:
    DeviceGroupedKernels(const Context& context, const BlockProblem& problem, TableUse use);
    ~DeviceGroupedKernels() override;
    DeviceGroupedKernels(const DeviceGroupedKernels&) = delete;
    DeviceGroupedKernels& operator=(const DeviceGroupedKernels&) = delete;

    [[nodiscard]] bool takes(const MoveShape& shape, const MoveTypes& types) const override;
    [[nodiscard]] double move_ms(double bytes) const override;
    [[nodiscard]] double launch_ms() const override { return 1e-3 * gpu_.launch_us; }
    [[nodiscard]] std::shared_ptr<const GroupedMoves> prepare(
        const MoveTypes& types, const MoveShapes& shapes,
        const std::vector<Move>& moves) const override;

    [[nodiscard]] double pairs_ms(const BlockShapes& shapes,
                                  std::span<const Pair> pairs) const override;
    [[nodiscard]] std::shared_ptr<const GroupedPairs> prepare_pairs(
        const BlockShapes& shapes, std::span<const Pair> pairs) const override;

    /// Writes the addresses of blocks that do not lie as planned to the run's workspace.
    void write_addresses(const BlockPlan& plan, const BlockExecution& execution) const;
    /// Where the operands and the workspace of a run lie, once write_addresses() has been called.
    [[nodiscard]] std::array<cuda::GroupedPlaces, cuda::grouped_arrays> places(
        const BlockPlan& plan, const BlockExecution& execution) const;

    /// A run with the tables was enqueued on a stream.
    void note_run(Stream stream) const noexcept;

private:
    /// Whether the blocks lie in a pool, each where the planned layout says.
    [[nodiscard]] bool lies_as_planned(std::size_t operand, const ConstBlockTensorView& view) const;
    /// Where the run's addresses of an operand's blocks are.
    [[nodiscard]] std::int64_t* run_addresses(std::size_t operand, const BlockPlan& plan,
                                              const BlockExecution& execution) const;

    cuda::Architecture gpu_;
    TableSite site_;
    cuda::PairsPolicies policies_;
    std::vector<BlockLayout> layouts_;
    DeviceTable offsets_;              // in bytes, of operands whose layouts have offsets
    std::vector<std::size_t> places_;  // of each operand's offsets in the table
    mutable cuda::StreamEnds runs_;    // of runs that may not have ended; empty for TableUse::once
};

}  // namespace ttgt::blocks
