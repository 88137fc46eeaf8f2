// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cpu_identity.h"

#include <fstream>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/vector_level.h"

namespace ttgt {
namespace {

using testing::AnyOf;

/// What the kernel says of the first processor.
std::map<std::string, std::string> kernel_says() {
    std::map<std::string, std::string> values;
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line) && !line.empty();) {
        const std::size_t tab = line.find('\t');
        const std::size_t colon = line.find(": ");
        if (tab == std::string::npos || colon == std::string::npos) continue;
        values[line.substr(0, tab)] = line.substr(colon + 2);
    }
    return values;
}

TEST(CpuIdentity, IsWhatTheKernelSays) {
    const std::map<std::string, std::string> kernel = kernel_says();
    if (kernel.count("vendor_id") == 0) GTEST_SKIP() << "this kernel names no vendor";

    EXPECT_EQ(cpu_identity().vendor, kernel.at("vendor_id"));
    EXPECT_EQ(std::to_string(cpu_identity().family), kernel.at("cpu family"));
}

#if defined(__x86_64__)
TEST(CpuIdentity, HasTheVectorsOfTheKernelsFlags) {
    const std::map<std::string, std::string> kernel = kernel_says();
    if (kernel.count("flags") == 0) GTEST_SKIP() << "this kernel names no flags";
    const std::string flags = " " + kernel.at("flags") + " ";
    const auto has = [&](const char* flag) { return flags.find(flag) != std::string::npos; };

    VectorLevel expected = VectorLevel::sse;
    if (has(" avx ")) expected = VectorLevel::avx;
    if (has(" avx2 ")) expected = VectorLevel::avx2;
    if (has(" avx512f ")) expected = VectorLevel::avx512;

    EXPECT_EQ(vector_level(), expected);
    EXPECT_EQ(cpu_identity().vector_bits, has(" avx512f ") ? 512 : has(" avx2 ") ? 256 : 128);
}
#endif

TEST(CpuIdentity, HasVectorsOfAPowerOfTwo) {
    EXPECT_THAT(cpu_identity().vector_bits, AnyOf(128, 256, 512));
}

}  // namespace
}  // namespace ttgt
