// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "transpose/cuda/plan/kernel_arguments.h"

namespace ttgt::cuda {

// Access to elements of 1 and 2 bytes. They are read and staged a word (4 bytes) at a time,
// wherever they begin: read one by one, they would leave too few bytes on their way to hide the
// latency of memory.

/// Number of elements that fill a word; 1 where an element is as long as a word.
template <class Element>
inline constexpr int word_elements = elements_per_word(sizeof(Element));

/// The elements that fill a word, while they are loaded: the two aligned words of memory in which
/// they lie. load_part() puts all elements into `low`, with `shift` 0.
struct ShiftedWord {
    /// The aligned word of memory in which the elements begin.
    std::uint32_t low;
    /// The aligned word of memory after `low`.
    std::uint32_t high;
    /// Number of bits of `low` that lie before the elements.
    std::uint32_t shift;

    /// The elements as one word.
    [[nodiscard]] __device__ std::uint32_t value() const {
        return __funnelshift_r(low, high, shift);
    }
};

/// Starts to load the elements that fill a word (4 bytes) from the address `from` on, which need
/// not be aligned to a word. Precondition: the aligned word in which `from` lies and the aligned
/// word after it lie in the array.
template <class Element>
__device__ inline ShiftedWord load_word(const Element* from) {
    const auto misaligned = reinterpret_cast<std::uintptr_t>(from) % sizeof(std::uint32_t);
    const auto* const words =
        reinterpret_cast<const std::uint32_t*>(reinterpret_cast<const char*>(from) - misaligned);
    return {words[0], words[1], static_cast<std::uint32_t>(8 * misaligned)};
}

/// Loads the elements of the word from `from` on that lie in [begin, end); others are zero.
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
