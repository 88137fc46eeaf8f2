// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cpu_identity.h"

#if defined(__x86_64__)
#include <cpuid.h>

#include "src/runtime/vector_level.h"
#endif

namespace ttgt {
namespace {

#if defined(__x86_64__)

std::string vendor_text(unsigned first, unsigned second, unsigned third) {
    std::string text;
    for (const unsigned four : {first, second, third}) {
        for (unsigned shift = 0; shift < 32; shift += 8) {
            text += static_cast<char>(four >> shift & 0xff);
        }
    }
    return text;
}

int vector_bits() {
    const VectorLevel level = vector_level();
    if (level == VectorLevel::avx512) return 512;
    return level == VectorLevel::avx2 ? 256 : 128;
}

CpuIdentity ask() {
    CpuIdentity identity;
    identity.vector_bits = vector_bits();
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    if (__get_cpuid(0, &a, &b, &c, &d) != 0) identity.vendor = vendor_text(b, d, c);
    if (__get_cpuid(1, &a, &b, &c, &d) != 0) {
        constexpr unsigned extended = 15;  // the rest of the family is in a field of its own
        const unsigned family = a >> 8 & 0xf;
        identity.family = static_cast<int>(family == extended ? family + (a >> 20 & 0xff) : family);
    }
    return identity;
}

#else

CpuIdentity ask() { return {}; }

#endif

}  // namespace

const CpuIdentity& cpu_identity() {
    // Never destroyed: destructors of static objects may contract.
    static const auto& identity = *new CpuIdentity(ask());
    return identity;
}

}  // namespace ttgt
