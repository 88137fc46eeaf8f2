// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/engine/memory.h"

#include <ttgt/context.h>
#include <ttgt/error.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "examples/ccsd/engine/tensor.h"
#include "tests/support/refusal.h"

namespace ccsd {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using ttgt::test::refusal_of;

TEST(Memory, KnowsWhatIsHeldAndWhatWasHeldAtMost) {
    Memory memory{ttgt::Device{}};
    {
        const Tensor a(memory, {10});
        {
            const Tensor b(memory, {2, 3});
            EXPECT_EQ(memory.held_bytes(), 8 * 16);
        }
        EXPECT_EQ(memory.held_bytes(), 8 * 10);
    }

    EXPECT_EQ(memory.held_bytes(), 0);
    EXPECT_EQ(memory.peak_bytes(), 8 * 16);
}

TEST(Memory, RefusesWhatIsOverItsLimit) {
    Memory memory(ttgt::Device{}, 100);
    const Tensor held(memory, {10});

    EXPECT_THAT(refusal_of<ttgt::OutOfMemory>([&] { const Tensor refused(memory, {3}); }),
                AllOf(HasSubstr("24 bytes asked for"), HasSubstr("80 held"),
                      HasSubstr("limit of 100 bytes")));
    EXPECT_EQ(memory.held_bytes(), 80);
}

TEST(Memory, AsksForReliefBeforeItRefuses) {
    Memory memory(ttgt::Device{}, 1000);
    ttgt::Context context({.allocator = memory.workspace_allocator()});
    (void)context.workspace(600);
    memory.set_relief([&] { context.release_workspace(); });

    const Tensor fits(memory, {50});
    EXPECT_EQ(context.context_bytes(), 600);
    const Tensor needs_relief(memory, {70});

    EXPECT_EQ(context.context_bytes(), 0);
    EXPECT_EQ(memory.held_bytes(), 8 * 120);
    EXPECT_THAT(
        refusal_of<ttgt::OutOfMemory>([&] { Tensor(memory, {100}); }),
        HasSubstr("800 bytes asked for, with 960 held, are over the memory limit of 1000 bytes"));
}

TEST(Memory, CountsAndLimitsAContextsWorkspace) {
    Memory memory(ttgt::Device{}, 1000);
    ttgt::Context context({.allocator = memory.workspace_allocator()});

    (void)context.workspace(600);
    EXPECT_EQ(memory.held_bytes(), context.context_bytes());
    EXPECT_THAT(refusal_of<ttgt::OutOfMemory>([&] { (void)context.workspace(2000); }),
                HasSubstr("the context cannot allocate 2000 bytes of workspace"));
    context.release_workspace();

    EXPECT_EQ(memory.held_bytes(), 0);
    EXPECT_GE(memory.peak_bytes(), 600);
}

TEST(CcsdTensor, MovesWithItsElements) {
    Memory memory{ttgt::Device{}};
    const std::vector<double> elements = {1, 2, 3, 4};
    Tensor a(memory, {2, 2}, elements.data());
    Tensor b(std::move(a));
    Tensor c(memory, {1});

    c = std::move(b);

    EXPECT_EQ(c.to_host(), elements);
    EXPECT_EQ(c.size(), 4);
}

TEST(CcsdTensor, RangeIsAPartInPlace) {
    Memory memory{ttgt::Device{}};
    const Tensor tensor(memory, {3, 4});

    const ttgt::TensorView part = range(range(tensor, 0, 1, 2), 1, 2, 2);

    EXPECT_EQ(part.layout().extents, (std::vector<std::int64_t>{2, 2}));
    EXPECT_EQ(part.layout().strides, (std::vector<std::int64_t>{1, 3}));
    EXPECT_EQ(part.data(), tensor.data() + 7);
}

}  // namespace
}  // namespace ccsd
