// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Counts of the cost model against a walk over the addresses of every block.
#include "transpose/cuda/plan/traffic.h"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/emulation/traffic_walk.h"
#include "tests/support/problems/cuda_transpose_cases.h"
#include "transpose/cuda/plan/residues.h"

namespace ttgt::cuda {
namespace {

using test::CudaCandidate;
using test::Random;
using test::TransposeCase;

using test::Addresses;
using test::touched;
using test::Touched;
using Walk = test::TrafficWalk;

/// Distinct addresses on both sides, stride 1 first.
std::vector<TransposeCase> cases(DType dtype) {
    std::vector<TransposeCase> cases{
        test::packed_case(dtype, {3001}, {0}),
        test::packed_case(dtype, {65, 33}, {1, 0}),
        test::packed_case(dtype, {64, 64}, {1, 0}),
        test::packed_case(dtype, {70, 9, 5}, {0, 2, 1}),
        test::packed_case(dtype, {129, 4, 6}, {0, 2, 1}),
        test::packed_case(dtype, {5, 3, 2, 4, 7, 3}, {5, 4, 3, 2, 1, 0}),
        test::packed_case(dtype, {15, 7, 31}, {2, 0, 1}),
        test::packed_case(dtype, {3, 129, 9}, {1, 2, 0}),
        test::packed_case(dtype, {2, 3, 2, 5, 2, 3, 2, 2}, {6, 1, 4, 3, 7, 2, 5, 0}),
        test::packed_case(dtype, {2, 6, 5, 3, 2}, {1, 4, 0, 2, 3}),
        test::packed_case(dtype, {32, 6, 5, 3}, {1, 3, 0, 2}),
    };
    cases.push_back({dtype, Layout{{65, 33}, {40, 1}}, Layout{{65, 33}, {1, 70}}, {0, 1}, false});
    cases.push_back({dtype, Layout{{65, 33}, {-40, 1}}, Layout{{65, 33}, {1, -70}}, {0, 1}, false});
    return cases;
}

template <class Check>
void for_every_candidate(DType dtype, Check&& check) {
    int checked = 0;
    for (const TransposeCase& given : cases(dtype)) {
        const TransposeProblem problem = test::problem_of(given);
        for (const Shape& shape : {vectorise(problem), test::plain_shape(problem)}) {
            for (const CudaCandidate& candidate : test::cuda_candidates(shape)) {
                SCOPED_TRACE(candidate.text + ": " + test::to_string(given));
                Walk walk(shape);
                std::visit([&](const auto& tile) { walk(tile, candidate.launch); }, candidate.tile);
                check(shape, candidate, count_traffic(shape, candidate.tile, candidate.launch),
                      walk);
                ++checked;
            }
        }
    }
    EXPECT_GT(checked, 0);
}

/// Pieces of a run whose last block is shorter: where those start is approximated.
bool cuts_a_run(const CudaCandidate& candidate) {
    const auto* packed = std::get_if<PackedArguments>(&candidate.launch.arguments);
    return packed != nullptr && packed->partials > 0;
}

class CudaTraffic : public testing::TestWithParam<DType> {};

TEST_P(CudaTraffic, CountsWhatIsWrittenExactlyUnlessARunIsCut) {
    for_every_candidate(GetParam(), [](const Shape& shape, const CudaCandidate& candidate,
                                       const Traffic& traffic, const Walk& walk) {
        if (cuts_a_run(candidate)) {
            // Every cut piece may be off by one sector, and by two in parts.
            const double pieces = walk.written_lines;
            EXPECT_NEAR(traffic.written_sectors, walk.written_sectors, 0.3 * pieces);
            EXPECT_NEAR(traffic.partial_sectors, walk.partial_sectors, 0.6 * pieces);
            return;
        }
        EXPECT_EQ(traffic.written_sectors, walk.written_sectors);
        EXPECT_EQ(traffic.partial_sectors, walk.partial_sectors);
        if (candidate.method == "tiled") {
            // Tiles may part a line between them.
            EXPECT_LE(traffic.written_lines, walk.written_lines);
            EXPECT_GE(traffic.written_sectors, walk.written_lines);
        } else {
            EXPECT_EQ(traffic.written_lines, walk.written_lines);
        }
        (void)shape;
    });
}

TEST_P(CudaTraffic, CountsWhatIsReadExactlyOrNearly) {
    for_every_candidate(GetParam(), [](const Shape&, const CudaCandidate& candidate,
                                       const Traffic& traffic, const Walk& walk) {
        if (std::holds_alternative<CopyTile>(candidate.tile)) {
            // Blocks may part a row, and then both read the sector or line in between.
            const auto blocks = static_cast<double>(candidate.launch.blocks);
            EXPECT_LE(traffic.read_sectors, walk.read_sectors);
            EXPECT_GE(traffic.read_sectors + blocks, walk.read_sectors);
            EXPECT_LE(traffic.read_lines, walk.read_lines);
            EXPECT_GE(traffic.read_lines + blocks, walk.read_lines);
        } else if (candidate.method == "tiled" || cuts_a_run(candidate)) {
            // A mean of all rows stands for those read twice; cut pieces are taken to start as
            // others do.
            EXPECT_NEAR(traffic.read_sectors, walk.read_sectors, 0.25 * walk.read_sectors);
            EXPECT_NEAR(traffic.read_lines, walk.read_lines, 0.25 * walk.read_lines);
        } else {
            // Parts of a row adjoin, and what they share is read once.
            EXPECT_EQ(traffic.read_sectors, walk.read_sectors);
            EXPECT_EQ(traffic.read_lines, walk.read_lines);
        }
    });
}

INSTANTIATE_TEST_SUITE_P(All, CudaTraffic, testing::ValuesIn(test::opaque_dtypes()),
                         [](const auto& tested) { return std::string(name(tested.param)); });

TEST(CudaResidues, AgreeWithAWalkOverAllStarts) {
    Random random(1);
    for (int turn = 0; turn < 500; ++turn) {
        const std::int64_t modulus = std::int64_t{1} << random.between(0, 7);
        Residues residues(modulus);
        Addresses starts{0};
        for (std::int64_t mode = random.between(0, 4); mode > 0; --mode) {
            const std::int64_t extent = random.between(1, 9);
            const std::int64_t stride = random.between(-200, 200);
            residues.add(extent, stride);
            Addresses more;
            for (const std::int64_t start : starts) {
                for (std::int64_t i = 0; i < extent; ++i) more.push_back(start + i * stride);
            }
            starts = std::move(more);
        }
        for (std::int64_t line = 1; line <= modulus; line *= 2) {
            const std::int64_t length = random.between(1, 300);
            Touched expected;
            for (const std::int64_t start : starts) {
                Addresses piece(static_cast<std::size_t>(length));
                for (std::int64_t i = 0; i < length; ++i) {
                    piece[static_cast<std::size_t>(i)] = start + i;
                }
                const Touched one = touched(piece, line);
                expected.lines += one.lines;
                expected.partial += one.partial;
            }
            ASSERT_EQ(residues.total(), static_cast<double>(starts.size()));
            ASSERT_EQ(residues.lines(length, line), expected.lines) << turn;
            ASSERT_EQ(residues.partial_lines(length, line), expected.partial) << turn;
        }
    }
}

}  // namespace
}  // namespace ttgt::cuda
