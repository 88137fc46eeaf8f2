// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/component_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "blocks/plan/block_moves.h"
#include "blocks/plan/gathered_way.h"
#include "contraction/planner/quick_price.h"

namespace ttgt::blocks {
namespace {

ProductVolumes volumes_of(const BlockShapes& shapes, const Pair& pair) {
    ProductVolumes volumes;
    volumes.l = shapes.volume(operand_l, pair.l);
    volumes.r = shapes.volume(operand_r, pair.r);
    volumes.d = shapes.volume(operand_d, pair.d);
    volumes.all = volumes.l * shapes.volume_beside_l(pair.r);
    return volumes;
}

/// The estimate of pairs one by one. On a device with launches over many, no more than tells that
/// it is far above `other_ms`.
double quick_pairs_ms(const ComponentSetting& setting, const Component& component,
                      double other_ms) {
    constexpr double far_above = 4;
    double ms = 0;
    for (const Pair& pair : component.pairs) {
        if (setting.grouped != nullptr && ms > far_above * other_ms) return ms;
        ms +=
            quick_price_ms(setting.plans.machine(false), setting.problem.operands[operand_d].dtype,
                           volumes_of(setting.shapes, pair));
    }
    return ms;
}

/// What calls one after the other cost beside their own times: on a GPU each leaves it partly idle
/// at its end.
double sequence_factor(const ComponentSetting& setting) {
    return setting.grouped != nullptr ? 1.1 : 1.0;
}

ComponentWay by_pairs(const ComponentSetting& setting, const Component& component) {
    ComponentWay way;
    way.jobs[multiply] = pair_jobs(setting, component.pairs);
    way.ms =
        sequence_factor(setting) * predicted_ms(way.jobs[multiply], setting.plans, setting.threads);
    return way;
}

/// In a launch over the pairs of many components.
ComponentWay together(const Component& component, double ms) {
    ComponentWay way;
    way.pairs = component.pairs;
    way.ms = ms;
    return way;
}

/// Milliseconds of together(); infinite where that cannot be.
double together_ms(const ComponentSetting& setting, const Component& component) {
    if (setting.grouped == nullptr) return std::numeric_limits<double>::infinity();
    return setting.grouped->pairs_ms(setting.shapes, component.pairs);
}

/// Plans both ways, the one with the lower estimate first; the other one only where its estimate is
/// below the first one's price.
ComponentWay cheapest_of_two(const ComponentSetting& setting, const Component& component,
                             const GatheredWay& gathered, PlannedComponent& planned) {
    const auto plan = [&](bool gathers) {
        return gathers ? gathered.plan() : by_pairs(setting, component);
    };
    const double gathered_ms = gathered.quick_ms();
    const double pairs_ms = quick_pairs_ms(setting, component, gathered_ms);
    const bool gathers_first = gathered_ms <= pairs_ms;
    ComponentWay first = plan(gathers_first);
    const double other_ms = (gathers_first ? pairs_ms : gathered_ms) / setting.threads;
    if (other_ms >= first.ms) {
        planned.note = fmt::format("estimated {:.3g} ms", other_ms);
        return first;
    }
    ComponentWay second = plan(!gathers_first);
    if (second.ms < first.ms) std::swap(first, second);
    planned.other_ms = second.ms;
    return first;
}

/// The cheapest way of all. The launch over many pairs costs no planning: where it is below what
/// the others are estimated at, they are not planned.
ComponentWay cheapest(const ComponentSetting& setting, const Component& component,
                      const GatheredWay& gathered, PlannedComponent& planned) {
    const double ms = together_ms(setting, component);
    if (std::isfinite(ms)) {
        const double gathered_ms = gathered.quick_ms();
        const double least_ms =
            std::min(gathered_ms, quick_pairs_ms(setting, component, gathered_ms));
        planned.note = fmt::format("estimated {:.3g} ms", least_ms);
        if (ms <= least_ms) return together(component, ms);
    }
    ComponentWay other;
    if (component.pairs.size() == 1) {
        planned.note = "there is one pair";
        other = gathered.plan();
    } else {
        other = cheapest_of_two(setting, component, gathered, planned);
    }
    if (ms >= other.ms) return other;
    planned.other_ms = other.ms;
    return together(component, ms);
}

}  // namespace

double pair_flops(const BlockShapes& shapes, const Pair& pair) {
    const BlockProblem& problem = shapes.problem();
    const bool l_is_complex = is_complex(problem.operands[operand_l].dtype);
    if (pair.r == none) return shapes.volume(operand_l, pair.l);
    const bool r_is_complex = is_complex(problem.operands[operand_r].dtype);
    const double factor = (l_is_complex ? 2.0 : 1.0) * (r_is_complex ? 2.0 : 1.0);
    return 2 * factor * volumes_of(shapes, pair).all;
}

bool is_wide_job(double flops, double all_flops, int threads) {
    // Below this number of operations threads wait for each other longer than they work.
    constexpr double least_wide_flops = 4e6;
    // A job of this share of a thread's part cannot be balanced by the others.
    constexpr double share = 0.25;
    return threads > 1 && flops > least_wide_flops && flops > share * all_flops / threads;
}

std::vector<PlannedJob> pair_jobs(const ComponentSetting& setting, std::span<const Pair> pairs) {
    const BlockProblem& problem = setting.problem;
    const Expression& expression = setting.expressions.as_written();
    const auto operand = [&](Operand its, std::uint32_t block) {
        return OperandLayout{problem.operands[its].dtype, problem.layout(its).layout(block)};
    };
    const auto place = [](Operand its, std::uint32_t block) {
        return Place{static_cast<BufferRef::Slot>(its), block, 0};
    };
    std::vector<PlannedJob> jobs;
    for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
        double flops = 0;
        while (end < pairs.size() && pairs[end].d == pairs[begin].d) {
            flops += pair_flops(setting.shapes, pairs[end++]);
        }
        PlannedJob& job = jobs.emplace_back();
        job.is_wide = is_wide_job(flops, setting.flops, setting.threads);
        for (std::size_t i = begin; i < end; ++i) {
            const Pair& pair = pairs[i];
            const bool is_first = i == begin;
            DenseProblem dense{&expression,
                               {operand(operand_d, pair.d), operand(operand_l, pair.l)},
                               is_first && problem.traits.beta_is_zero,
                               job.is_wide};
            const bool has_r = pair.r != none;
            if (has_r) dense.operands.push_back(operand(operand_r, pair.r));
            job.calls.push_back({setting.plans.number_of(dense), ScalarRole::alpha,
                                 is_first ? ScalarRole::beta : ScalarRole::one,
                                 place(operand_d, pair.d), place(operand_l, pair.l),
                                 has_r ? place(operand_r, pair.r) : Place{}});
        }
    }
    return jobs;
}

ComponentWay unary_way(const ComponentSetting& setting, std::span<const Pair> pairs) {
    PairMoves moves(setting);
    ComponentWay way;
    std::vector<Pair> others;
    for (const Pair& pair : pairs) {
        if (const std::optional<Move> move = moves.move_of(pair)) {
            way.moves[multiply].push_back(*move);
        } else {
            others.push_back(pair);
        }
    }
    way.jobs[multiply] = pair_jobs(setting, others);
    return way;
}

ComponentWay plan_component(const ComponentSetting& setting, const Component& component,
                            PlannedComponent& planned) {
    planned.pairs = static_cast<std::int64_t>(component.pairs.size());
    for (const Pair& pair : component.pairs) planned.flops += pair_flops(setting.shapes, pair);
    const GatheredWay gathered(setting, component);
    gathered.describe(planned);
    ComponentWay way;
    if (gathered.bytes() > setting.most_gathered_bytes) {
        planned.note = fmt::format("needs {} bytes of workspace", gathered.bytes());
        const double ms = together_ms(setting, component);
        way = ms <= quick_pairs_ms(setting, component, ms) ? together(component, ms)
                                                           : by_pairs(setting, component);
    } else if (setting.method == BlockMethod::pairs) {
        planned.note = "the options ask for pairs";
        way = by_pairs(setting, component);
    } else if (setting.method == BlockMethod::together) {
        planned.note = "the options ask for one launch";
        const double ms = together_ms(setting, component);
        way = std::isfinite(ms) ? together(component, ms) : by_pairs(setting, component);
    } else if (setting.method == BlockMethod::components) {
        planned.note = "the options ask for components";
        way = gathered.plan();
    } else {
        way = cheapest(setting, component, gathered, planned);
    }
    planned.is_gathered = way.is_gathered;
    planned.is_together = !way.pairs.empty();
    planned.ms = way.ms;
    return way;
}

}  // namespace ttgt::blocks
