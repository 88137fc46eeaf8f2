// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Enumerates the grids of ranks that are priced. First, the grid on which an operand is
// distributed, with labels assigned to its axes in several ways, so that operands may stay where
// they are. Second, all divisions of the number of ranks among the roles of labels.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "distributed/plan/candidate.h"
#include "src/core/element.h"

namespace ttgt {
namespace {

constexpr std::array<Role, 4> spread_roles{Role::free_l, Role::free_r, Role::contracted,
                                           Role::batch};
/// An operand's grid is skipped if there are more ways than this to assign labels to its axes.
constexpr std::size_t most_assignments = 4096;

std::optional<std::size_t> largest_label(const DistributedProblem& problem, Role role) {
    std::optional<std::size_t> largest;
    for (const std::size_t label : labels_with(problem, role)) {
        if (!largest || problem.labels[label].extent > problem.labels[*largest].extent) {
            largest = label;
        }
    }
    return largest;
}

GridAxis make_axis(const DistributedProblem& problem, int ranks, std::size_t label) {
    return {ranks, static_cast<int>(label), one_block(problem.labels[label].extent, ranks)};
}

class Enumeration {
public:
    Enumeration(const DistributedProblem& problem, const DistributedOptions& options,
                bool has_matrix_grids)
        : problem_(problem),
          int_limit_(options.int_limit),
          is_local_(options.engine != "scalapack"),
          is_scalapack_(options.engine != "local" && has_matrix_grids && can_use_matrices()) {}

    std::vector<DistributedCandidate> all() {
        for (const SpreadOperand& operand : problem_.operands) add_grids_of(operand);
        add_splits(problem_.ranks);
        // An odd number of ranks may have no good grid, so one rank may stay idle. One rank alone
        // is tried too.
        if (problem_.ranks > 4 && problem_.ranks % 2 == 1) add_splits(problem_.ranks - 1);
        if (problem_.ranks > 1) add_splits(1);
        return std::move(candidates_);
    }

private:
    [[nodiscard]] bool can_use_matrices() const {
        const Problem& global = problem_.global;
        if (problem_.operands.size() < operand_count || is_mixed(global)) return false;
        if (is_half(global.dtypes[operand_d])) return false;
        if (global.output_empty || global.sum_empty) return false;
        const bool has_lone =
            std::any_of(problem_.labels.begin(), problem_.labels.end(),
                        [](const SpreadLabel& label) { return is_lone(label.role); });
        return !has_lone && !has_diagonal() &&
               largest_label(problem_, Role::contracted).has_value();
    }

    /// Whether a label stands twice in an operand.
    [[nodiscard]] bool has_diagonal() const {
        return std::any_of(
            problem_.operands.begin(), problem_.operands.end(), [](const SpreadOperand& operand) {
                std::vector<std::size_t> labels = operand.labels;
                std::sort(labels.begin(), labels.end());
                return std::adjacent_find(labels.begin(), labels.end()) != labels.end();
            });
    }

    void add_grids_of(const SpreadOperand& operand) {
        std::vector<std::vector<GridAxis>> choices;
        std::size_t assignments = 1;
        for (std::size_t axis = 0; axis < operand.given.grid.size(); ++axis) {
            if (operand.given.grid[axis] == 1) continue;
            choices.push_back(choices_for(operand.given, axis));
            assignments *= choices.back().size();
            if (assignments > most_assignments) return;
        }
        std::vector<GridAxis> axes(choices.size());
        for (std::size_t number = 0; number < assignments; ++number) {
            std::size_t rest = number;
            for (std::size_t axis = 0; axis < axes.size(); ++axis) {
                axes[axis] = choices[axis][rest % choices[axis].size()];
                rest /= choices[axis].size();
            }
            add(axes);
        }
    }

    /// The labels worth assigning to an axis of `given`: the labels that operands on the same grid
    /// have along this axis, the largest label of each role, and no label.
    [[nodiscard]] std::vector<GridAxis> choices_for(const Placement& given,
                                                    std::size_t axis) const {
        const int ranks = given.grid[axis];
        std::vector<GridAxis> choices;
        const auto choose = [&](const GridAxis& choice) {
            if (std::find(choices.begin(), choices.end(), choice) == choices.end()) {
                choices.push_back(choice);
            }
        };
        for (const SpreadOperand& other : problem_.operands) {
            if (other.given.grid != given.grid) continue;
            for (std::size_t mode = 0; mode < other.labels.size(); ++mode) {
                const ModeSpread& spread = other.given.modes[mode];
                if (spread.axes != std::vector<int>{static_cast<int>(axis)}) continue;
                choose({ranks, static_cast<int>(other.labels[mode]), spread.block});
            }
        }
        for (const Role role : spread_roles) {
            const std::optional<std::size_t> label = largest_label(problem_, role);
            if (label) choose(make_axis(problem_, ranks, *label));
        }
        choose({ranks, -1, 1});
        return choices;
    }

    /// Adds a candidate for every way to write `ranks` as a product of four factors: the ranks for
    /// free_l, free_r, contracted and batch labels.
    void add_splits(int ranks) {
        for (int m = 1; m <= ranks; ++m) {
            if (ranks % m != 0) continue;
            for (int n = 1; n <= ranks / m; ++n) {
                if (ranks / m % n != 0) continue;
                for (int k = 1; k <= ranks / m / n; ++k) {
                    if (ranks / m / n % k == 0) add_split({m, n, k, ranks / m / n / k});
                }
            }
        }
    }

    void add_split(const std::array<int, spread_roles.size()>& factors) {
        std::vector<GridAxis> axes;
        for (std::size_t i = 0; i < spread_roles.size(); ++i) {
            if (factors[i] == 1) continue;
            const std::vector<GridAxis> of_role = spread_over(spread_roles[i], factors[i]);
            if (of_role.empty()) return;
            axes.insert(axes.end(), of_role.begin(), of_role.end());
        }
        add(axes);
    }

    /// Distributes labels of one role over `ranks` ranks. Assigns the prime factors of `ranks`, the
    /// largest first, each to the label that then has most indices per rank. Empty if the role has
    /// no label with more than one index.
    [[nodiscard]] std::vector<GridAxis> spread_over(Role role, int ranks) const {
        const std::vector<std::size_t> labels = labels_with(problem_, role);
        std::vector<int> parts(labels.size(), 1);
        for (const int factor : prime_factors(ranks)) {
            std::optional<std::size_t> best;
            for (std::size_t i = 0; i < labels.size(); ++i) {
                const auto left = [&](std::size_t at) {
                    return static_cast<double>(problem_.labels[labels[at]].extent) / parts[at];
                };
                if (!best || left(i) > left(*best)) best = i;
            }
            if (!best) return {};
            parts[*best] *= factor;
        }
        std::vector<GridAxis> axes;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (parts[i] > 1) axes.push_back(make_axis(problem_, parts[i], labels[i]));
        }
        return axes;
    }

    void add(const std::vector<GridAxis>& axes) {
        if (!is_valid(axes)) return;
        if (is_local_) {
            DistributedCandidate candidate;
            candidate.axes = axes;
            keep(std::move(candidate));
        }
        if (is_scalapack_) add_carriers(axes);
    }

    [[nodiscard]] bool is_valid(const std::vector<GridAxis>& axes) const {
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            const int label = axes[axis].label;
            if (label < 0) continue;
            const Role role = problem_.labels[static_cast<std::size_t>(label)].role;
            if (is_lone(role)) return false;
            // Ranks would exchange 16-bit partial sums, each rounded.
            if (role == Role::contracted && is_half(problem_.global.dtypes[operand_d]))
                return false;
            for (std::size_t other = 0; other < axis; ++other) {
                if (axes[other].label == label) return false;
            }
        }
        return true;
    }

    void add_carriers(const std::vector<GridAxis>& axes) {
        DistributedCandidate candidate;
        candidate.engine = Engine::scalapack;
        candidate.axes = axes;
        const std::vector<int> layers = axes_of(problem_, candidate, Role::contracted);
        if (layers.size() > 1) return;
        std::vector<std::size_t> carriers;
        if (layers.size() == 1) {
            carriers.push_back(
                static_cast<std::size_t>(axes[static_cast<std::size_t>(layers.front())].label));
        } else {
            carriers = labels_with(problem_, Role::contracted);
        }
        for (const std::size_t carrier : carriers) {
            candidate.carrier = static_cast<int>(carrier);
            add_blocks(candidate);
        }
    }

    void add_blocks(DistributedCandidate candidate) {
        const std::vector<int> grid = grid_of(candidate);
        const auto along = [&](Role role) {
            return ranks_along(grid, axes_of(problem_, candidate, role));
        };
        const std::int64_t rows = along(Role::free_l);
        const std::int64_t columns = along(Role::free_r);
        const std::int64_t layers = along(Role::contracted);
        const auto carrier = static_cast<std::size_t>(candidate.carrier);
        const std::int64_t most = most_block(candidate, columns, std::lcm(rows, columns));
        if (most < 1) return;
        std::vector<std::int64_t> blocks{std::min(
            most, one_block(problem_.labels[carrier].extent, layers * std::lcm(rows, columns)))};
        for (const auto& [operand, parts] :
             {std::pair{operand_l, layers * columns}, std::pair{operand_r, layers * rows}}) {
            const SpreadOperand& of = problem_.operands[operand];
            const ModeSpread& spread =
                of.given.modes[static_cast<std::size_t>(mode_of(of, carrier))];
            if (ranks_along(of.given.grid, spread.axes) != parts || spread.block > most) continue;
            if (std::find(blocks.begin(), blocks.end(), spread.block) == blocks.end()) {
                blocks.push_back(spread.block);
            }
        }
        for (const std::int64_t block : blocks) {
            candidate.carrier_block = block;
            for (GridAxis& axis : candidate.axes) {
                if (axis.label == candidate.carrier) axis.block = block;
            }
            keep(candidate);
        }
    }

    /// The largest block of the carrier for which one cycle of blocks of L on a rank has at most
    /// int_limit bytes. A cycle is the shortest slice that a GridProduct can multiply.
    [[nodiscard]] std::int64_t most_block(const DistributedCandidate& candidate,
                                          std::int64_t columns, std::int64_t blocks) const {
        double row = static_cast<double>(size_bytes(problem_.global.dtypes[operand_d]));
        for (const std::size_t label : labels_with(problem_, Role::free_l)) {
            std::int64_t held = problem_.labels[label].extent;
            for (const GridAxis& axis : candidate.axes) {
                if (axis.label == static_cast<int>(label)) {
                    held = largest_count(held, axis.block, axis.ranks);
                }
            }
            row *= static_cast<double>(held);
        }
        for (const std::size_t label : labels_with(problem_, Role::contracted)) {
            if (static_cast<int>(label) == candidate.carrier) continue;
            row *= static_cast<double>(problem_.labels[label].extent);
        }
        const std::int64_t of_a_rank = blocks / columns;
        const double block = static_cast<double>(int_limit_) / row / static_cast<double>(of_a_rank);
        return static_cast<std::int64_t>(std::min(block, static_cast<double>(int_limit_)));
    }

    void keep(DistributedCandidate candidate) {
        const auto is_same = [&](const DistributedCandidate& other) {
            return other.engine == candidate.engine && other.axes == candidate.axes &&
                   other.carrier == candidate.carrier &&
                   other.carrier_block == candidate.carrier_block;
        };
        if (std::any_of(candidates_.begin(), candidates_.end(), is_same)) return;
        place(problem_, candidate);
        candidates_.push_back(std::move(candidate));
    }

    const DistributedProblem& problem_;
    std::int64_t int_limit_;
    bool is_local_;
    bool is_scalapack_;
    std::vector<DistributedCandidate> candidates_;
};

}  // namespace

std::vector<DistributedCandidate> enumerate(const DistributedProblem& problem,
                                            const DistributedOptions& options,
                                            bool has_matrix_grids) {
    return Enumeration(problem, options, has_matrix_grids).all();
}

}  // namespace ttgt
