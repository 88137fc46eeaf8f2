// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <exception>

/// Errors that processes of mpirun have in common are printed once, and before any of them ends:
/// mpirun ends those that still run as soon as one has ended with an error.
namespace ttgt::tool {

/// To be called in a catch block on every rank, for the same failure: the first rank prints it, and
/// no rank returns before it has. Returns what is to be thrown when the communicator has gone:
/// SaidByFirstRank, or the failure itself where the first rank cannot be reached. Collective.
[[nodiscard]] std::exception_ptr say_once(Communicator& ranks);

/// To be called in a catch block for what was wrong before the ranks met: they meet to say the
/// error of the first that has one. Throws SaidByFirstRank; returns where the ranks cannot meet.
/// Collective, with ranks that begin by an agreement of their own as well.
void say_once_of_all_ranks();

}  // namespace ttgt::tool
