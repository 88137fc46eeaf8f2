// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace ttgt::tool {

/// SplitMix64 (Steele, Lea & Flood 2014) steps a counter by this and returns it scrambled.
inline constexpr std::uint64_t split_mix_step = 0x9e3779b97f4a7c15U;
[[nodiscard]] constexpr std::uint64_t split_mix(std::uint64_t counter) {
    counter = (counter ^ (counter >> 30U)) * 0xbf58476d1ce4e5b9U;
    counter = (counter ^ (counter >> 27U)) * 0x94d049bb133111ebU;
    return counter ^ (counter >> 31U);
}

/// The value at position `index` of the sequence of `seed`.
[[nodiscard]] constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
    return split_mix(seed + (index + 1) * split_mix_step);
}

/// Uniform in [-1, 1). All bits of the mantissa are random: sums of products are rounded, as those
/// of real data are. No step rounds, so every device gets the same number.
template <class Real>
[[nodiscard]] constexpr Real random_real(std::uint64_t seed, std::uint64_t index) {
    constexpr int digits = std::numeric_limits<Real>::digits;
    constexpr Real unit = Real(1) / static_cast<Real>(std::uint64_t{1} << (digits - 1));
    return static_cast<Real>(random_bits(seed, index) >> (64 - digits)) * unit - Real(1);
}

/// SplitMix64 with draws of its own: the same numbers for a seed with every compiler and library,
/// which std::uniform_int_distribution and std::shuffle do not promise.
class PortableRandom {
public:
    explicit PortableRandom(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() { return split_mix(state_ += split_mix_step); }

    /// Uniform in [0, count), count > 0.
    std::size_t below(std::size_t count) {
        constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
        const std::uint64_t fair = last - last % count;  // a multiple of count
        for (;;) {
            const std::uint64_t drawn = next();
            if (drawn < fair) return static_cast<std::size_t>(drawn % count);
        }
    }

    template <class Value>
    void shuffle(std::vector<Value>& values) {
        for (std::size_t left = values.size(); left > 1; --left) {
            std::swap(values[left - 1], values[below(left)]);
        }
    }

private:
    std::uint64_t state_;
};

}  // namespace ttgt::tool
