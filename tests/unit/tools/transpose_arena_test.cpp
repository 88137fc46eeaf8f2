// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/transpose/transpose_arena.h"

#include <ttgt/error.h>
#include <ttgt/transpose.h>

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"

namespace ttgt::tool {
namespace {

using test::refusal_of;
using testing::AllOf;
using testing::Each;
using testing::Ge;
using testing::HasSubstr;
using testing::SizeIs;

constexpr std::size_t bytes = sizeof(double) * 7 * 5;

TEST(HostArena, TimesEveryTurnOfCopyAndTransposes) {
    const Context context;
    const auto arena = make_transpose_arena(context);
    arena->place(packed_task({7, 5}, {0, 1}, DType::float64));
    int calls = 0;
    const auto work = [&] { ++calls; };

    const TurnTimes times = arena->time_turns(4, {work, work, work});

    EXPECT_EQ(calls, 12);
    EXPECT_THAT(times.copy, AllOf(SizeIs(4), Each(Ge(0.0))));
    EXPECT_THAT(times.works, AllOf(SizeIs(3), Each(SizeIs(4))));
    EXPECT_TRUE(arena->is_right()) << "the copy is not one";
}

TEST(HostArena, OnlyTheTaskItselfIsRight) {
    const Context context;
    const auto arena = make_transpose_arena(context);
    arena->place(packed_task({7, 5}, {0, 1}, DType::float64));

    std::memcpy(arena->out(), arena->in(), bytes);

    EXPECT_TRUE(arena->is_right());
    arena->spoil();
    EXPECT_FALSE(arena->is_right());
    std::memcpy(arena->out(), arena->in(), bytes);
    arena->place(packed_task({7, 5}, {1, 0}, DType::float64));
    EXPECT_FALSE(arena->is_right());
}

TEST(HostArena, BlocksOfArraysAndSumsAreChecked) {
    Context context;
    const auto arena = make_transpose_arena(context);
    const TransposeCase block{1, "block", DType::opaque8, {6, 5, 3}, {2, 0, 1}, {8, 5, 4}};
    for (const bool accumulates : {false, true}) {
        const TransposeTask task = task_of(block, accumulates);
        const TransposePlan plan =
            plan_transpose(context, task.in, task.out, task.perm, task.dtype);
        arena->place(task);

        arena->spoil();

        EXPECT_FALSE(arena->is_right()) << accumulates;
        plan.run(1.0, arena->in(), accumulates ? 1.0 : 0.0, arena->out());
        EXPECT_TRUE(arena->is_right()) << accumulates;
        static_cast<char*>(arena->out())[0] ^= 1;
        EXPECT_FALSE(arena->is_right()) << accumulates;
    }
}

TEST(TransposeTask, BlocksKeepTheStridesOfTheirArrays) {
    const TransposeTask task =
        task_of({1, "block", DType::opaque4, {6, 5, 3}, {2, 0, 1}, {8, 5, 4}}, false);

    EXPECT_EQ(task.in.strides, (std::vector<std::int64_t>{1, 8, 40}));
    EXPECT_EQ(task.out.extents, (std::vector<std::int64_t>{3, 6, 5}));
    EXPECT_EQ(task.out.strides, (std::vector<std::int64_t>{1, 4, 32}));
    EXPECT_EQ(span(task.in), 5 + 4 * 8 + 2 * 40 + 1);
    EXPECT_EQ(task.bytes_moved(), 2.0 * 90 * 4);
}

TEST(TransposeTask, SumsReadTheOutputAsWell) {
    const TransposeCase entry{1, "sum", DType::opaque4, {6, 5}, {1, 0}, {}};

    EXPECT_EQ(task_of(entry, true).bytes_moved(), 3.0 * 30 * 4);
    EXPECT_EQ(task_of(entry, true).dtype, DType::float32);
    TransposeCase halves = entry;
    halves.dtype = DType::opaque2;
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)task_of(halves, true); }),
                HasSubstr("elements of 2 bytes cannot be accumulated"));
}

}  // namespace
}  // namespace ttgt::tool
