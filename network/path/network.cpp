// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/path/network.h"

#include <algorithm>

namespace ttgt::network {
namespace {

void grow(double& volume, double extent) { volume = std::min(volume * extent, most_volume); }

}  // namespace

double volume(const Network& network, const Labels& labels) {
    double product = 1;
    for (const std::size_t label : labels) grow(product, network.extents[label]);
    return product;
}

LabelTally::LabelTally(const Network& network)
    : extents_(network.extents), holders_(network.extents.size()) {
    for (const Labels& input : network.inputs) {
        for (const std::size_t label : input) ++holders_[label];
    }
    for (const std::size_t label : network.output) ++holders_[label];
}

template <class Visit>
void LabelTally::for_each_label(const Labels& l, const Labels& r, Visit&& visit) const {
    auto in_l = l.begin();
    auto in_r = r.begin();
    while (in_l != l.end() || in_r != r.end()) {
        if (in_r == r.end() || (in_l != l.end() && *in_l < *in_r)) {
            visit(*in_l, holders_[*in_l] > 1);
            ++in_l;
        } else if (in_l == l.end() || *in_r < *in_l) {
            visit(*in_r, holders_[*in_r] > 1);
            ++in_r;
        } else {
            visit(*in_l, holders_[*in_l] > 2);
            ++in_l;
            ++in_r;
        }
    }
}

StepVolumes LabelTally::volumes(const Labels& l, const Labels& r) const {
    StepVolumes result;
    for (const std::size_t label : l) grow(result.l, extents_[label]);
    for (const std::size_t label : r) grow(result.r, extents_[label]);
    for_each_label(l, r, [&](std::size_t label, bool stays) {
        grow(result.all, extents_[label]);
        if (stays) grow(result.d, extents_[label]);
    });
    return result;
}

Labels LabelTally::multiply(const Labels& l, const Labels& r) {
    Labels product;
    for_each_label(l, r, [&](std::size_t label, bool stays) {
        if (stays) product.push_back(label);
    });
    for (const std::size_t label : l) --holders_[label];
    for (const std::size_t label : r) --holders_[label];
    for (const std::size_t label : product) ++holders_[label];
    return product;
}

std::vector<Labels> labels_along(const Network& network, const Path& path) {
    LabelTally tally(network);
    std::vector<Labels> labels = network.inputs;
    for (const auto& [l, r] : path) labels.push_back(tally.multiply(labels[l], labels[r]));
    return labels;
}

std::vector<StepVolumes> volumes_along(const Network& network, const Path& path) {
    LabelTally tally(network);
    std::vector<Labels> labels = network.inputs;
    std::vector<StepVolumes> volumes;
    for (const auto& [l, r] : path) {
        volumes.push_back(tally.volumes(labels[l], labels[r]));
        labels.push_back(tally.multiply(labels[l], labels[r]));
    }
    return volumes;
}

}  // namespace ttgt::network
