// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/version.h>

#include <string>

#include <gtest/gtest.h>

namespace ttgt {
namespace {

TEST(Version, IsTheProjectsAtRunTimeAndInTheHeaders) {
    EXPECT_EQ(version(), TTGT_PROJECT_VERSION);
    EXPECT_EQ(version(), TTGT_VERSION);
    EXPECT_EQ(version(), std::to_string(TTGT_VERSION_MAJOR) + "." +
                             std::to_string(TTGT_VERSION_MINOR) + "." +
                             std::to_string(TTGT_VERSION_PATCH));
}

}  // namespace
}  // namespace ttgt
