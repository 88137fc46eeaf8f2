// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/context.h>

#include <string>

#include <gtest/gtest.h>

#include "src/context/calibration_file.h"
#include "src/core/files/text_file.h"
#include "tests/support/sanitizer.h"
#include "tests/support/small_stack.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

/// A stack that is too small ends the program: what is looked at is that it goes on.
TEST(SmallStack, HoldsWhatContextsRead) {
    if (is_sanitized) GTEST_SKIP() << "a sanitizer takes stack of its own";
    const TemporaryFolder folder;
    for (const Device::Kind kind : {Device::Kind::cpu, Device::Kind::cuda}) {
        const std::string text = to_json(*built_in_calibration(kind));
        folder.write("c.json", text);
        std::string read;
        std::string name;

        const bool ran = on_small_stack(smallest_stack_kib() + 40, [&] {
            read = read_text_file(folder.file("c.json"));
            name = read_calibration(folder.file("c.json"))->name;
        });

        EXPECT_TRUE(ran);
        EXPECT_EQ(read, text);
        EXPECT_EQ(name, built_in_calibration(kind)->name);
    }
}

}  // namespace
}  // namespace ttgt::test
