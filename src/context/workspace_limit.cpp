// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/workspace_limit.h"

#include <ttgt/error.h>

#include <fmt/format.h>

namespace ttgt {

std::int64_t checked_workspace_limit(const std::optional<std::int64_t>& own,
                                     const ContextOptions& settings) {
    const std::int64_t limit = own.value_or(settings.workspace_limit);
    if (limit < 0) throw InvalidArgument(fmt::format("workspace limit {} is negative", limit));
    return limit;
}

}  // namespace ttgt
