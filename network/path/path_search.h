// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/path.h>

#include <cstdint>

#include "network/path/path_cost.h"

namespace ttgt::network {

/// Throws InvalidArgument where there is no search of the name that the options have, or where a
/// limit is negative, no number, or fewer than one element.
void check_path_options(const PathOptions& options);

/// The path that the options ask for: the user's, or the one that the named search finds. Throws
/// InvalidArgument where there is no such search or the user's path does not multiply the inputs to
/// one tensor, or where a limit is negative, Unsupported where `optimal` is asked for too many
/// inputs. `trials`, if not null, becomes the number of trials, if the search makes any.
[[nodiscard]] Path find_path(const Network& network, const PathCosts& costs,
                             const PathOptions& options, std::int64_t* trials = nullptr);

}  // namespace ttgt::network
