// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/path/network.h"
#include "network/program/program.h"

namespace ttgt::network {

/// A product of a sum as the search for a path sees it: labels are those of the sum, repeated ones
/// once, an extent of 0 counts as 1.
[[nodiscard]] Network network_of(const Sum& sum, const Product& product);

}  // namespace ttgt::network
