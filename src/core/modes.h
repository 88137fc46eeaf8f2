// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "src/core/counts.h"
#include "src/core/sort_few.h"

namespace ttgt {

/// One loop over N arrays at once: `extent` steps, moving each array by its stride (elements).
template <std::size_t N>
struct Mode {
    std::int64_t extent = 1;
    std::array<std::int64_t, N> strides{};

    friend bool operator==(const Mode&, const Mode&) = default;
};

template <std::size_t N>
using Modes = std::vector<Mode<N>>;

/// Number of index tuples, `most_counted` where there are more: of summed labels of two inputs.
template <std::size_t N>
[[nodiscard]] std::int64_t volume(const Modes<N>& modes) {
    std::int64_t product = 1;
    for (const Mode<N>& mode : modes) product = saturating_product({product, mode.extent});
    return product;
}

/// Number of index tuples of the modes as a double, which does not overflow.
template <std::size_t N>
[[nodiscard]] double tuple_count(const Modes<N>& modes) {
    double product = 1;
    for (const Mode<N>& mode : modes) product *= static_cast<double>(mode.extent);
    return product;
}

/// True where stepping `outer` once equals stepping `inner` extent times, in every array, and 64
/// bits count the steps of both.
template <std::size_t N>
[[nodiscard]] bool continues(const Mode<N>& inner, const Mode<N>& outer) {
    std::int64_t product = 0;
    for (std::size_t array = 0; array < N; ++array) {
        const bool fits = !__builtin_mul_overflow(inner.strides[array], inner.extent, &product);
        if (!fits || outer.strides[array] != product) return false;
    }
    return !__builtin_mul_overflow(inner.extent, outer.extent, &product);
}

/// Drops modes of extent 1 and joins every pair that `continues`. The result visits the same set of
/// address tuples with the fewest modes; no two of it can be joined. Extents must be at least 1.
template <std::size_t N>
[[nodiscard]] Modes<N> merge(Modes<N> modes) {
    std::erase_if(modes, [](const Mode<N>& mode) { return mode.extent == 1; });
    for (std::size_t inner = 0; inner < modes.size();) {
        const auto outer = std::find_if(modes.begin(), modes.end(), [&](const Mode<N>& candidate) {
            return &candidate != &modes[inner] && continues(modes[inner], candidate);
        });
        if (outer == modes.end()) {
            ++inner;
            continue;
        }
        modes[inner].extent *= outer->extent;
        modes.erase(outer);
        inner = 0;  // positions moved, and the longer mode may now continue another
    }
    return modes;
}

/// Stable order by |stride| in `array`, smallest first.
template <std::size_t N>
void sort_by_stride(Modes<N>& modes, std::size_t array) {
    sort_few(modes.begin(), modes.end(), [array](const Mode<N>& a, const Mode<N>& b) {
        return std::abs(a.strides[array]) < std::abs(b.strides[array]);
    });
}

}  // namespace ttgt
