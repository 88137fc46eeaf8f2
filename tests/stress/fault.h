// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <gtest/gtest.h>

namespace ttgt::stress {

/// As a case class says it: what went wrong, empty where nothing did.
[[nodiscard]] inline std::string fault_of(const testing::AssertionResult& result) {
    return result ? std::string() : std::string(result.message());
}

}  // namespace ttgt::stress
