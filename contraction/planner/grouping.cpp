// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/grouping.h"

#include <algorithm>
#include <utility>

#include "contraction/problem/by_stride.h"

namespace ttgt {
namespace {

using Labels = std::vector<std::size_t>;

class Collector {
public:
    Collector(const Problem& problem, const Labels& all, Operand a, Operand b)
        : problem_(problem), all_(all), a_(a), b_(b), extents_(full_extents(problem)) {}

    void add(const Labels& labels) {
        const auto is_same = [&](const Grouping& other) { return other.labels == labels; };
        if (std::any_of(found_.begin(), found_.end(), is_same)) return;
        Grouping& grouping = found_.emplace_back();
        grouping.labels = labels;
        for (const std::size_t label : all_) {
            if (std::find(labels.begin(), labels.end(), label) != labels.end()) continue;
            grouping.loops.push_back(label);
        }
        grouping.extent = volume(labels, extents_);
        grouping.loop_count = volume(grouping.loops, extents_);
        grouping.merged[a_] = merge_group(problem_, a_, labels, extents_);
        grouping.merged[b_] = merge_group(problem_, b_, labels, extents_);
    }

    /// For each label of `order`: adds the label alone, and the longest run of labels from it on
    /// that is a single index of the operand.
    void add_runs(const Labels& order, Operand operand) {
        for (std::size_t first = 0; first < order.size(); ++first) {
            Labels run{order[first]};
            for (std::size_t next = first + 1; next < order.size(); ++next) {
                run.push_back(order[next]);
                if (!merge_group(problem_, operand, run, extents_)) {
                    run.pop_back();
                    break;
                }
            }
            add(run);
            add({order[first]});
        }
    }

    [[nodiscard]] std::vector<Grouping> take() { return std::move(found_); }

private:
    const Problem& problem_;
    const Labels& all_;
    Operand a_;
    Operand b_;
    Extents extents_;
    std::vector<Grouping> found_;
};

}  // namespace

std::vector<Grouping> groupings(const Problem& problem, Role role, Operand a, Operand b) {
    const Labels all = labels_of(problem, role);
    Collector collector(problem, all, a, b);
    const Labels order_a = by_stride(problem, all, a);
    const Labels order_b = by_stride(problem, all, b);
    collector.add(order_a);
    collector.add(order_b);
    collector.add_runs(order_a, a);
    collector.add_runs(order_b, b);
    return collector.take();
}

}  // namespace ttgt
