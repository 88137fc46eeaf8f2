// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/residues.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace ttgt::cuda {

Residues::Residues(std::int64_t modulus) : modulus_(modulus), step_(modulus) { count_[0] = 1; }

void Residues::add(std::int64_t extent, std::int64_t stride) {
    if (extent == 1) return;
    total_ *= static_cast<double>(extent);
    const std::int64_t step = (stride % modulus_ + modulus_) % modulus_;
    if (step == 0) {
        for (std::int64_t r = 0; r < modulus_; r += step_) {
            count_[static_cast<std::size_t>(r)] *= static_cast<double>(extent);
        }
        return;
    }
    // The remainders of 0, step, 2 step, … repeat after `period` steps.
    const std::int64_t period = modulus_ / std::gcd(step, modulus_);
    const std::int64_t whole = extent / period;
    const std::int64_t rest = extent % period;
    std::array<double, 128> sum{};
    std::int64_t remainder = 0;
    for (std::int64_t i = 0; i < std::min(period, extent); ++i) {
        const auto times = static_cast<double>(whole + (i < rest ? 1 : 0));
        for (std::int64_t r = 0; r < modulus_; r += step_) {
            sum[static_cast<std::size_t>((r + remainder) & (modulus_ - 1))] += times * count(r);
        }
        remainder = (remainder + step) & (modulus_ - 1);
    }
    count_ = sum;
    step_ = std::gcd(step_, step);
}

double Residues::lines(std::int64_t length, std::int64_t line) const {
    double lines = 0;
    for (std::int64_t r = 0; r < modulus_; r += step_) {
        const std::int64_t touched = ((r & (line - 1)) + length + line - 1) / line;
        lines += count(r) * static_cast<double>(touched);
    }
    return lines;
}

double Residues::partial_lines(std::int64_t length, std::int64_t line) const {
    double partial = 0;
    for (std::int64_t r = 0; r < modulus_; r += step_) {
        const std::int64_t head = r & (line - 1);
        const bool tail = (head + length) % line != 0;
        const bool in_one_line = head + length <= line;
        const std::int64_t cut =
            in_one_line ? (head != 0 || tail ? 1 : 0) : (head != 0 ? 1 : 0) + (tail ? 1 : 0);
        partial += count(r) * static_cast<double>(cut);
    }
    return partial;
}

}  // namespace ttgt::cuda
