// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>

namespace ccsd::test {

/// Transforms random integrals by a random rotation on a device, and expects every block to hold
/// what plain loops over the rotated Hamiltonian say.
void expect_integrals_of_a_rotation(const ttgt::Device& device, std::int64_t orbitals,
                                    std::int64_t electrons);

}  // namespace ccsd::test
