// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ttgt::cuda {

template <class Element, int count>
struct alignas(sizeof(Element) * count) Vector {
    Element element[count];
};

/// Starts a copy from global to shared memory: 4, 8 and 16 bytes by cp.async, which needs no
/// registers and ends before the next wait_for_copies(); shorter ones are done at once. L2 fetches
/// the sectors that are read, or the whole of their lines.
template <bool whole_lines, class Element>
__device__ inline void copy_async(Element* to, const Element* from) {
    const auto shared = static_cast<std::uint32_t>(__cvta_generic_to_shared(to));
    if constexpr (sizeof(Element) == 16 && whole_lines) {
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(shared), "l"(from)
                     : "memory");
    } else if constexpr (sizeof(Element) == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared), "l"(from)
                     : "memory");
    } else if constexpr (sizeof(Element) >= 4 && whole_lines) {
        asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;" ::"r"(shared), "l"(from),
                     "n"(sizeof(Element))
                     : "memory");
    } else if constexpr (sizeof(Element) >= 4) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared), "l"(from),
                     "n"(sizeof(Element))
                     : "memory");
    } else {
        *to = *from;
    }
}

/// Waits for the copies of this thread.
__device__ inline void wait_for_copies() { asm volatile("cp.async.wait_all;" ::: "memory"); }

/// Writes out[i] = finish(read(i), out[i]) for the `count` elements from `first` on that lie in
/// [0, end): as one vector where all do (`out + first` is aligned to it), else one by one.
template <int count, class Element, class Finish, class Read>
__device__ inline void store(Element* out, int first, int end, const Finish& finish, Read read) {
    using Stored = Vector<Element, count>;
    if (first >= 0 && first + count <= end) {
        Stored old{};
        if (finish.accumulates()) old = *reinterpret_cast<const Stored*>(out + first);
        Stored value;
#pragma unroll
        for (int e = 0; e < count; ++e) value.element[e] = finish(read(e), old.element[e]);
        *reinterpret_cast<Stored*>(out + first) = value;
        return;
    }
#pragma unroll
    for (int e = 0; e < count; ++e) {
        if (first + e < 0 || first + e >= end) continue;
        Element old{};
        if (finish.accumulates()) old = out[first + e];
        out[first + e] = finish(read(e), old);
    }
}

}  // namespace ttgt::cuda
