// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/run/run_agreement.h"

#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace ttgt {

void check_run_options(const RunRules& rules, const RunOptions& options, Scalar beta) {
    check_beta(rules.text, rules.beta_is_zero, beta);
    check_workspace(rules.workspace_bytes, options.workspace);
    check_stream(rules.device, options.stream);
    if (!options.unchanged.empty()) {
        throw Unsupported(
            "RunOptions::unchanged must be empty: distributed plans keep no intermediates");
    }
}

void check_scalars(Transport& transport, Scalar alpha, Scalar beta) {
    const std::array<double, 4> mine{alpha.real(), alpha.imag(), beta.real(), beta.imag()};
    const std::vector<double> all = transport.all_numbers(mine);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t of = i % mine.size();
        if (all[i] == all[of] || (std::isnan(all[i]) && std::isnan(all[of]))) continue;
        throw InvalidArgument(
            fmt::format("{} must be the same on every rank: its {} part is {} on rank {}, but {} "
                        "on rank 0",
                        of < 2 ? "alpha" : "beta", of % 2 == 0 ? "real" : "imaginary", all[i],
                        i / mine.size(), all[of]));
    }
}

void add_measurements(Transport& transport, const RankRates& rates, const RankTimes& times,
                      DistributedReport& report) {
    report.report.total_ms = times.total_ms;
    report.report.gemm_ms = times.product_ms;
    report.report.overhead = times.total_ms > 0 ? 1 - times.product_ms / times.total_ms : 0;
    const std::array<double, 3> mine{times.product_ms, times.total_ms,
                                     static_cast<double>(report.bytes_received)};
    const std::vector<double> all = transport.all_numbers(mine);
    double longest_product = 0;
    double sum_of_products = 0;
    double longest = 0;
    double received = 0;
    for (std::size_t i = 0; i < all.size(); i += mine.size()) {
        longest_product = std::max(longest_product, all[i]);
        sum_of_products += all[i];
        longest = std::max(longest, all[i + 1]);
        received += all[i + 2];
    }
    report.bytes_over_links = static_cast<std::int64_t>(received);
    if (sum_of_products > 0) report.imbalance = longest_product * report.ranks / sum_of_products;
    if (longest > 0) {
        report.efficiency =
            report.report.flops / (report.ranks * rates.flops_per_second * longest * 1e-3);
    }
}

}  // namespace ttgt
