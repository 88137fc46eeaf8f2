// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ttgt {

/// What a CPU says of itself. Where it does not say it, members are as they stand here.
struct CpuIdentity {
    std::string vendor;     ///< as CPUID spells it, such as GenuineIntel
    int family = 0;         ///< of that vendor's; AMD's 25 are Zen 3 and Zen 4, 26 is Zen 5
    int vector_bits = 128;  ///< of the widest registers of floating-point numbers

    bool operator==(const CpuIdentity&) const = default;
};

/// This machine's.
[[nodiscard]] const CpuIdentity& cpu_identity();

}  // namespace ttgt
