// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/loaded_library.h"

#include <ttgt/error.h>

#include <string>

#include <gtest/gtest.h>

namespace ttgt {
namespace {

constexpr const char* missing = "libttgt_that_no_system_has.so.13";

TEST(LoadedLibrary, PackagesLieBesideThoseOfPython) {
    const PackagedFile wanted{13, "x", "libx.so.13"};
    EXPECT_EQ(packaged_library("/site/ttgt/lib/libttgt_c.so.0", wanted),
              "/site/ttgt/lib/../../nvidia/cu13/lib/libx.so.13");
    EXPECT_EQ(packaged_library("/site/ttgt/lib/libttgt_c.so.0", {12, "cuda_x", "libx.so.12"}),
              "/site/ttgt/lib/../../nvidia/cuda_x/lib/libx.so.12");
    EXPECT_EQ(packaged_library("program", wanted), "");
    const std::string here = packaged_library(wanted);
    EXPECT_NE(here.find("/../../nvidia/cu13/lib/libx.so.13"), std::string::npos) << here;
}

TEST(LoadedLibrary, ThePackagedOneIsTakenWhereTheSystemHasNone) {
    const LoadedLibrary library(missing, TTGT_STAND_IN_LIBRARY, "the test needs it");
    int (*answer)() = nullptr;
    library.find("stand_in_answer", answer);
    ASSERT_NE(answer, nullptr);
    EXPECT_EQ(answer(), 42);
    EXPECT_THROW(library.find("no_such_function", answer), Unsupported);
}

TEST(LoadedLibrary, ErrorsNameTheOneOfTheSystem) {
    for (const char* packaged : {"", "/nowhere/packaged.so"}) {
        try {
            const LoadedLibrary library(missing, packaged, "the test needs it");
            FAIL() << "loaded " << packaged;
        } catch (const Unsupported& error) {
            const std::string text = error.what();
            EXPECT_NE(text.find("the test needs it: "), std::string::npos) << text;
            EXPECT_NE(text.find(missing), std::string::npos) << text;
        }
    }
}

}  // namespace
}  // namespace ttgt
