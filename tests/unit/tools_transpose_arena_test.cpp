// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/transpose_arena.h"

namespace ttgt::tool {
namespace {

using testing::Each;
using testing::Ge;
using testing::SizeIs;

constexpr std::int64_t bytes = 7 * 5 * 8;

TEST(HostArena, TimesEveryTurnOfCopyAndTranspose) {
    const Context context;
    const auto arena = make_transpose_arena(context, packed({7, 5}), DType::float64);
    int calls = 0;

    const TurnTimes times = arena->time_turns(4, [&] { ++calls; });

    EXPECT_EQ(calls, 4);
    EXPECT_THAT(times.copy, SizeIs(4));
    EXPECT_THAT(times.transpose, SizeIs(4));
    EXPECT_THAT(times.copy, Each(Ge(0.0)));
    EXPECT_TRUE(arena->is_transpose({7, 5}, {0, 1})) << "the copy is not one";
}

TEST(HostArena, PoisonIsNoTranspose) {
    const Context context;
    const auto arena = make_transpose_arena(context, packed({7, 5}), DType::float64);

    std::memcpy(arena->out(), arena->in(), bytes);
    EXPECT_FALSE(arena->is_transpose({7, 5}, {1, 0}));
    EXPECT_TRUE(arena->is_transpose({7, 5}, {0, 1}));
    arena->poison();
    EXPECT_FALSE(arena->is_transpose({7, 5}, {0, 1}));
}

}  // namespace
}  // namespace ttgt::tool
