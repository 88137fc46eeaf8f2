// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "examples/ccsd/input/fcidump.h"

/// Any text is refused with an InputError or gives finite integrals.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::int64_t max_bytes = 1 << 20;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const ccsd::Hamiltonian hamiltonian = ccsd::parse_fcidump(text, "fuzz", max_bytes);
        for (const double integral : hamiltonian.one_body) {
            if (!std::isfinite(integral)) std::abort();
        }
        for (const double integral : hamiltonian.two_body) {
            if (!std::isfinite(integral)) std::abort();
        }
    } catch (const ccsd::InputError&) {
    }
    return 0;
}
