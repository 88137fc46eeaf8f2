// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace ttgt::tool {

/// SplitMix64 with draws of its own: the same numbers for a seed with every compiler and library,
/// which std::uniform_int_distribution and std::shuffle do not promise.
class PortableRandom {
public:
    explicit PortableRandom(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t bits = state_;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
        return bits ^ (bits >> 31);
    }

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
