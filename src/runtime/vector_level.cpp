// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// By instructions of the CPU: what __builtin_cpu_supports() asks is empty in the libraries of some
// compilers.
#include "src/runtime/vector_level.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace ttgt {

#if defined(__x86_64__)

namespace {

constexpr bool has_all(unsigned bits, unsigned wanted) { return (bits & wanted) == wanted; }

/// The low half of XCR0: which registers the system keeps while a thread waits.
unsigned kept_registers() {
    unsigned low = 0;
    unsigned high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

}  // namespace

VectorLevel vector_level() noexcept {
    constexpr unsigned system_says = 1U << 27;  // leaf 1, ECX
    constexpr unsigned avx = 1U << 28;          // leaf 1, ECX
    constexpr unsigned avx2 = 1U << 5;          // leaf 7, EBX
    constexpr unsigned avx512 = 1U << 16;       // leaf 7, EBX
    constexpr unsigned registers_256 = 0x06;
    constexpr unsigned registers_512 = 0xe6;
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0) return VectorLevel::sse;
    if (!has_all(c, system_says | avx)) return VectorLevel::sse;
    const unsigned kept = kept_registers();
    if (!has_all(kept, registers_256)) return VectorLevel::sse;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return VectorLevel::avx;
    if (has_all(b, avx512) && has_all(kept, registers_512)) return VectorLevel::avx512;
    return has_all(b, avx2) ? VectorLevel::avx2 : VectorLevel::avx;
}

#else

VectorLevel vector_level() noexcept { return VectorLevel::sse; }

#endif

}  // namespace ttgt
