// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Drawn operations of all kinds through the interface, against plain loops.
#include <string>

#include <gtest/gtest.h>

#include "tests/bindings/cutensor/beside/block_case.h"
#include "tests/bindings/cutensor/beside/expected.h"
#include "tests/bindings/cutensor/beside/run_operation.h"

namespace ttgt::test {
namespace {

/// Compute types that an element type does not go with, and fewer bits where there are no such
/// instructions: on CPUs.
bool may_refuse(const OperationCase& drawn, const Outcome& outcome) {
    const bool has_fewer_bits = drawn.compute != "32F" && drawn.compute != "64F";
    const bool is_planning = outcome.refused_by == "cutensorEstimateWorkspaceSize";
    const bool is_creating = outcome.refused_by.starts_with("cutensorCreate");
    return outcome.status == CUTENSOR_STATUS_NOT_SUPPORTED &&
           (is_creating || (is_planning && has_fewer_bits));
}

TEST(DoorDrawnOperations, AgreeWithLoops) {
    const std::unique_ptr<Place> place = make_place();
    if (!place) GTEST_SKIP() << "no usable device";
    const Functions library = linked_functions();
    int calls = 0;
    for (const std::uint64_t seed : seeds(1, 240)) {
        const OperationCase drawn = draw_operation(seed, {3, 300, true});
        SCOPED_TRACE("TTGT_TEST_SEED=" + std::to_string(seed) + " " + describe(drawn));
        const Outcome outcome = run_operation(library, *place, drawn);
        EXPECT_TRUE(outcome.refused_by.empty() || may_refuse(drawn, outcome))
            << outcome.refused_by << " " << cutensorGetErrorString(outcome.status);
        for (std::size_t call = 0; call < outcome.after.size(); ++call, ++calls) {
            EXPECT_EQ(wrong_element(outcome.after[call], outcome.before[call],
                                    expected_of(drawn, drawn.calls[call]), drawn.output.type),
                      "");
        }
    }
    EXPECT_GT(calls, 0);
}

TEST(DoorDrawnOperations, OfBlocksAgreeWithLoops) {
    const std::unique_ptr<Place> place = make_place();
    if (!place) GTEST_SKIP() << "no usable device";
    const Functions library = linked_functions();
    for (const std::uint64_t seed : seeds(1, 40)) {
        const BlockCase drawn = draw_blocks(seed, 3);
        SCOPED_TRACE("TTGT_TEST_SEED=" + std::to_string(seed) + " " + describe(drawn));
        const Outcome outcome = run_blocks(library, *place, drawn);
        ASSERT_EQ(outcome.refused_by, "") << cutensorGetErrorString(outcome.status);
        for (std::size_t call = 0; call < outcome.after.size(); ++call) {
            EXPECT_EQ(wrong_element(outcome.after[call], outcome.before[call],
                                    expected_of(drawn, drawn.calls[call]), drawn.d.type),
                      "");
        }
    }
}

}  // namespace
}  // namespace ttgt::test
