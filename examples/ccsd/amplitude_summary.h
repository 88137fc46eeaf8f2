// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "examples/ccsd/amplitudes/amplitudes.h"
#include "examples/ccsd/engine/memory.h"
#include "examples/ccsd/engine/tensor.h"

namespace ccsd {

/// One amplitude: t1 from one occupied to one virtual orbital, t2 from two to two, the first to the
/// first. Orbitals count from 1 by energy, those of the frozen core included.
struct Amplitude {
    std::vector<std::int64_t> occupied;
    std::vector<std::int64_t> virtuals;
    double value = 0;
};

/// What the amplitudes say of the wave function.
struct AmplitudeSummary {
    static constexpr std::size_t most_listed = 5;

    double t1_norm = 0;
    double t2_norm = 0;  ///< over all i, j, a and b
    /// Norm of t1 over the square root of the number of correlated electrons (Lee and Taylor, Int.
    /// J. Quantum Chem. Symp. 23 (1989) 199).
    double t1_diagnostic = 0;
    /// By falling magnitude; of the two equal t2 that differ by exchange of the electrons, the one
    /// that begins with the lower orbitals.
    std::vector<Amplitude> largest_singles, largest_doubles;
};

/// Reads the amplitudes piece by piece, in the shape of AmplitudeShape; waits for them.
[[nodiscard]] AmplitudeSummary summarise(Memory& memory, const AmplitudeShape& shape,
                                         const Tensor& amplitudes, std::int64_t frozen_core);

}  // namespace ccsd
