// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ttgt::test {

/// Draws that are the same on every platform, unlike those of the std distributions.
class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// In [0, count).
    std::int64_t below(std::int64_t count) {
        return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(count));
    }
    /// In [first, last].
    std::int64_t between(std::int64_t first, std::int64_t last) {
        return first + below(last - first + 1);
    }
    bool chance(int percent) { return below(100) < percent; }
    /// In [-1, 1).
    double real() { return static_cast<double>(engine_() >> 11) * 0x1p-52 - 1.0; }
    template <class T>
    const T& pick(const std::vector<T>& choices) {
        return choices[static_cast<std::size_t>(below(static_cast<std::int64_t>(choices.size())))];
    }
    template <class T>
    void shuffle(std::vector<T>& values) {
        for (std::size_t i = values.size(); i > 1; --i) {
            const auto j = static_cast<std::size_t>(below(static_cast<std::int64_t>(i)));
            std::swap(values[i - 1], values[j]);
        }
    }

private:
    std::mt19937_64 engine_;
};

/// The seeds first, first + 1, … of a loop over random cases; only TTGT_TEST_SEED where the
/// environment sets it, to replay one case.
[[nodiscard]] inline std::vector<std::uint64_t> seeds(std::uint64_t first, int count) {
    if (const char* replay = std::getenv("TTGT_TEST_SEED")) return {std::stoull(replay)};
    std::vector<std::uint64_t> result;
    for (int i = 0; i < count; ++i) result.push_back(first + static_cast<std::uint64_t>(i));
    return result;
}

}  // namespace ttgt::test
