// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>
#include <ttgt/dtype.h>
#include <ttgt/report.h>

#include <optional>
#include <string>

#include "src/reference/reference.h"

namespace ttgt::tool {

/// The report of one `ttgt contract` as a JSON document; `check` null where nothing was compared.
[[nodiscard]] std::string to_json(const Report& report, Scalar alpha, Scalar beta,
                                  const std::optional<reference::Comparison>& check);

/// Of one `ttgt contract --ranks`: the same, of the first rank's steps, and what all ranks did.
[[nodiscard]] std::string to_json(const DistributedReport& report, Scalar alpha, Scalar beta,
                                  const std::optional<reference::Comparison>& check);

}  // namespace ttgt::tool
