// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_tensor.h>
#include <ttgt/contraction.h>
#include <ttgt/export.h>
#include <ttgt/path.h>
#include <ttgt/report.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt {

/// What planning needs to know of an operand of blocks: dtype and layout, but no address.
struct BlockOperand {
    DType dtype = DType::float64;  ///< dtype of the elements
    BlockLayout layout;            ///< sections, blocks, strides
};

/// How the products of blocks are done.
enum class BlockMethod : std::uint8_t {
    cheapest,    ///< for each component, the way with the lowest predicted time
    pairs,       ///< one contraction for each pair of blocks
    components,  ///< one contraction for each component, on gathered blocks
    together,    ///< all pairs in one launch, for tiny blocks; as `pairs` on CPUs
};

/// How a contraction of blocks is planned.
struct BlockPlanOptions : PlanOptions {
    /// What happens where a product reaches a block that D lacks. False: MissingBlock is thrown.
    /// True: products into that block are left out.
    bool leaves_out_missing = false;
    /// How products are done. A component whose gathered blocks do not fit the workspace limit is
    /// done by pairs all the same.
    BlockMethod method = BlockMethod::cheapest;
};

struct PlannedBlocks;  // the implementation of a plan

/// A plan: one way to compute D = alpha*s*op(L)*op(R)*… + beta*D on blocks, or a sum of such
/// products, for fixed layouts. A plan is immutable: several threads may run one plan at the same
/// time with distinct workspaces and outputs.
class TTGT_EXPORT BlockContractionPlan {
public:
    ~BlockContractionPlan();
    BlockContractionPlan(BlockContractionPlan&&) noexcept;
    BlockContractionPlan& operator=(BlockContractionPlan&&) noexcept;
    BlockContractionPlan(const BlockContractionPlan&) = delete;  // shared by reference, not copied
    BlockContractionPlan& operator=(const BlockContractionPlan&) = delete;

    /// The number of pairs of blocks that are multiplied in all steps; in a step of one input, of
    /// blocks that are added.
    [[nodiscard]] std::int64_t pairs() const noexcept;
    /// Describes the plan: operands, pairs, stages with predicted times, and at most
    /// `most_components` components, those with the most flops first.
    [[nodiscard]] std::string explain(std::size_t most_components = 10) const;
    /// The bytes of workspace that a run uses.
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept;
    /// A report with predicted times; measured times are 0. Runs nothing. m, n and k are 1: a
    /// tensor of blocks has no such sizes. `bytes` counts each block once, those of D twice where
    /// beta is not zero.
    [[nodiscard]] Report prediction() const;

    /// Computes D. The views have the dtypes and layouts of the plan; their blocks lie in the
    /// memory of the plan's device. Blocks of D that no product reaches are multiplied by beta. If
    /// alpha = 0, inputs are not read; if beta = 0, D is not read. Every run of one plan on equal
    /// inputs gives equal bits. options.unchanged must be empty. On CUDA, the run is enqueued on
    /// the stream; the call neither waits nor allocates, and can be captured in a graph. The plan
    /// must live until its runs, and the replays of its graphs, have ended.
    ///
    /// Throws before anything is written: what ContractionPlan::run() throws, and InvalidArgument
    /// where a view has another dtype or other blocks than the plan, AliasedOutput where two blocks
    /// of D overlap, OverlapError where a block of D overlaps a block of an input.
    void run(const BlockTensorView& d, const std::vector<ConstBlockTensorView>& inputs,
             const RunOptions& options = {}) const;
    /// Runs the plan as run() does, times every stage, and returns a report.
    [[nodiscard]] Report profile(const BlockTensorView& d,
                                 const std::vector<ConstBlockTensorView>& inputs,
                                 const RunOptions& options = {}) const;

    /// What plan_contraction() of blocks returns.
    [[nodiscard]] static BlockContractionPlan make(Context& context, std::string_view expression,
                                                   const std::vector<BlockOperand>& operands,
                                                   const BlockPlanOptions& options,
                                                   const PathOptions& path);

private:
    explicit BlockContractionPlan(std::unique_ptr<const PlannedBlocks> planned);

    std::unique_ptr<const PlannedBlocks> planned_;
};

/// The layout of the blocks of D that products of the inputs' blocks reach, packed, sorted with the
/// first mode's section fastest. `inputs` are in the order of the expression; their dtypes do not
/// matter. A product reaches a block where it has a term: blocks with an extent of 0 reach nothing.
/// Throws as plan_contraction() for operands that do not fit the expression.
[[nodiscard]] TTGT_EXPORT BlockLayout output_blocks(std::string_view expression,
                                                    const std::vector<BlockLayout>& inputs);

/// Plans an expression for tensors of blocks, the output first. A label's sections must agree
/// wherever it stands. A dense operand is one block of one section a mode. Accesses no element of
/// an operand.
///
/// An expression with more than two factors, or more than one term, becomes steps of one or two
/// inputs each. Their order is that of `path`, or the cheapest one, for which operations and
/// elements are counted from the blocks that there are: of all orders that multiply only tensors
/// with a common label for up to 6 factors, or up to 10 with the search "optimal"; else a greedy
/// one. Temporaries have the blocks that products reach and lie in the workspace; those of 16-bit
/// tensors are rounded to 16 bits. `share`, `factor` and `choose_layouts` of `path` do nothing.
///
/// Throws as plan_contraction() of dense tensors; ExtentMismatch naming label, section and both
/// extents where sections disagree; MissingBlock as options.leaves_out_missing says; Unsupported
/// where temporaries do not fit the workspace limit, for Planning::measure, for the searches
/// "random-greedy" and "annealing", and for most_elements, same and kept of `path`.
///
/// A template, so that a list in braces is taken for one of dense layouts: name the vector's type.
template <std::same_as<BlockOperand> Operand>
[[nodiscard]] BlockContractionPlan plan_contraction(Context& context, std::string_view expression,
                                                    const std::vector<Operand>& operands,
                                                    const BlockPlanOptions& options = {},
                                                    const PathOptions& path = {}) {
    return BlockContractionPlan::make(context, expression, operands, options, path);
}

/// Options of contract() on blocks: how to plan, and the arguments of the run. If `beta_is_zero` is
/// unset, it follows from `beta`.
struct BlockContractOptions : BlockPlanOptions {
    Scalar alpha{1.0, 0.0};        ///< factor of the product
    std::optional<Scalar> beta{};  ///< factor of the old D; unset: 0 for `=`, 1 for `+=` and `-=`
    Context* context = nullptr;    ///< null: the calling thread's CPU context, thread_context()
};

/// Plans an expression with two inputs of blocks and runs the plan with the context's workspace. No
/// plan is kept: use plan_contraction() for a contraction that is repeated. Throws what
/// plan_contraction() and BlockContractionPlan::run() throw, and OutOfMemory.
TTGT_EXPORT void contract(std::string_view expression, const BlockTensorView& d,
                          const ConstBlockTensorView& l, const ConstBlockTensorView& r,
                          const BlockContractOptions& options = {});
/// Computes an expression with one input of blocks, such as a permutation or a trace; otherwise as
/// contract() with two inputs.
TTGT_EXPORT void contract(std::string_view expression, const BlockTensorView& d,
                          const ConstBlockTensorView& l, const BlockContractOptions& options = {});
/// Computes an expression with any number of inputs of blocks: a product of many tensors, or a sum
/// of products. `inputs` are the factors of the expression from left to right. Otherwise as
/// contract() with two inputs.
TTGT_EXPORT void contract(std::string_view expression, const BlockTensorView& d,
                          const std::vector<ConstBlockTensorView>& inputs,
                          const BlockContractOptions& options = {}, const PathOptions& path = {});

}  // namespace ttgt
