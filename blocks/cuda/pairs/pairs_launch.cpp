// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cuda/pairs/pairs_launch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>

#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

using blocks::BlockProblem;
using blocks::BlockShapes;
using blocks::Pair;

using Labels = std::vector<std::size_t>;

/// Labels by role. The inputs are exchanged where D's first label would not be where the policy
/// needs it: among the columns, whose neighbours neighbouring threads have, or for tiles of GETT
/// kernels among the rows.
struct Groups {
    Labels rows, columns, inners, batch;
    Operand l = operand_l;  ///< the input with the rows
    Operand r = operand_r;

    Groups(const BlockProblem& problem, int policy)
        : rows(problem.labels_of({Role::free_l})),
          columns(problem.labels_of({Role::free_r})),
          inners(problem.labels_of({Role::contracted})),
          batch(problem.labels_of({Role::batch})) {
        const auto is_first = [&](std::size_t label) {
            const auto& modes = problem.labels[label].modes[operand_d];
            return !modes.empty() && modes[0] == 0;
        };
        const bool is_column = std::ranges::any_of(columns, is_first);
        const bool exchanges =
            policy < pairs_lane_policies ? !is_column && !rows.empty() : is_column;
        if (!exchanges) return;
        std::swap(rows, columns);
        std::swap(l, r);
    }
};

/// A block of an operand.
class Block {
public:
    Block(const BlockShapes& shapes, Operand operand, std::uint32_t block)
        : shapes_(shapes), operand_(operand), block_(block) {}

    [[nodiscard]] std::int64_t extent(std::size_t label) const {
        return shapes_.extent(operand_, block_, label);
    }
    [[nodiscard]] std::int64_t stride(std::size_t label) const {
        return shapes_.stride(operand_, block_, label);
    }
    [[nodiscard]] std::int64_t count(const Labels& labels) const {
        std::int64_t product = 1;
        for (const std::size_t label : labels) product *= extent(label);
        return product;
    }
    [[nodiscard]] double volume(const Labels& labels) const {
        double product = 1;
        for (const std::size_t label : labels) product *= static_cast<double>(extent(label));
        return product;
    }
    /// Writes strides, and extents unless null.
    void write(const Labels& labels, std::int64_t* strides, std::int32_t* extents) const {
        for (std::size_t i = 0; i < labels.size(); ++i) {
            strides[i] = stride(labels[i]);
            if (extents != nullptr) extents[i] = static_cast<std::int32_t>(extent(labels[i]));
        }
    }
    /// The smallest distance between neighbours along a label that has several.
    [[nodiscard]] std::int64_t least_stride(const Labels& labels) const {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (const std::size_t label : labels) {
            if (extent(label) > 1) least = std::min(least, std::abs(stride(label)));
        }
        return least;
    }

private:
    const BlockShapes& shapes_;
    Operand operand_;
    std::uint32_t block_;
};

PairsInput input_of(const Block& block, const Labels& outer, const Groups& groups) {
    PairsInput input{};
    block.write(outer, input.outer_stride, nullptr);
    block.write(groups.inners, input.inner_stride, input.inner_extent);
    block.write(groups.batch, input.batch_stride, nullptr);
    input.inner = static_cast<std::int32_t>(block.volume(groups.inners));
    input.is_inner_first = block.least_stride(groups.inners) < block.least_stride(outer) ? 1 : 0;
    return input;
}

PairsOutput output_of(const Block& block, const Groups& groups) {
    PairsOutput output{};
    block.write(groups.rows, output.row_stride, output.row_extent);
    block.write(groups.columns, output.column_stride, output.column_extent);
    block.write(groups.batch, output.batch_stride, output.batch_extent);
    output.rows = static_cast<std::int32_t>(block.volume(groups.rows));
    output.columns = static_cast<std::int32_t>(block.volume(groups.columns));
    return output;
}

/// Tiles of a block of D, all batch indices included.
double tiles_of(const Block& block, const Groups& groups, const PairsCut& cut) {
    // Rows and columns are labels of inputs that lie in memory: their products fit 64 bits.
    return static_cast<double>(divide_up(block.count(groups.rows), cut.rows)) *
           static_cast<double>(divide_up(block.count(groups.columns), cut.columns)) *
           block.volume(groups.batch);
}

/// Calls visit(d, its pairs) for each block of D.
template <class Visit>
void for_each_output(std::span<const Pair> pairs, Visit visit) {
    for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
        while (end < pairs.size() && pairs[end].d == pairs[begin].d) ++end;
        visit(pairs[begin].d, pairs.subspan(begin, end - begin));
    }
}

/// Steps of a tile of a block of D.
double steps_of(const BlockShapes& shapes, const Labels& inners, std::span<const Pair> pairs,
                const PairsCut& cut) {
    std::int64_t steps = 0;
    for (const Pair& pair : pairs) {
        steps += divide_up(Block(shapes, operand_l, pair.l).count(inners), cut.inners);
    }
    return static_cast<double>(steps);
}

/// Counts the steps of each policy.
class StepCounter {
public:
    using Steps = std::array<std::int64_t, pairs_policy_count>;

    StepCounter(const PairsPolicies& policies, DType dtype) {
        for (std::size_t policy = 0; policy < cuts_.size(); ++policy) {
            if (!policies[policy]) continue;
            cuts_[policy] = pairs_cut(static_cast<int>(policy), dtype);
            masks_[policy] = cuts_[policy].inners - 1;
            shifts_[policy] = std::countr_zero(static_cast<unsigned>(cuts_[policy].inners));
        }
    }
    [[nodiscard]] const PairsCut& cut(std::size_t policy) const { return cuts_[policy]; }
    /// Adds those of a pair with so many inner positions.
    void add(std::int64_t inner, Steps& steps) const {
        for (std::size_t policy = 0; policy < steps.size(); ++policy) {
            steps[policy] += (inner + masks_[policy]) >> shifts_[policy];
        }
    }

private:
    std::array<PairsCut, pairs_policy_count> cuts_{};
    // Inner positions of a step are powers of 2: there are many pairs, and divisions take long.
    std::array<std::int64_t, pairs_policy_count> masks_{};
    std::array<int, pairs_policy_count> shifts_{};
};

/// Adds a block of D to a policy's work: its tiles, each with these steps and pairs.
void add_output(double steps, double pairs, double tiles, PairsWork& work) {
    work.steps += steps * tiles;
    work.pairs += pairs * tiles;
    work.tiles += tiles;
    work.longest = std::max(work.longest, steps);
    work.longest_pairs = std::max(work.longest_pairs, pairs);
}

/// Elements of a block of D, and of inputs of its pairs that the pair before does not have.
double elements_of(const BlockShapes& shapes, std::uint32_t d, std::span<const Pair> pairs) {
    double elements = shapes.volume(operand_d, d);
    const Pair* before = nullptr;
    for (const Pair& pair : pairs) {
        if (before == nullptr || before->l != pair.l) elements += shapes.volume(operand_l, pair.l);
        if (before == nullptr || before->r != pair.r) elements += shapes.volume(operand_r, pair.r);
        before = &pair;
    }
    return elements;
}

/// Whether neighbours along the inner positions are closest in most elements of an input.
bool is_inner_first(const BlockShapes& shapes, Operand operand,
                    const std::vector<PairsInput>& inputs) {
    double along = 0;
    for (std::uint32_t block = 0; block < inputs.size(); ++block) {
        along += shapes.volume(operand, block) * (inputs[block].is_inner_first != 0 ? 1 : -1);
    }
    return along > 0;
}

/// Whether all elements of every block of an operand lie within 2^31 elements.
bool has_short_blocks(const BlockLayout& layout) {
    constexpr std::int64_t most = (std::int64_t{1} << 31) - 1;
    if (layout.is_packed() && layout.elements() <= most) return true;
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        const Layout its = layout.layout(block);
        double span = 0;
        for (std::size_t mode = 0; mode < its.extents.size(); ++mode) {
            span += static_cast<double>(its.extents[mode]) *
                    std::abs(static_cast<double>(its.strides[mode]));
        }
        if (span > static_cast<double>(most)) return false;
    }
    return true;
}

void set_flags(const BlockProblem& problem, const Groups& groups, PairsArguments& arguments) {
    const bool is_complex = ttgt::is_complex(problem.operands[operand_d].dtype);
    const auto is_real = [&](Operand operand) {
        return is_complex && !ttgt::is_complex(problem.operands[operand].dtype) ? 1 : 0;
    };
    arguments.row_modes = static_cast<std::int32_t>(groups.rows.size());
    arguments.column_modes = static_cast<std::int32_t>(groups.columns.size());
    arguments.inner_modes = static_cast<std::int32_t>(groups.inners.size());
    arguments.batch_modes = static_cast<std::int32_t>(groups.batch.size());
    arguments.l_is_real = is_real(groups.l);
    arguments.r_is_real = is_real(groups.r);
    arguments.conjugates_l = problem.traits.conjugated[groups.l] ? 1 : 0;
    arguments.conjugates_r = problem.traits.conjugated[groups.r] ? 1 : 0;
}

std::vector<PairsInput> inputs_of(const BlockShapes& shapes, Operand operand, const Labels& outer,
                                  const Groups& groups) {
    const auto blocks = static_cast<std::uint32_t>(shapes.problem().layout(operand).blocks());
    std::vector<PairsInput> inputs;
    inputs.reserve(blocks);
    for (std::uint32_t block = 0; block < blocks; ++block) {
        inputs.push_back(input_of(Block(shapes, operand, block), outer, groups));
    }
    return inputs;
}

/// A block of D with its tiles.
struct CostedOutput {
    double steps;  ///< of each tile
    std::uint32_t output, tiles;
};

/// The tiles of all outputs, those of the most steps first.
std::vector<PairsTile> sorted_tiles(std::vector<CostedOutput> outputs) {
    std::ranges::stable_sort(outputs, std::greater<>(), &CostedOutput::steps);
    std::size_t count = 0;
    for (const CostedOutput& its : outputs) count += its.tiles;
    std::vector<PairsTile> tiles;
    tiles.reserve(count);
    for (const CostedOutput& its : outputs) {
        for (std::uint32_t i = 0; i < its.tiles; ++i) tiles.push_back({its.output, i});
    }
    return tiles;
}

}  // namespace

bool suits_pairs(const BlockProblem& problem) {
    if (problem.traits.inputs != 2) return false;
    const DType d = problem.operands[operand_d].dtype;
    for (const Operand operand : {operand_l, operand_r}) {
        const DType its = problem.operands[operand].dtype;
        if (its != d && !(is_complex(d) && its == real_of(d))) return false;
    }
    const Groups groups(problem, 0);
    const std::size_t all =
        groups.rows.size() + groups.columns.size() + groups.inners.size() + groups.batch.size();
    constexpr auto most = static_cast<std::size_t>(most_pairs_modes);
    return all == problem.labels.size() && groups.rows.size() <= most &&
           groups.columns.size() <= most && groups.inners.size() <= most &&
           groups.batch.size() <= static_cast<std::size_t>(most_pairs_batch);
}

bool has_policy(const BlockProblem& problem, int policy) {
    if (policy < pairs_lane_policies) return true;
    const DType dtype = problem.operands[operand_d].dtype;
    if (pairs_gett_tile(policy, dtype) < 0) return false;
    return std::ranges::all_of(problem.operands, [&](const BlockOperand& operand) {
        return operand.dtype == dtype && has_short_blocks(operand.layout);
    });
}

PairsPolicies pairs_policies_of(const BlockProblem& problem) {
    PairsPolicies found{};
    if (!suits_pairs(problem)) return found;
    for (int policy = 0; policy < pairs_policy_count; ++policy) {
        found[static_cast<std::size_t>(policy)] = has_policy(problem, policy);
    }
    return found;
}

std::array<PairsWork, pairs_policy_count> pairs_work(const BlockShapes& shapes,
                                                     std::span<const Pair> pairs,
                                                     const PairsPolicies& policies) {
    const BlockProblem& problem = shapes.problem();
    const DType dtype = problem.operands[operand_d].dtype;
    const Labels inners = problem.labels_of({Role::contracted});
    const std::array<Groups, 2> groups{Groups(problem, 0), Groups(problem, pairs_lane_policies)};
    const StepCounter counter(policies, dtype);
    std::array<PairsWork, pairs_policy_count> all;
    double elements = 0;
    for_each_output(pairs, [&](std::uint32_t d, std::span<const Pair> its) {
        StepCounter::Steps steps{};
        for (const Pair& pair : its) {
            counter.add(Block(shapes, operand_l, pair.l).count(inners), steps);
        }
        const Block block(shapes, operand_d, d);
        for (std::size_t policy = 0; policy < all.size(); ++policy) {
            if (!policies[policy]) continue;
            const bool is_gett = policy >= static_cast<std::size_t>(pairs_lane_policies);
            add_output(static_cast<double>(steps[policy]), static_cast<double>(its.size()),
                       tiles_of(block, groups[is_gett ? 1 : 0], counter.cut(policy)), all[policy]);
        }
        elements += elements_of(shapes, d, its);
    });
    for (PairsWork& work : all) work.bytes = elements * static_cast<double>(size_bytes(dtype));
    return all;
}

PairsChoice choose_pairs(const BlockShapes& shapes, std::span<const Pair> pairs,
                         const PairsPolicies& policies, const Architecture& gpu) {
    // Above this, numbers may exceed 31 bits, and other ways are faster by far.
    constexpr double most_steps = 3e7;
    const auto work = pairs_work(shapes, pairs, policies);
    const DType dtype = shapes.problem().operands[operand_d].dtype;
    PairsChoice best{0, std::numeric_limits<double>::infinity(), true};
    for (int policy = 0; policy < pairs_policy_count; ++policy) {
        if (!policies[static_cast<std::size_t>(policy)]) continue;
        const PairsWork& its = work[static_cast<std::size_t>(policy)];
        const double ms = pairs_ms(its, policy, dtype, gpu);
        const bool is_too_much = its.steps + its.tiles > most_steps;
        const bool is_better = is_too_much != best.is_too_much ? best.is_too_much : ms < best.ms;
        if (is_better) best = {policy, ms, is_too_much};
    }
    return best;
}

PairsLaunch make_pairs_launch(const BlockShapes& shapes, std::span<const Pair> pairs, int policy) {
    const Groups groups(shapes.problem(), policy);
    PairsLaunch launch;
    launch.dtype = shapes.problem().operands[operand_d].dtype;
    const PairsCut cut = pairs_cut(policy, launch.dtype);
    launch.policy = policy;
    launch.exchanges = groups.l == operand_r;
    launch.l = inputs_of(shapes, groups.l, groups.rows, groups);
    launch.r = inputs_of(shapes, groups.r, groups.columns, groups);
    set_flags(shapes.problem(), groups, launch.arguments);
    if (policy >= pairs_lane_policies) {
        launch.staging = pairs_staging(
            policy, launch.dtype,
            {is_inner_first(shapes, groups.l, launch.l), is_inner_first(shapes, groups.r, launch.r),
             launch.arguments.conjugates_l != 0, launch.arguments.conjugates_r != 0});
    }
    launch.terms.reserve(pairs.size());
    std::size_t count = 0;
    for_each_output(pairs, [&](std::uint32_t, std::span<const Pair>) { ++count; });
    launch.outputs.reserve(count);
    std::vector<CostedOutput> outputs;
    outputs.reserve(count);
    for_each_output(pairs, [&](std::uint32_t d, std::span<const Pair> its) {
        const Block block(shapes, operand_d, d);
        PairsOutput output = output_of(block, groups);
        output.block = d;
        output.first_pair = static_cast<std::uint32_t>(launch.terms.size());
        output.pairs = static_cast<std::uint32_t>(its.size());
        for (const Pair& pair : its) {
            launch.terms.push_back(launch.exchanges ? PairsTerm{pair.r, pair.l}
                                                    : PairsTerm{pair.l, pair.r});
        }
        const auto number = static_cast<std::uint32_t>(launch.outputs.size());
        outputs.push_back({steps_of(shapes, groups.inners, its, cut), number,
                           static_cast<std::uint32_t>(tiles_of(block, groups, cut))});
        launch.outputs.push_back(output);
    });
    launch.tiles = sorted_tiles(std::move(outputs));
    return launch;
}

}  // namespace ttgt::cuda
