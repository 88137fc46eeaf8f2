// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/path/greedy.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <queue>
#include <set>
#include <tuple>
#include <vector>

#include "network/path/random.h"

namespace ttgt::network {
namespace {

struct Step {
    double score;
    std::size_t l;
    std::size_t r;

    // For a queue whose top is the least.
    friend bool operator<(const Step& a, const Step& b) {
        return std::tie(a.score, a.l, a.r) > std::tie(b.score, b.l, b.r);
    }
};

/// Tensors by size, equal ones by number.
using Sized = std::tuple<double, std::size_t>;

// The most tensors that hold a label for which every pair of them is scored. For a label that more
// tensors hold, which is called crowded, each tensor is scored only with the next smaller and the
// next larger one.
constexpr std::size_t most_holders = 64;

/// The tensors that hold a label.
struct Holders {
    bool is_crowded = false;
    std::vector<std::size_t> tensors;  ///< used ones included; none while the label is crowded
    std::set<Sized> by_size;           ///< of a crowded label, without used ones
};

class GreedySearch {
public:
    GreedySearch(const Network& network, const GreedyScore& score);
    [[nodiscard]] Path path();
    [[nodiscard]] std::size_t scores() const { return scores_; }

private:
    void hold(std::size_t tensor);
    void let_go(std::size_t tensor);
    void consider_every_pair(Holders& holders);
    [[nodiscard]] Sized sized(std::size_t tensor) const {
        return {volume(network_, tensors_[tensor]), tensor};
    }
    void consider(std::size_t l, std::size_t r);
    [[nodiscard]] double score_of(const StepVolumes& step);
    void multiply(std::size_t l, std::size_t r);
    void multiply_connected();
    void multiply_rest();

    const Network& network_;
    GreedyScore score_;
    Random random_;
    LabelTally tally_;
    std::vector<Labels> tensors_;
    std::vector<char> is_used_;
    std::vector<Holders> holders_;  ///< by label
    std::priority_queue<Step> steps_;
    Path path_;
    std::size_t scores_ = 0;  ///< number of pairs that were scored
};

GreedySearch::GreedySearch(const Network& network, const GreedyScore& score)
    : network_(network),
      score_(score),
      random_(score.seed),
      tally_(network),
      tensors_(network.inputs),
      is_used_(network.inputs.size()),
      holders_(network.extents.size()) {
    std::vector<std::size_t> counts(network.extents.size());
    for (const Labels& labels : network.inputs)
        for (const std::size_t label : labels) ++counts[label];
    for (std::size_t label = 0; label < counts.size(); ++label)
        holders_[label].is_crowded = counts[label] > most_holders;
    for (std::size_t tensor = 0; tensor < tensors_.size(); ++tensor) hold(tensor);
}

Path GreedySearch::path() {
    multiply_connected();
    multiply_rest();
    return path_;
}

/// Considers a new tensor, the last one so far, with those that hold its labels, and becomes one of
/// them.
void GreedySearch::hold(std::size_t tensor) {
    std::set<std::size_t> neighbours;
    for (const std::size_t label : tensors_[tensor]) {
        Holders& holders = holders_[label];
        if (holders.is_crowded) {
            const auto place = holders.by_size.insert(sized(tensor)).first;
            if (place != holders.by_size.begin()) neighbours.insert(std::get<1>(*std::prev(place)));
            const auto next = std::next(place);
            if (next != holders.by_size.end()) neighbours.insert(std::get<1>(*next));
            continue;
        }
        for (const std::size_t holder : holders.tensors) {
            if (is_used_[holder] == 0) neighbours.insert(holder);
        }
        holders.tensors.push_back(tensor);
    }
    for (const std::size_t neighbour : neighbours) consider(neighbour, tensor);
}

/// Takes a used tensor away from the crowds that it is in: those beside it are then considered with
/// each other, so that what holds the label stays connected.
void GreedySearch::let_go(std::size_t tensor) {
    for (const std::size_t label : tensors_[tensor]) {
        Holders& holders = holders_[label];
        if (!holders.is_crowded) continue;
        const auto next = holders.by_size.erase(holders.by_size.find(sized(tensor)));
        if (holders.by_size.size() <= most_holders) {
            consider_every_pair(holders);
        } else if (next != holders.by_size.begin() && next != holders.by_size.end()) {
            const auto [l, r] = std::minmax(std::get<1>(*std::prev(next)), std::get<1>(*next));
            consider(l, r);
        }
    }
}

/// Scores every pair of the tensors that hold a label, once the label is no longer crowded.
void GreedySearch::consider_every_pair(Holders& holders) {
    holders.is_crowded = false;
    for (const auto& [size, tensor] : holders.by_size) {
        for (const std::size_t other : holders.tensors) {
            consider(std::min(other, tensor), std::max(other, tensor));
        }
        holders.tensors.push_back(tensor);
    }
    holders.by_size.clear();
}

void GreedySearch::consider(std::size_t l, std::size_t r) {
    ++scores_;
    steps_.push({score_of(tally_.volumes(tensors_[l], tensors_[r])), l, r});
}

double GreedySearch::score_of(const StepVolumes& step) {
    const double inputs = score_.input_weight * (step.l + step.r);
    if (!score_.by_ratio) return step.d - inputs;
    const double ratio = std::log(step.d) - score_.input_weight * std::log(step.l + step.r);
    return ratio - score_.temperature * random_.gumbel();
}

void GreedySearch::multiply(std::size_t l, std::size_t r) {
    const std::size_t product = tensors_.size();
    let_go(l);
    let_go(r);
    tensors_.push_back(tally_.multiply(tensors_[l], tensors_[r]));
    is_used_[l] = is_used_[r] = 1;
    is_used_.push_back(0);
    path_.push_back({l, r});
    hold(product);
}

void GreedySearch::multiply_connected() {
    while (!steps_.empty()) {
        const Step step = steps_.top();
        steps_.pop();
        if (is_used_[step.l] == 0 && is_used_[step.r] == 0) multiply(step.l, step.r);
    }
}

/// What is left shares no label.
void GreedySearch::multiply_rest() {
    std::priority_queue<Sized, std::vector<Sized>, std::greater<>> rest;
    for (std::size_t tensor = 0; tensor < tensors_.size(); ++tensor) {
        if (is_used_[tensor] == 0) rest.push(sized(tensor));
    }
    while (rest.size() > 1) {
        const std::size_t l = std::get<1>(rest.top());
        rest.pop();
        const std::size_t r = std::get<1>(rest.top());
        rest.pop();
        multiply(std::min(l, r), std::max(l, r));
        rest.push(sized(tensors_.size() - 1));
    }
}

}  // namespace

Path greedy_path(const Network& network, const GreedyScore& score, std::size_t* scores) {
    GreedySearch search(network, score);
    Path path = search.path();
    if (scores != nullptr) *scores = search.scores();
    return path;
}

}  // namespace ttgt::network
