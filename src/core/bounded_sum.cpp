// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/bounded_sum.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "src/core/rounding.h"

namespace ttgt {
namespace {

/// a * b mod m, for 0 <= a, b < m.
std::int64_t multiply_modulo(std::int64_t a, std::int64_t b, std::int64_t m) {
    __extension__ using Wide = __int128;
    return static_cast<std::int64_t>(static_cast<Wide>(a) * b % m);
}

/// 1 / value modulo m; they have no common divisor.
std::int64_t inverse_modulo(std::int64_t value, std::int64_t m) {
    std::int64_t rest = m;
    std::int64_t next_rest = value % m;
    std::int64_t factor = 0;
    std::int64_t next_factor = 1;
    while (next_rest != 0) {
        const std::int64_t quotient = rest / next_rest;
        rest = std::exchange(next_rest, rest - quotient * next_rest);
        factor = std::exchange(next_factor, factor - quotient * next_factor);
    }
    return factor < 0 ? factor + m : factor;
}

}  // namespace

void BoundedSum::add(std::int64_t stride, std::int64_t count) {
    if (stride != 0 && count != 0) terms_[size_++] = {stride, count};
}

void BoundedSum::merge() {
    std::sort(terms_.begin(), terms_.begin() + static_cast<std::ptrdiff_t>(size_),
              [](const Term& a, const Term& b) { return a.stride < b.stride; });
    for (std::size_t i = 0; i < size_; ++i) {
        Term& term = terms_[i];
        std::size_t kept = i + 1;
        for (std::size_t j = i + 1; j < size_; ++j) {
            const Term other = terms_[j];
            const std::int64_t multiple = other.stride / term.stride;
            // Without a gap: the multiples of term.stride from 0 on.
            if (other.stride % term.stride == 0 && multiple <= term.count + 1) {
                term.count += multiple * other.count;
            } else {
                terms_[kept++] = other;
            }
        }
        size_ = kept;
    }
}

bool BoundedSum::reaches(std::int64_t target) {
    merge();
    budget_ = search_budget;
    return search(0, size_, target);
}

/// For one of the terms [begin, end), the first or the last.
BoundedSum::Values BoundedSum::values(std::size_t term, std::size_t begin, std::size_t end,
                                      std::int64_t target) const {
    const auto [stride, count] = terms_[term];
    std::int64_t divisor = 0;  // of all that the others reach
    std::int64_t others = 0;
    for (std::size_t i = begin; i < end; ++i) {
        if (i == term) continue;
        divisor = std::gcd(divisor, terms_[i].stride);
        others += terms_[i].reach();
    }
    std::int64_t first = target <= others ? 0 : divide_up(target - others, stride);
    const std::int64_t last = std::min(count, target / stride);
    const std::int64_t common = std::gcd(divisor, stride);
    if (first > last || target % common != 0) return {};
    const std::int64_t step = divisor / common;
    if (step > 1) {
        // stride * x = target modulo divisor
        const std::int64_t x =
            multiply_modulo(target / common % step, inverse_modulo(stride / common, step), step);
        const std::int64_t behind = first % step;
        first += x >= behind ? x - behind : x - behind + step;
    }
    const std::int64_t distance = std::max<std::int64_t>(step, 1);
    return {first, distance, first > last ? 0 : (last - first) / distance + 1};
}

bool BoundedSum::search(std::size_t begin, std::size_t end, std::int64_t target) {
    if (target < 0) return false;
    if (begin == end) return target == 0;
    const Values low = values(begin, begin, end, target);
    const Values high = values(end - 1, begin, end, target);
    const bool takes_low = low.count < high.count;
    const Values& tried = takes_low ? low : high;
    const std::int64_t stride = terms_[takes_low ? begin : end - 1].stride;
    for (std::int64_t i = 0; i < tried.count; ++i) {
        if (--budget_ < 0) return true;
        const std::int64_t rest = target - (tried.first + i * tried.step) * stride;
        if (takes_low ? search(begin + 1, end, rest) : search(begin, end - 1, rest)) return true;
    }
    return false;
}

}  // namespace ttgt
