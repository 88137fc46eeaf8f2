// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/residues.h"

#include <bit>
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
    // The remainders of 0, step, 2 step, … repeat after `period` steps. On each cycle of steps, a
    // remainder gets the addresses of the whole cycle `whole` times, and those of the last `rest`
    // remainders once: a sum that changes by two of them from one remainder to the next.
    const std::int64_t common = std::gcd(step, modulus_);
    const std::int64_t period = modulus_ / common;
    const std::int64_t whole = extent / period;
    const std::int64_t rest = extent % period;
    step_ = std::gcd(step_, step);
    const std::array<double, 128> before = count_;
    for (std::int64_t first = 0; first < common; first += step_) {
        const auto at = [&](std::int64_t steps) {
            return static_cast<std::size_t>((first + steps * step) & (modulus_ - 1));
        };
        double cycle = 0;
        for (std::int64_t i = 0; i < period; ++i) cycle += before[at(i)];
        double last = 0;
        for (std::int64_t i = 1; i <= rest; ++i) last += before[at(-i)];
        for (std::int64_t i = 0; i < period; ++i) {
            last += before[at(i)] - before[at(i - rest)];
            count_[at(i)] = static_cast<double>(whole) * cycle + last;
        }
    }
}

double Residues::lines(std::int64_t length, std::int64_t line) const {
    // Lines are powers of two: a shift takes less time than a division.
    const int log2_line = std::countr_zero(static_cast<std::uint64_t>(line));
    double lines = 0;
    for (std::int64_t r = 0; r < modulus_; r += step_) {
        const std::int64_t touched = ((r & (line - 1)) + length + line - 1) >> log2_line;
        lines += count(r) * static_cast<double>(touched);
    }
    return lines;
}

double Residues::partial_lines(std::int64_t length, std::int64_t line) const {
    double partial = 0;
    for (std::int64_t r = 0; r < modulus_; r += step_) {
        const std::int64_t head = r & (line - 1);
        const bool tail = ((head + length) & (line - 1)) != 0;
        const bool in_one_line = head + length <= line;
        const std::int64_t cut =
            in_one_line ? (head != 0 || tail ? 1 : 0) : (head != 0 ? 1 : 0) + (tail ? 1 : 0);
        partial += count(r) * static_cast<double>(cut);
    }
    return partial;
}

}  // namespace ttgt::cuda
