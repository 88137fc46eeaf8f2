// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "examples/ccsd/input/hamiltonian.h"
#include "examples/ccsd/input/input_error.h"

namespace ccsd {

/// What a file's header says.
struct FcidumpHeader {
    std::int64_t orbitals = 0;
    std::int64_t electrons = 0;
};
using FcidumpAdmission = std::function<void(const FcidumpHeader&)>;

/// Reads a Hamiltonian in the format of Knowles and Handy (Comput. Phys. Commun. 54 (1989) 75): a
/// Fortran namelist &FCI with NORB and NELEC, then one integral in a line, `value i j k l`,
/// orbitals counted from 1:
///
///     i j k l   (ij|kl), any one of the up to eight places that are equal by symmetry
///     i j 0 0   h_ij, in either order
///     i 0 0 0   an orbital's energy, which is checked and not used
///     0 0 0 0   the core's energy; where there is none it is 0
///
/// Lines come in any order; integrals not given are zero, but one of h_ij must be given: most files
/// list them last, so that one which ends too early is known by it. The spellings of Fortran are
/// taken: any case, &END or /, D exponents, repeat counts, commas or blanks, values over several
/// lines, comments after `!`; so is a byte order mark of UTF-8.
///
/// Throws InputError, naming the line, for text of UTF-16, a header without NORB or NELEC, open
/// shells, unrestricted or complex integrals, an index out of range, NaN or infinity, a line that
/// is none of the above, an integral given twice with different values, an end too early; and for a
/// file that cannot be read, or whose integrals take more than `max_bytes`. `admit` is told the
/// header before there is memory for the integrals, and may throw as well.
[[nodiscard]] Hamiltonian read_fcidump(const std::string& path,
                                       std::int64_t max_bytes = ttgt::unlimited,
                                       const FcidumpAdmission& admit = {});

/// The same for text that is in memory; `name` stands for the file in messages.
[[nodiscard]] Hamiltonian parse_fcidump(std::string_view text, const std::string& name,
                                        std::int64_t max_bytes = ttgt::unlimited,
                                        const FcidumpAdmission& admit = {});

/// Bytes that the integrals of so many orbitals take in a Hamiltonian, and that reading them takes,
/// the text of the file aside. As doubles, which no header overflows.
[[nodiscard]] double fcidump_integral_bytes(std::int64_t orbitals);
[[nodiscard]] double fcidump_reading_bytes(std::int64_t orbitals);

}  // namespace ccsd
