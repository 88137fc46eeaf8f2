// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/fit/contraction_draws.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace ttgt::tool {
namespace {

using LabelGroup = std::vector<LabelExtent>;

/// Rows, columns, inner positions, batch.
using RoleExtents = std::array<std::vector<std::int64_t>, 4>;

/// From 0 to below 1; the same from every standard library, other than its distributions.
double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

double log_uniform(std::mt19937_64& random, double low, double high) {
    return low * std::pow(high / low, uniform(random));
}

/// One to three extents whose product is about so many positions.
std::vector<std::int64_t> extents_of(std::mt19937_64& random, double positions) {
    std::vector<double> weights(1 + random() % 3);
    double total = 0;
    for (double& weight : weights) {
        weight = 0.5 + uniform(random);
        total += weight;
    }
    std::vector<std::int64_t> extents;
    for (const double weight : weights) {
        const double extent = std::round(std::pow(positions, weight / total));
        extents.push_back(std::max(std::int64_t{2}, static_cast<std::int64_t>(extent)));
    }
    return extents;
}

double product_of(const std::vector<std::int64_t>& extents) {
    double result = 1;
    for (const std::int64_t extent : extents) result *= static_cast<double>(extent);
    return result;
}

/// Extents that fit the limits.
RoleExtents drawn_roles(std::mt19937_64& random, const DrawLimits& limits) {
    constexpr double fewest_elements = 1e5;
    for (;;) {
        RoleExtents roles{extents_of(random, log_uniform(random, 8, 16384)),
                          extents_of(random, log_uniform(random, 8, 16384)),
                          extents_of(random, log_uniform(random, 4, 65536)),
                          {}};
        if (uniform(random) < 0.2) roles[3] = {2 + static_cast<std::int64_t>(random() % 63)};
        const double m = product_of(roles[0]);
        const double n = product_of(roles[1]);
        const double k = product_of(roles[2]);
        const double batch = product_of(roles[3]);
        const double elements = batch * (m * k + n * k + m * n);
        if (elements > fewest_elements && elements < limits.elements &&
            2 * batch * m * n * k < limits.operations) {
            return roles;
        }
    }
}

/// A tensor of the labels of some roles, in a random order.
std::string tensor(std::mt19937_64& random, char name,
                   const std::array<const LabelGroup*, 3>& roles) {
    std::vector<std::string> labels;
    for (const LabelGroup* role : roles) {
        for (const LabelExtent& each : *role) labels.push_back(each.label);
    }
    for (std::size_t i = labels.size(); i > 1; --i) std::swap(labels[i - 1], labels[random() % i]);
    return fmt::format("{}({})", name, fmt::join(labels, ","));
}

}  // namespace

ContractionCase drawn_contraction(std::mt19937_64& random, const DrawLimits& limits,
                                  std::size_t index) {
    const RoleExtents roles = drawn_roles(random, limits);
    ContractionCase given;
    std::array<LabelGroup, 4> labels;
    char next = 'a';
    for (std::size_t role = 0; role < roles.size(); ++role) {
        for (const std::int64_t extent : roles[role]) {
            labels[role].push_back({std::string(1, next++), extent});
            given.extents.push_back(labels[role].back());
        }
    }
    const auto& [rows, columns, inner, batch] = labels;
    const std::string d = tensor(random, 'D', {&rows, &columns, &batch});
    const std::string l = tensor(random, 'L', {&rows, &inner, &batch});
    const std::string r = tensor(random, 'R', {&columns, &inner, &batch});
    given.expression = fmt::format("{}={}*{}", d, l, r);
    given.id = fmt::format("fit{:03}", index);
    given.line = index + 1;
    return given;
}

std::string line_of(const ContractionCase& given) {
    std::vector<std::string> extents;
    for (const LabelExtent& each : given.extents) {
        extents.push_back(fmt::format("{}:{}", each.label, each.extent));
    }
    return fmt::format("{}\t{}\t{}\n", given.id, given.expression, fmt::join(extents, ","));
}

}  // namespace ttgt::tool
