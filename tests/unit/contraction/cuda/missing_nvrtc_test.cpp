// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/kernels/nvrtc.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

TEST(MissingNvrtc, IsUnsupportedEachTimeAndSaysWhatIsMissing) {
    for (int turn = 0; turn < 2; ++turn) {
        EXPECT_THAT(refusal_of<Unsupported>(
                        [] { (void)cuda::compile_source("__global__ void nothing() {}", 9, 0); }),
                    HasSubstr("generated kernels need NVRTC: libnvrtc.so.that-is-missing: "));
    }
    EXPECT_THAT(refusal_of<Unsupported>([] { (void)cuda::compiler_version(); }),
                HasSubstr("generated kernels need NVRTC: "));
}

}  // namespace
}  // namespace ttgt::test
