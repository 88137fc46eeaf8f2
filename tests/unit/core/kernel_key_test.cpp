// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/kernel_key.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt {
namespace {

TEST(KernelKey, IsOneLineOfItsKindAndNumbers) {
    EXPECT_EQ(to_text(KernelKey{"gett", {{128, 64}, {}, {-1}}}), "gett 128,64 - -1");
    EXPECT_EQ(to_text(KernelKey{}), "-");
}

TEST(KernelKey, KeysThatDifferHaveTextsThatDiffer) {
    const std::vector<KernelKey> keys{{"", {}},          {"", {{}}},      {"a", {}},
                                      {"a", {{}}},       {"a", {{}, {}}}, {"a", {{1}}},
                                      {"a", {{-1}}},     {"a", {{11}}},   {"a", {{1, 1}}},
                                      {"a", {{1}, {1}}}, {"a", {{1}, {}}}};

    std::set<std::string> texts;
    for (const KernelKey& key : keys) texts.insert(to_text(key));

    EXPECT_EQ(texts.size(), keys.size());
}

}  // namespace
}  // namespace ttgt
