// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>
#include <ttgt/path.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/expression/expression.h"
#include "network/path/greedy.h"
#include "network/path/optimal.h"
#include "network/path/path_search.h"
#include "tests/support/refusal.h"
#include "tests/support/source_folder.h"

namespace ttgt::network {
namespace {

using test::refusal_of;
using testing::HasSubstr;

const PathCosts by_flops(Minimize::flops);

double operations(const Network& network, const Path& path) {
    double sum = 0;
    for (const StepVolumes& step : volumes_along(network, path)) sum += step.operations();
    return sum;
}

/// A row of nary.tsv: a network, the operations of the best path known to others, and how they
/// found it.
struct NaryRow {
    std::string id;
    Network network;
    double operations = 0;
};

std::vector<std::string> fields_of(const std::string& line, char separator) {
    std::vector<std::string> fields;
    std::stringstream stream(line);
    for (std::string field; std::getline(stream, field, separator);) fields.push_back(field);
    return fields;
}

Labels numbers(const Factor& factor, const std::map<std::string, double>& extents,
               std::map<std::string, std::size_t>& known, Network& network) {
    Labels labels;
    for (const std::string& label : factor.labels) {
        const auto [position, is_new] = known.try_emplace(label, known.size());
        if (is_new) network.extents.push_back(extents.at(label));
        labels.push_back(position->second);
    }
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    return labels;
}

NaryRow read_row(const std::string& line) {
    const std::vector<std::string> fields = fields_of(line, '\t');
    const Expression expression = parse_expression(fields.at(4));
    std::map<std::string, double> extents;
    for (const std::string& pair : fields_of(fields.at(5), ',')) {
        const std::size_t colon = pair.find(':');
        extents[pair.substr(0, colon)] = std::stod(pair.substr(colon + 1));
    }
    NaryRow row{fields.at(0), {}, std::stod(fields.at(9))};
    std::map<std::string, std::size_t> known;
    for (const Factor& factor : expression.terms.front().factors) {
        row.network.inputs.push_back(numbers(factor, extents, known, row.network));
    }
    row.network.output = numbers(expression.output, extents, known, row.network);
    return row;
}

std::vector<NaryRow> read_rows() {
    std::ifstream file(TTGT_SOURCE_DIR "/tests/data/nary.tsv");
    std::vector<NaryRow> rows;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line.front() != '#') rows.push_back(read_row(line));
    }
    return rows;
}

// Optima of opt_einsum and cotengra, and greedy paths of many tensors.
TEST(PathSearch, NeedsNoMoreOperationsThanOthersKnow) {
    const std::vector<NaryRow> rows = read_rows();

    ASSERT_EQ(rows.size(), 50U);
    for (const NaryRow& row : rows) {
        const Path path = find_path(row.network, by_flops, {});
        ASSERT_EQ(path.size() + 1, row.network.inputs.size()) << row.id;
        EXPECT_LE(operations(row.network, path), row.operations * (1 + 1e-12)) << row.id;
    }
}

Network random_network(std::mt19937_64& random, std::size_t inputs) {
    Network network;
    const std::size_t labels = 2 + random() % 6;
    for (std::size_t label = 0; label < labels; ++label) {
        network.extents.push_back(static_cast<double>(1 + random() % 5));
        if (random() % 4 == 0) network.output.push_back(label);
    }
    for (std::size_t input = 0; input < inputs; ++input) {
        Labels& own = network.inputs.emplace_back();
        for (std::size_t label = 0; label < labels; ++label) {
            if (random() % 3 == 0) own.push_back(label);
        }
    }
    for (const std::size_t label : network.output) {  // each stands in an input
        Labels& first = network.inputs.front();
        if (std::find(first.begin(), first.end(), label) == first.end()) first.push_back(label);
    }
    std::sort(network.inputs.front().begin(), network.inputs.front().end());
    return network;
}

/// The least cost of all paths, every one of them walked.
PathCost least_by_trying_all(const Network& network, const PathCosts& costs, Path path,
                             std::vector<std::size_t> left) {
    if (left.size() == 1) return costs.of_path(network, path);
    PathCost least = unbounded;
    for (std::size_t i = 0; i < left.size(); ++i) {
        for (std::size_t j = i + 1; j < left.size(); ++j) {
            std::vector<std::size_t> rest = left;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(j));
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            rest.push_back(network.inputs.size() + path.size());
            path.push_back({left[i], left[j]});
            least = std::min(least, least_by_trying_all(network, costs, path, rest));
            path.pop_back();
        }
    }
    return least;
}

TEST(PathSearch, OptimalIsTheBestOfAllPaths) {
    constexpr std::uint64_t seed = 20261124;
    std::mt19937_64 random(seed);
    for (int draw = 0; draw < 60; ++draw) {
        const std::size_t inputs = 2 + random() % 4;
        const Network network = random_network(random, inputs);
        std::vector<std::size_t> all(inputs);
        for (std::size_t i = 0; i < inputs; ++i) all[i] = i;
        for (const Minimize minimize : {Minimize::flops, Minimize::memory}) {
            const PathCosts costs(minimize);
            const PathCost found = costs.of_path(network, optimal_path(network, costs));
            const PathCost least = least_by_trying_all(network, costs, {}, all);
            EXPECT_DOUBLE_EQ(found.first, least.first) << "seed " << seed << " draw " << draw;
        }
    }
}

TEST(PathSearch, MultipliesMatricesFromTheCheapEnd) {
    // A(i,j) B(j,k) C(k,l): from the right 2*10*1 + 2*2*10, from the left 2*2*10*10 + 2*2*10.
    const Network chain{{{0, 1}, {1, 2}, {2, 3}}, {0, 3}, {2, 10, 10, 1}};

    const Path path = find_path(chain, by_flops, {});

    EXPECT_EQ(path, (Path{{1, 2}, {0, 3}}));
    EXPECT_EQ(operations(chain, path), 2 * 10 * 10 * 1 + 2 * 2 * 10 * 1);
}

TEST(PathSearch, RandomGreedyRepeatsItselfForASeed) {
    std::mt19937_64 random(7);
    const Network network = random_network(random, 20);
    PathOptions options;
    options.search = "random-greedy";
    options.seed = 5;

    const Path path = find_path(network, by_flops, options);

    EXPECT_EQ(path, find_path(network, by_flops, options));
    EXPECT_LE(operations(network, path), operations(network, greedy_path(network)));
}

TEST(PathSearch, TakesAPathOfTheCallers) {
    const Network chain{{{0, 1}, {1, 2}, {2, 3}}, {0, 3}, {2, 10, 10, 1}};
    PathOptions options;
    options.path = {{0, 1}, {0, 1}};

    EXPECT_EQ(find_path(chain, by_flops, options), (Path{{0, 1}, {2, 3}}));
}

TEST(PathSearch, RefusesWhatItCannotDo) {
    const Network chain{{{0, 1}, {1, 2}, {2, 3}}, {0, 3}, {2, 10, 10, 1}};
    const auto refusal = [&](const PathOptions& options) {
        return refusal_of<InvalidArgument>([&] { (void)find_path(chain, by_flops, options); });
    };
    PathOptions options;
    options.search = "best";
    EXPECT_THAT(refusal(options), HasSubstr("no path search 'best'; known: 'auto' 'optimal'"));
    options = {};
    options.path = {{0, 1}};
    EXPECT_THAT(refusal(options), HasSubstr("has 1 steps; a product of 3 tensors has 2"));
    options.path = {{0, 3}, {0, 1}};
    EXPECT_THAT(refusal(options), HasSubstr("step 0 of the path multiplies tensors 0 and 3"));
    options.path = {{1, 1}, {0, 1}};
    EXPECT_THAT(refusal(options), HasSubstr("multiplies tensors 1 and 1"));

    options = {};
    options.search = "optimal";
    std::mt19937_64 random(1);
    const Network many = random_network(random, 17);
    EXPECT_THAT(refusal_of<Unsupported>([&] { (void)find_path(many, by_flops, options); }),
                HasSubstr("takes up to 16 tensors, this product has 17"));
}

}  // namespace
}  // namespace ttgt::network
