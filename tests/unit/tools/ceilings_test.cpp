// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"
#include "tools/bench/results/recorded_ceilings.h"
#include "tools/bench/results/run_info.h"
#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

TEST(Ceilings, LargerOfMeasuredAndRecordedCounts) {
    Ceilings measured;
    measured.copy_gb_s = 4000;
    measured.gemm_gflops = {{DType::float32, 10}, {DType::float64, 50}};
    Ceilings recorded;
    recorded.copy_gb_s = 4253;
    recorded.gemm_gflops = {{DType::float64, 40}, {DType::float32, 30}, {DType::complex64, 1}};

    const Ceilings ceilings = raised(measured, &recorded);

    EXPECT_EQ(ceilings.copy_gb_s, 4253);
    EXPECT_THAT(ceilings.gemm_gflops,
                ElementsAre(Pair(DType::float32, 30), Pair(DType::float64, 50)));
    EXPECT_EQ(raised(measured, nullptr).copy_gb_s, 4000);
}

TEST(Ceilings, RecordedFileIsRead) {
    const Ceilings& card = recorded_ceilings().at("NVIDIA H200");

    EXPECT_EQ(card.copy_gb_s, 4253);
    EXPECT_EQ(card.gemm_gflops.at(DType::float64), 64500);
    EXPECT_EQ(card.gemm_gflops.size(), 4U);
    EXPECT_EQ(recorded_ceilings_of({}), nullptr) << "no CPU is recorded";
}

TEST(Ceilings, FileOfAnotherFormIsRefusedByName) {
    for (const char* text : {"", "[1]", "3", R"({"card": {"copy_gb_s": 1}})",
                             R"({"card": {"copy_gb_s": 1, "gemm_gflops": {"int8": 2}}})"}) {
        EXPECT_THAT(refusal_of<FileError>([&] { (void)parse_ceilings(text, "c.json"); }),
                    testing::StartsWith("c.json: "))
            << text;
    }
}

TEST(Ceilings, RunJsonHasBoth) {
    RunInfo info;

    set_ceilings(info, {123.5, {{DType::float64, 77.0}}});

    EXPECT_EQ(info.ceilings.copy_gb_s, 123.5);
    EXPECT_THAT(to_json(info), HasSubstr("\"ceilings_measured\""));
}

}  // namespace
}  // namespace ttgt::tool
