// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

namespace ttgt::network {

/// Random numbers that are the same on all platforms, which the distributions of <random> do not
/// promise.
class Random {
public:
    explicit Random(std::uint64_t seed) : bits_(seed) {}
    /// A random number, evenly distributed in (0, 1).
    double uniform() {
        constexpr double unit = 1.0 / 9007199254740992.0;  // 2^-53
        return (static_cast<double>(bits_() >> 11U) + 0.5) * unit;
    }
    /// A random number with the standard Gumbel distribution.
    double gumbel() { return -std::log(-std::log(uniform())); }

private:
    std::mt19937_64 bits_;
};

}  // namespace ttgt::network
