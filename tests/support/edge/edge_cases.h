// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/edge/edge_rows.h"
#include "tests/support/placement.h"

// Tricky contractions that other projects test (tests/data/edge.tsv), each row either computed to
// its checksum or refused with the fitting error. What we decide otherwise than numpy does:
//   - a label's extents must be equal, 1 included: rows marked `strict` are refused;
//   - a label of the output only is refused (e165), as is one that stands there twice (e197);
//   - an output that overlaps an input is refused (e155), where numpy makes a copy;
namespace ttgt::test {

enum class Treatment { computed, refused };

[[nodiscard]] Treatment treatment(const EdgeRow& row);

/// Checks one row as it is to be treated, in every fitting dtype and memory order.
void check_edge_row(const EdgeRow& row, const Site& site = {});

}  // namespace ttgt::test
