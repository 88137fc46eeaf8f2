// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/rewrite/product_network.h"

#include <algorithm>
#include <utility>

namespace ttgt::network {
namespace {

Labels each_once(Labels labels) {
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    return labels;
}

}  // namespace

Network network_of(const Sum& sum, const Product& product) {
    Network network;
    for (const Use& factor : product.factors) network.inputs.push_back(each_once(factor.labels));
    network.output = each_once(sum.output.labels);
    for (const SumLabel& label : sum.labels) {
        network.extents.push_back(static_cast<double>(std::max<std::int64_t>(label.extent, 1)));
    }
    return network;
}

}  // namespace ttgt::network
