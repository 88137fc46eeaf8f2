// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/input/fcidump.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "examples/ccsd/input/hamiltonian.h"
#include "tests/support/source_folder.h"

namespace ccsd {
namespace {

constexpr const char* records =
    "0.75 1 1 1 1\n"
    "0.125 2 1 1 1\n"
    "0.5 2 2 1 1\n"
    "0.25 2 1 2 1\n"
    "-0.0625 2 2 2 1\n"
    "0.625 2 2 2 2\n"
    "-1.5 1 1 0 0\n"
    "0.375 2 1 0 0\n"
    "-1.25 2 2 0 0\n"
    "0.7 0 0 0 0\n";

/// That `text` gives what `records` says, by hand.
void expect_the_records(const std::string& text) {
    const Hamiltonian h = parse_fcidump(text, "t.fcidump");

    EXPECT_EQ(h.orbitals, 2);
    EXPECT_EQ(h.electrons, 2);
    EXPECT_EQ(h.core_energy, 0.7);
    EXPECT_EQ(h.one_body, (std::vector<double>{-1.5, 0.375, 0.375, -1.25}));
    EXPECT_EQ(h.repulsion(0, 0, 0, 0), 0.75);
    EXPECT_EQ(h.repulsion(0, 0, 1, 0), 0.125);
    EXPECT_EQ(h.repulsion(0, 0, 1, 1), 0.5);
    EXPECT_EQ(h.repulsion(1, 0, 0, 1), 0.25);
    EXPECT_EQ(h.repulsion(0, 1, 1, 1), -0.0625);
    EXPECT_EQ(h.repulsion(1, 1, 1, 1), 0.625);
}

// One string a header, of several lines: NOLINTBEGIN(bugprone-suspicious-missing-comma)
TEST(Fcidump, HeadersOfEverySpellingAreRead) {
    for (const char* const header : {
             "&FCI NORB=2,NELEC=2,MS2=0,\n ORBSYM=1,1,\n ISYM=1,\n&END\n",
             " &FCI NORB=  2,NELEC= 2,MS2= 0,\n  ORBSYM=1,1\n  ISYM=1\n /\n",
             "&fci norb=2 nelec=2 ms2=0 orbsym=2*1 isym=1 &end\n",
             "\n\n  &Fci Norb = 2 , Nelec\n=\n2/\n",
             "$FCI NORB=2,NELEC=2\n$END\n",
             "&FCI ORBSYM=1,\n1,\n NELEC=+2\n NORB=1*2 /  ! the end\n",
             "&FCI ! two orbitals, NORB=3 is not meant\nNORB=2,NELEC=2,UHF=.FALSE.,IUHF=0,\n"
             "PTGRP='D2h/x=3', NPROP= 1 1 1,PROPBITLEN=15,\n&END\n",
             "&FCI\r\nNORB=2,\r\nNELEC=2\r\n/\r\n",
             "\xEF\xBB\xBF&FCI NORB=2,NELEC=2,\n&END\n",  // behind a byte order mark
             "\xEF\xBB\xBF&FCI NORB=2,NELEC=2,\r\n&END\r\n",
             "&FCI NORB=2,NELEC=2 / made by hand\n",  // where Fortran reads no further
             "&FCI NORB=2,NELEC=2, &END -- (2,2) STO-3G\n",
         }) {
        SCOPED_TRACE(header);
        expect_the_records(header + std::string(records));
    }
}

TEST(Fcidump, RecordsOfEverySpellingAreRead) {
    const std::string header = "&FCI NORB=2,NELEC=2 /\n";
    for (const char* const spelling : {
             // Fortran's numbers, separators, comments and blank lines
             "\n0.75 1 1 1 1\n\n   1.25D-01 2 1 1 1\n.5d0\t2\t2\t1\t1\r\n2500.0E-4 2 1 2 1 ! four\n"
             "! a comment\n-.625-1 2 2 2 1\n+6.25Q-01, 2, 2, 2, 2\n-15.d-1 1 1 2*0\n"
             "0.00375+2 +2 1 0 0\n-125.e-2 2,2,0,0\n0.7 4*0",
             // any order, any of the eight equal places, orbital energies, the core first
             "0.7 0 0 0 0\n-1.25 2 2 0 0\n0.375 1 2 0 0\n-0.5 1 0 0 0\n0.25 1 2 2 1\n0.25 2 0 0 0\n"
             "0.5 1 1 2 2\n-1.5 1 1 0 0\n-0.0625 1 2 2 2\n0.125 1 1 1 2\n0.625 2 2 2 2\n"
             "0.75 1 1 1 1\n",
             // the same integral again, as codes without symmetry write it
             "0.75 1 1 1 1\n0.125 2 1 1 1\n0.125 1 2 1 1\n0.125 1 1 2 1\n0.1250000000000002 1 1 1 "
             "2\n"
             "0.5 2 2 1 1\n0.5 1 1 2 2\n0.25 2 1 2 1\n0.25 1 2 1 2\n0.25 2 1 1 2\n"
             "-0.0625 2 2 2 1\n0.625 2 2 2 2\n-1.5 1 1 0 0\n0.375 2 1 0 0\n0.375 1 2 0 0\n"
             "-1.25 2 2 0 0\n0.7 0 0 0 0\n0.7 0 0 0 0\n",
         }) {
        SCOPED_TRACE(spelling);
        expect_the_records(header + std::string(spelling));
    }
}

// NOLINTEND(bugprone-suspicious-missing-comma)

TEST(Fcidump, IntegralsNotGivenAreZeroAsIsWhatNoDoubleCanHold) {
    const Hamiltonian h =
        parse_fcidump("&FCI NORB=3,NELEC=4/\n1e-400 1 1 1 1\n1.D-999 1 1 0 0\n0 0 0 0 0\n", "t");

    EXPECT_EQ(h.one_body, std::vector<double>(9, 0.0));
    EXPECT_EQ(h.two_body, std::vector<double>(21, 0.0));
}

TEST(Fcidump, FileOfAQuantumChemistryCodeIsRead) {
    const Hamiltonian h = read_fcidump(TTGT_SOURCE_DIR "/tests/data/chem/h2o_sto3g.fcidump");

    EXPECT_EQ(h.orbitals, 7);
    EXPECT_EQ(h.electrons, 10);
    EXPECT_EQ(h.core_energy, 8.002367061810769);
    EXPECT_EQ(h.repulsion(0, 0, 0, 1), -0.4282788208285854);
    EXPECT_EQ(h.kinetic_and_attraction(6, 6), -5.513360394300644);
}

/// An integral in one of its places, drawn at random.
void write_record(std::ostream& out, double value, std::array<std::int64_t, 4> indices) {
    if (*rc::gen::arbitrary<bool>()) std::swap(indices[0], indices[1]);
    if (indices[2] > 0) {
        if (*rc::gen::arbitrary<bool>()) std::swap(indices[2], indices[3]);
        if (*rc::gen::arbitrary<bool>()) {
            std::swap(indices[0], indices[2]);
            std::swap(indices[1], indices[3]);
        }
    }
    out << value;
    for (const std::int64_t index : indices) out << ' ' << index;
    out << '\n';
}

RC_GTEST_PROP(Fcidump, WhatWasWrittenInAnyPlaceIsRead, ()) {
    const std::int64_t orbitals = *rc::gen::inRange<std::int64_t>(1, 5);
    Hamiltonian written = make_hamiltonian(orbitals, 2);
    std::ostringstream text;
    text.precision(17);
    text << "&FCI NORB=" << orbitals << " NELEC=2 /\n";
    const auto draw = [] { return *rc::gen::inRange(-1000, 1000) / 64.0; };
    for (std::int64_t p = 0; p < orbitals; ++p) {
        for (std::int64_t q = 0; q <= p; ++q) {
            const double h = draw();
            written.one_body[static_cast<std::size_t>(p + orbitals * q)] = h;
            written.one_body[static_cast<std::size_t>(q + orbitals * p)] = h;
            write_record(text, h, {p + 1, q + 1, 0, 0});
            for (std::int64_t r = 0; r <= p; ++r) {
                for (std::int64_t s = 0; s <= r; ++s) {
                    const std::int64_t place = pair_index(pair_index(p, q), pair_index(r, s));
                    if (pair_index(r, s) > pair_index(p, q)) continue;
                    const double v = draw();
                    written.two_body[static_cast<std::size_t>(place)] = v;
                    write_record(text, v, {p + 1, q + 1, r + 1, s + 1});
                }
            }
        }
    }
    text << "0.5 0 0 0 0\n";

    const Hamiltonian read = parse_fcidump(text.str(), "t");

    RC_ASSERT(read.one_body == written.one_body);
    RC_ASSERT(read.two_body == written.two_body);
}

TEST(Hamiltonian, UnpackedIntegralsAreThePackedOnes) {
    Hamiltonian h = make_hamiltonian(3, 2);
    for (std::size_t i = 0; i < h.two_body.size(); ++i) h.two_body[i] = static_cast<double>(i);
    std::vector<double> unpacked(54);  // 3 x 3 x 3 x 2

    unpack_two_body(h, 1, 2, unpacked.data());

    for (std::int64_t s = 0; s < 2; ++s) {
        for (std::int64_t r = 0; r < 3; ++r) {
            for (std::int64_t q = 0; q < 3; ++q) {
                for (std::int64_t p = 0; p < 3; ++p) {
                    EXPECT_EQ(unpacked[static_cast<std::size_t>(p + 3 * (q + 3 * (r + 3 * s)))],
                              h.repulsion(p, q, r, s + 1));
                }
            }
        }
    }
}

}  // namespace
}  // namespace ccsd
