// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/dtype.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "blocks/plan/move_shapes.h"
#include "blocks/problem/block_join.h"
#include "blocks/problem/block_problem.h"
#include "blocks/problem/block_shapes.h"
#include "contraction/plan/plan.h"

namespace ttgt::blocks {

/// Where an operand of a call begins: at a block of D, L or R, or in the workspace.
struct Place {
    BufferRef::Slot slot = BufferRef::Slot::workspace;
    std::uint32_t block = 0;  ///< of D, L or R
    std::int64_t offset = 0;  ///< in the workspace: bytes from its begin
};

/// A transpose of a block: to = alpha * conj?(from) + beta * to.
struct Move {
    std::uint32_t shape = 0;  ///< its number in the plan's MoveShapes
    bool has_input = true;    ///< false: to = beta * to
    bool conjugates = false;  ///< whether the input is conjugated
    bool adds = false;        ///< whether the run's beta counts; else beta is 0
    Place to, from;
};

/// Dtypes of moves.
struct MoveTypes {
    DType from = DType::float64;
    DType to = DType::float64;

    friend bool operator==(const MoveTypes&, const MoveTypes&) = default;
};

/// Moves that a device does at once, ready to run.
class GroupedMoves {
public:
    virtual ~GroupedMoves() = default;
    /// One line for explain().
    [[nodiscard]] virtual std::string describe() const = 0;
    /// Bytes read and written.
    [[nodiscard]] virtual std::int64_t bytes() const = 0;

protected:
    GroupedMoves() = default;
    GroupedMoves(const GroupedMoves&) = default;
    GroupedMoves(GroupedMoves&&) = default;
    GroupedMoves& operator=(const GroupedMoves&) = default;
    GroupedMoves& operator=(GroupedMoves&&) = default;
};

/// Products of pairs that a device does at once, ready to run.
class GroupedPairs {
public:
    virtual ~GroupedPairs() = default;
    /// One line for explain().
    [[nodiscard]] virtual std::string describe() const = 0;
    /// Predicted milliseconds without the launch; never infinite.
    [[nodiscard]] virtual double ms() const = 0;

protected:
    GroupedPairs() = default;
    GroupedPairs(const GroupedPairs&) = default;
    GroupedPairs(GroupedPairs&&) = default;
    GroupedPairs& operator=(const GroupedPairs&) = default;
    GroupedPairs& operator=(GroupedPairs&&) = default;
};

/// The launches over many blocks that a device has.
class GroupedKernels {
public:
    virtual ~GroupedKernels() = default;
    /// Whether the device does moves of this shape in a launch over many.
    [[nodiscard]] virtual bool takes(const MoveShape& shape, const MoveTypes& types) const = 0;
    /// Predicted milliseconds of moves that read and write so many bytes, without their launch.
    [[nodiscard]] virtual double move_ms(double bytes) const = 0;
    /// Predicted milliseconds of a launch that does nothing.
    [[nodiscard]] virtual double launch_ms() const = 0;
    /// Makes a launch of moves that takes() accepts.
    [[nodiscard]] virtual std::shared_ptr<const GroupedMoves> prepare(
        const MoveTypes& types, const MoveShapes& shapes, const std::vector<Move>& moves) const = 0;
    /// Predicted milliseconds of a component's pairs, sorted by blocks of D, in a launch over many,
    /// without the launch; infinite where the device does not do them so, or where there are so
    /// many that other ways are faster by far.
    [[nodiscard]] virtual double pairs_ms(const BlockShapes& shapes,
                                          std::span<const Pair> pairs) const = 0;
    /// Makes a launch of the pairs of components of which each has a finite pairs_ms(). The pairs
    /// of a block of D adjoin.
    [[nodiscard]] virtual std::shared_ptr<const GroupedPairs> prepare_pairs(
        const BlockShapes& shapes, std::span<const Pair> pairs) const = 0;

protected:
    GroupedKernels() = default;
    GroupedKernels(const GroupedKernels&) = default;
    GroupedKernels(GroupedKernels&&) = default;
    GroupedKernels& operator=(const GroupedKernels&) = default;
    GroupedKernels& operator=(GroupedKernels&&) = default;
};

/// How long the tables of launches are kept.
enum class TableUse : std::uint8_t {
    kept,  ///< as long as the plan, whose runs may be on any stream
    once,  ///< for runs on the context's stream alone; making them does not wait
};

/// Those of a CUDA context's device. The problem's layouts say where blocks lie if a run's operands
/// are pools. Throws OutOfMemory and DeviceError.
[[nodiscard]] std::unique_ptr<const GroupedKernels> make_grouped_kernels(
    const Context& context, const BlockProblem& problem, TableUse use);

}  // namespace ttgt::blocks
