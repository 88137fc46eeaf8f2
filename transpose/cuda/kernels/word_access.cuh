// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "transpose/cuda/plan/kernel_arguments.h"

namespace ttgt::cuda {

// Elements of 1 and 2 bytes are read and staged a word at a time, wherever they begin: one by one
// they would wait for memory with too few bytes on their way.

/// Elements that make a word, 1 where they fill it.
template <class Element>
inline constexpr int word_elements = elements_per_word(sizeof(Element));

/// A word of elements on its way: the two words of memory that it lies in.
struct ShiftedWord {
    std::uint32_t low;
    std::uint32_t high;
    std::uint32_t shift;  ///< bits

    [[nodiscard]] __device__ std::uint32_t value() const {
        return __funnelshift_r(low, high, shift);
    }
};

/// Begins to load the word of elements from `from` on; it and the next word lie in the array.
template <class Element>
__device__ inline ShiftedWord load_word(const Element* from) {
    const auto misaligned = reinterpret_cast<std::uintptr_t>(from) % sizeof(std::uint32_t);
    const auto* const words =
        reinterpret_cast<const std::uint32_t*>(reinterpret_cast<const char*>(from) - misaligned);
    return {words[0], words[1], static_cast<std::uint32_t>(8 * misaligned)};
}

/// Loads those of the word that lie in [begin, end).
template <class Element>
__device__ inline ShiftedWord load_part(const Element* from, const Element* begin,
                                        const Element* end) {
    constexpr int count = word_elements<Element>;
    ShiftedWord few{};
#pragma unroll
    for (int e = 0; e < count; ++e) {
        if (from + e < begin || from + e >= end) continue;
        std::uint32_t value = 0;
        std::memcpy(&value, from + e, sizeof(Element));
        few.low |= value << 8 * sizeof(Element) * e;
    }
    return few;
}

}  // namespace ttgt::cuda
