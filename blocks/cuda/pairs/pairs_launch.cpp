// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cuda/pairs/pairs_launch.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>

#include "src/core/element.h"

namespace ttgt::cuda {
namespace {

using blocks::BlockProblem;
using blocks::BlockShapes;
using blocks::Pair;

using Labels = std::vector<std::size_t>;

/// Labels by role. Where D's first label is one of L, the inputs are exchanged: neighbours of D are
/// written by neighbouring threads, which have the columns.
struct Groups {
    Labels rows, columns, inners, batch;
    Operand l = operand_l;  ///< the input with the rows
    Operand r = operand_r;

    explicit Groups(const BlockProblem& problem)
        : rows(problem.labels_of({Role::free_l})),
          columns(problem.labels_of({Role::free_r})),
          inners(problem.labels_of({Role::contracted})),
          batch(problem.labels_of({Role::batch})) {
        const auto is_first = [&](std::size_t label) {
            const auto& modes = problem.labels[label].modes[operand_d];
            return !modes.empty() && modes[0] == 0;
        };
        if (std::ranges::any_of(columns, is_first) || rows.empty()) return;
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
double tiles_of(const Block& block, const Groups& groups, int policy) {
    const double tile = pairs_policies[policy].tile;
    return std::ceil(block.volume(groups.rows) / tile) *
           std::ceil(block.volume(groups.columns) / tile) * block.volume(groups.batch);
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
std::array<double, pairs_policy_count> steps_of(const BlockShapes& shapes, const Labels& inners,
                                                std::span<const Pair> pairs) {
    std::array<double, pairs_policy_count> steps{};
    for (const Pair& pair : pairs) {
        const double inner = Block(shapes, operand_l, pair.l).volume(inners);
        for (int policy = 0; policy < pairs_policy_count; ++policy) {
            steps[static_cast<std::size_t>(policy)] +=
                std::ceil(inner / pairs_policies[policy].inners);
        }
    }
    return steps;
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
    const Groups groups(problem);
    const std::size_t all =
        groups.rows.size() + groups.columns.size() + groups.inners.size() + groups.batch.size();
    constexpr auto most = static_cast<std::size_t>(most_pairs_modes);
    return all == problem.labels.size() && groups.rows.size() <= most &&
           groups.columns.size() <= most && groups.inners.size() <= most &&
           groups.batch.size() <= static_cast<std::size_t>(most_pairs_batch);
}

std::array<PairsWork, pairs_policy_count> pairs_work(const BlockShapes& shapes,
                                                     std::span<const Pair> pairs) {
    const Groups groups(shapes.problem());
    std::array<PairsWork, pairs_policy_count> all;
    for_each_output(pairs, [&](std::uint32_t d, std::span<const Pair> its) {
        const auto steps = steps_of(shapes, groups.inners, its);
        const Block block(shapes, operand_d, d);
        for (std::size_t policy = 0; policy < all.size(); ++policy) {
            // Finding and writing a tile takes about as long as a step.
            const double with_ends = steps[policy] + 1;
            all[policy].steps += with_ends * tiles_of(block, groups, static_cast<int>(policy));
            all[policy].longest = std::max(all[policy].longest, with_ends);
        }
    });
    return all;
}

double pairs_ms(const PairsWork& work, int policy, DType dtype, int multiprocessors) {
    // Microseconds of a step of one tile alone: its loads wait for tables, which wait for others.
    constexpr double step_us = 1.5;
    // Thread blocks that a multiprocessor works on at once.
    constexpr std::array<double, pairs_policy_count> resident{6, 3};
    // Microseconds that the arithmetic of a step keeps a multiprocessor busy.
    constexpr std::array<double, pairs_policy_count> busy_of_single{0.5, 0.55};
    constexpr std::array<double, pairs_policy_count> busy_of_double{0.7, 0.95};
    const auto number = static_cast<std::size_t>(policy);
    const bool is_double = dtype == DType::float64 || dtype == DType::complex128;
    const double busy_us =
        (is_double ? busy_of_double : busy_of_single)[number] * (is_complex(dtype) ? 4 : 1);
    const double shared =
        std::max(step_us / resident[number], busy_us) * work.steps / multiprocessors;
    return 1e-3 * std::max(shared, std::max(step_us, busy_us) * work.longest);
}

PairsChoice choose_pairs(const BlockShapes& shapes, std::span<const Pair> pairs,
                         int multiprocessors) {
    // Above this, numbers may exceed 31 bits, and other ways are faster by far.
    constexpr double most_steps = 3e7;
    const auto work = pairs_work(shapes, pairs);
    const DType dtype = shapes.problem().operands[operand_d].dtype;
    PairsChoice best{0, std::numeric_limits<double>::infinity(), true};
    for (int policy = 0; policy < pairs_policy_count; ++policy) {
        const PairsWork& its = work[static_cast<std::size_t>(policy)];
        const double ms = pairs_ms(its, policy, dtype, multiprocessors);
        const bool is_too_much = its.steps > most_steps;
        const bool is_better = is_too_much != best.is_too_much ? best.is_too_much : ms < best.ms;
        if (is_better) best = {policy, ms, is_too_much};
    }
    return best;
}

PairsLaunch make_pairs_launch(const BlockShapes& shapes, std::span<const Pair> pairs, int policy) {
    const Groups groups(shapes.problem());
    PairsLaunch launch;
    launch.dtype = shapes.problem().operands[operand_d].dtype;
    launch.policy = policy;
    launch.exchanges = groups.l == operand_r;
    launch.l = inputs_of(shapes, groups.l, groups.rows, groups);
    launch.r = inputs_of(shapes, groups.r, groups.columns, groups);
    set_flags(shapes.problem(), groups, launch.arguments);
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
        const double steps = steps_of(shapes, groups.inners, its)[static_cast<std::size_t>(policy)];
        outputs.push_back(
            {steps, number, static_cast<std::uint32_t>(tiles_of(block, groups, policy))});
        launch.outputs.push_back(output);
    });
    launch.tiles = sorted_tiles(std::move(outputs));
    return launch;
}

}  // namespace ttgt::cuda
