// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "distributed/transport.h"

namespace ttgt {

/// What a rank was asked for, one entry per thing that must be the same everywhere: what it is,
/// and its value in words.
using Claims = std::vector<std::pair<std::string, std::string>>;

/// Throws InvalidArgument, the same on every rank, naming the first claim that a rank does not
/// share with rank 0. Collective.
void check_same(Transport& transport, const Claims& claims);

/// Throws on every rank, where this rank or another has caught an error: that of the lowest rank.
/// Collective; null: nothing was caught.
void agree(Transport& transport, const std::exception_ptr& caught);

/// Calls `work`, which is not collective, on every rank, and returns what it gives where it threw
/// on none; else throws the same on all. Collective.
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
