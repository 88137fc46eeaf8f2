// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/problem/problem.h"

namespace ttgt {

/// Finds empty spaces, drops labels of extent 1 and merges labels that are adjacent in every
/// operand they stand in. The set of index tuples and their addresses stays the same.
void normalise(Problem& problem);

}  // namespace ttgt
