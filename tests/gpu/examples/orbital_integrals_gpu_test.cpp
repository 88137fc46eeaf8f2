// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/context.h>
#include <ttgt/error.h>

#include <cstdint>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "examples/ccsd/engine/memory.h"
#include "examples/ccsd/engine/tensor.h"
#include "tests/examples/integral_checks.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/refusal.h"

namespace ccsd {
namespace {

using testing::HasSubstr;
using ttgt::test::refusal_of;

using CcsdGpu = ttgt::test::GpuTest;

TEST_F(CcsdGpu, IntegralsAreThoseOfTheRotatedHamiltonian) {
    for (const auto& [orbitals, electrons] :
         std::vector<std::pair<std::int64_t, std::int64_t>>{{9, 6}, {2, 2}, {3, 6}, {17, 10}}) {
        SCOPED_TRACE(orbitals);
        test::expect_integrals_of_a_rotation(options().device, orbitals, electrons);
    }
}

TEST_F(CcsdGpu, TensorsLieOnTheDeviceAndComeBack) {
    Memory memory(options().device, 1000);
    const std::vector<double> elements = {1, 2, 3, 4, 5, 6};

    const Tensor tensor(memory, {2, 3}, elements.data());

    EXPECT_EQ(memory.space(), ttgt::MemorySpace::device);
    EXPECT_EQ(memory.held_bytes(), 48);
    EXPECT_EQ(tensor.to_host(), elements);
    EXPECT_THAT(
        refusal_of<ttgt::OutOfMemory>([&] { Tensor(memory, {1000}); }),
        HasSubstr("8000 bytes asked for, with 48 held, are over the memory limit of 1000 bytes"));
}

TEST_F(CcsdGpu, MemoryCountsTheContextsWorkspace) {
    Memory memory(options().device, 1 << 20);
    ttgt::Context context({.device = options().device,
                           .stream = memory.stream(),
                           .allocator = memory.workspace_allocator()});

    (void)context.workspace(1000);
    EXPECT_EQ(memory.held_bytes(), context.context_bytes());
    EXPECT_THAT(refusal_of<ttgt::OutOfMemory>([&] { (void)context.workspace(1 << 21); }),
                HasSubstr("the context cannot allocate 2097152 bytes of workspace"));
    context.release_workspace();

    EXPECT_EQ(memory.held_bytes(), 0);
}

}  // namespace
}  // namespace ccsd
