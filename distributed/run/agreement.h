// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "distributed/run/transport.h"

namespace ttgt {

/// The arguments of a collective call that must be equal on all ranks. Each entry is the name of an
/// argument and its value as text.
using Claims = std::vector<std::pair<std::string, std::string>>;

/// Compares the claims of all ranks. Where a rank's claims differ from those of rank 0, throws the
/// same InvalidArgument on every rank, naming the first claim that differs. Collective.
void check_same(Transport& transport, const Claims& claims);

/// Shares errors between ranks. `caught` is the error that this rank caught, or null. If any rank
/// caught an error, throws the error of the lowest such rank on every rank. Collective.
void agree(Transport& transport, const std::exception_ptr& caught);

/// Calls `work` on every rank and returns its result. If `work` throws on any rank, throws the
/// error of the lowest such rank on every rank. Collective, but `work` must not make collective
/// calls.
template <class Work>
auto agreed(Transport& transport, Work&& work) {
    std::optional<decltype(work())> result;
    std::exception_ptr caught;
    try {
        result.emplace(work());
    } catch (...) {
        caught = std::current_exception();
    }
    agree(transport, caught);
    return std::move(*result);
}

}  // namespace ttgt
