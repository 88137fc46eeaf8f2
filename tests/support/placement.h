// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/guarded_array.h"

namespace ttgt::test {

/// The tensors of one call, and its workspace, in the memory that a context works on.
class Placement {
public:
    Placement() = default;
    virtual ~Placement() = default;
    Placement(const Placement&) = delete;
    Placement& operator=(const Placement&) = delete;

    [[nodiscard]] virtual std::size_t inputs() const = 0;
    [[nodiscard]] virtual TensorView d() = 0;
    [[nodiscard]] virtual ConstTensorView input(std::size_t number) = 0;
    /// Memory of exactly `bytes` bytes between guards, aligned; empty for 0. One at a time.
    [[nodiscard]] virtual Workspace workspace(std::int64_t bytes) = 0;
    /// Once what the context's stream was given has ended: copies every byte of the tensors back,
    /// and says whether the workspace's guards are as they were.
    [[nodiscard]] virtual bool bring_back() = 0;
};

/// Tensors that stay where they are until the placement ends.
struct PlacedArrays {
    GuardedArray& d;
    std::vector<GuardedArray>& inputs;
};

using Place =
    std::function<std::unique_ptr<Placement>(const Context& context, PlacedArrays arrays)>;

/// The plan's functions, with one input or two.
void run(const ContractionPlan& plan, Placement& placement, const RunOptions& options);
[[nodiscard]] Report profile(const ContractionPlan& plan, Placement& placement,
                             const RunOptions& options);
/// The one-liner; its context is the options'.
void contract(const std::string& expression, Placement& placement, const ContractOptions& options);

/// Host memory works on the arrays themselves.
[[nodiscard]] std::unique_ptr<Placement> place_on_host(const Context& context, PlacedArrays arrays);

/// What computes in a test, and how its tensors get there.
struct Site {
    Context* context = nullptr;  ///< null: one on the CPU, as the function called says
    Place place = place_on_host;
};

/// What the guards around a workspace are full of.
inline constexpr std::byte workspace_guard{0x5a};
[[nodiscard]] bool is_workspace_guard(const std::byte* first, const std::byte* last);

}  // namespace ttgt::test
