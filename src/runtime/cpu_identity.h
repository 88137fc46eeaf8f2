// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ttgt {

/// What a CPU says of itself. Where it does not say it, members are as they stand here.
struct CpuIdentity {
    std::string vendor;     ///< the vendor as CPUID spells it, such as GenuineIntel
    int family = 0;         ///< the vendor's number of the family; AMD: 25 is Zen 3 or 4, 26 Zen 5
    int vector_bits = 128;  ///< width in bits of the widest floating-point registers

    bool operator==(const CpuIdentity&) const = default;
};

/// The identity of this machine's CPU.
[[nodiscard]] const CpuIdentity& cpu_identity();

}  // namespace ttgt
