// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// NVRTC compiles generated kernels where there is no device: without a word.
#include <ttgt/error.h>

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/generated/generated_source.h"
#include "src/runtime/cuda/kernels/nvrtc.h"
#include "tests/support/problems/generated_problems.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

/// Whether NVRTC can be loaded here.
bool has_nvrtc() {
    try {
        (void)cuda::compile_source("__global__ void nothing() {}", 9, 0);
        return true;
    } catch (const Unsupported& error) {
        return std::string(error.what()).find("need NVRTC") == std::string::npos;
    }
}

TEST(GeneratedCompile, NvrtcHasNothingToSay) {
    if (!has_nvrtc()) GTEST_SKIP() << "no NVRTC";
    const std::vector<GeneratedCase> cases = generated_cases();
    for (std::size_t i = 0; i < cases.size(); i += 4) {
        const std::string source = cuda::generated_source(cases[i].problem, cases[i].shape);

        const cuda::CompiledSource compiled = cuda::compile_source(source, 9, 0);

        EXPECT_EQ(compiled.log, "") << source;
        EXPECT_FALSE(compiled.binary.empty());
    }
}

TEST(GeneratedCompile, RefusedSourceIsUnsupportedWithTheReasons) {
    if (!has_nvrtc()) GTEST_SKIP() << "no NVRTC";
    try {
        (void)cuda::compile_source("__global__ void f() { unknown(); }", 9, 0);
        FAIL() << "it was compiled";
    } catch (const Unsupported& error) {
        EXPECT_THAT(error.what(), HasSubstr("identifier \"unknown\" is undefined"));
    }
}

}  // namespace
}  // namespace ttgt::test
