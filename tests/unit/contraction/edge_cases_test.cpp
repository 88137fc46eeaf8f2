// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Tricky contractions that other projects test (tests/data/edge.tsv), each row either computed to
// its checksum or refused with the fitting error.
#include <gtest/gtest.h>

#include "tests/support/edge/edge_cases.h"
#include "tests/support/edge/edge_rows.h"

namespace ttgt {
namespace {

using test::EdgeRow;
using test::Treatment;

class EdgeCases : public testing::TestWithParam<EdgeRow> {};

TEST_P(EdgeCases, AreComputedOrRefused) { test::check_edge_row(GetParam()); }

INSTANTIATE_TEST_SUITE_P(File, EdgeCases, testing::ValuesIn(test::read_edge_rows()),
                         [](const testing::TestParamInfo<EdgeRow>& row) { return row.param.id; });

// Every row is one of the two, none is left out: our grammar can say them all once ellipses are
// spelled out and integer labels renamed.
TEST(EdgeCaseFile, IsAccountedForRowByRow) {
    int computed = 0;
    int refused = 0;
    for (const EdgeRow& row : test::read_edge_rows()) {
        const Treatment kind = test::treatment(row);
        computed += kind == Treatment::computed ? 1 : 0;
        refused += kind == Treatment::refused ? 1 : 0;
    }

    EXPECT_EQ(computed, 74);
    EXPECT_EQ(refused, 30);
}

}  // namespace
}  // namespace ttgt
