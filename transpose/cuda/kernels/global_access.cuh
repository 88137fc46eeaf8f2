// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ttgt::cuda {

/// `count` elements that are read or written as one.
template <class Element, int count>
struct alignas(sizeof(Element) * count) Vector {
    Element element[count];
};

/// Starts a copy from global to shared memory. 4, 8 and 16 bytes are copied by cp.async, which
/// needs no registers and has ended after the next wait_for_copies(); shorter elements are copied
/// at once. L2 fetches the sectors that are read or, with `whole_lines`, their whole lines.
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

/// Starts a copy of 4, 8 or 16 bytes from global to shared memory, or (where `copies` is false)
/// writes zeros there. `from` has to be a readable address in either case. Shorter units are copied
/// at once.
template <class Unit>
__device__ inline void copy_async_or_zero(Unit* to, const Unit* from, bool copies) {
    [[maybe_unused]] const auto shared = static_cast<std::uint32_t>(__cvta_generic_to_shared(to));
    [[maybe_unused]] const int bytes_read = copies ? static_cast<int>(sizeof(Unit)) : 0;
    if constexpr (sizeof(Unit) < 4) {
        *to = copies ? *from : Unit{};
    } else if constexpr (sizeof(Unit) == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared), "l"(from),
                     "r"(bytes_read)
                     : "memory");
    } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(shared), "l"(from),
                     "n"(sizeof(Unit)), "r"(bytes_read)
                     : "memory");
    }
}

/// Ends a group: the copies that this thread has started since the last call.
__device__ inline void end_copy_group() { asm volatile("cp.async.commit_group;" ::: "memory"); }
/// Waits until all groups of this thread have ended, apart from the last `pending` groups.
template <int pending>
__device__ inline void wait_for_copy_groups() {
    asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
}

/// Waits until all copies of this thread have ended.
__device__ inline void wait_for_copies() { asm volatile("cp.async.wait_all;" ::: "memory"); }

/// The `count` elements of `out` from `first` on. Elements outside [0, end) are not read and become
/// zero. Where all elements lie inside they are read as one vector, to which `out + first` has to
/// be aligned; else one by one.
template <int count, class Element>
__device__ inline Vector<Element, count> load(const Element* out, int first, int end) {
    if (first >= 0 && first + count <= end) {
        return *reinterpret_cast<const Vector<Element, count>*>(out + first);
    }
    Vector<Element, count> old{};
#pragma unroll
    for (int e = 0; e < count; ++e) {
        if (first + e >= 0 && first + e < end) old.element[e] = out[first + e];
    }
    return old;
}

/// Writes out[first + e] = finish(read(e), old.element[e]) for each e in [0, count) where first + e
/// lies in [0, end): as one vector where all of them do, to which `out + first` has to be aligned;
/// else one by one.
template <int count, class Element, class Finish, class Read>
__device__ inline void store(Element* out, int first, int end, const Finish& finish, Read read,
                             const Vector<Element, count>& old) {
    if (first >= 0 && first + count <= end) {
        Vector<Element, count> value;
#pragma unroll
        for (int e = 0; e < count; ++e) value.element[e] = finish(read(e), old.element[e]);
        *reinterpret_cast<Vector<Element, count>*>(out + first) = value;
        return;
    }
#pragma unroll
    for (int e = 0; e < count; ++e) {
        if (first + e < 0 || first + e >= end) continue;
        out[first + e] = finish(read(e), old.element[e]);
    }
}

/// Writes out[first + e] = finish(read(e), out[first + e]) for each e in [0, count) where first + e
/// lies in [0, end). `out` is loaded only where finish accumulates. The store waits for this load:
/// a thread with several stores should load old elements first, and pass them to the store that
/// takes them.
template <int count, class Element, class Finish, class Read>
__device__ inline void store(Element* out, int first, int end, const Finish& finish, Read read) {
    Vector<Element, count> old{};
    if (finish.accumulates()) old = load<count>(out, first, end);
    store<count>(out, first, end, finish, read, old);
}

}  // namespace ttgt::cuda
