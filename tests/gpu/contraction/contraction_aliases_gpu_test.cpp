// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// D over an input is refused with nothing written, except for elementwise work in place.
#include <ttgt/error.h>

#include <cstddef>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/device_tensor.h"
#include "tests/support/edge/edge_tensors.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

class AliasesGpu : public ContractionGpu {
protected:
    /// On the device, filled as operand `number`.
    [[nodiscard]] DeviceTensor tensor(const Layout& layout, int number) {
        return DeviceTensor(make_operand(layout, number), device(), context().stream());
    }
    [[nodiscard]] ContractOptions on_device() {
        ContractOptions options;
        options.context = &context();
        return options;
    }
};

TEST_F(AliasesGpu, OutputOverAnInputIsRefusedAndNothingWritten) {
    const DeviceTensor a = tensor(packed({3, 3}), 0);
    const DeviceTensor b = tensor(packed({3, 3}), 1);
    const std::vector<std::byte> before = a.fetch().bytes();

    EXPECT_THAT(refusal_of<OverlapError>([&] {
                    contract("D(i,k)=D(i,j)*R(j,k)", a.view(), a.view(), b.view(), on_device());
                }),
                HasSubstr("the output D overlaps the input L 'D' in memory"));
    EXPECT_THAT(refusal_of<OverlapError>([&] {
                    contract("D(i,k)=L(i,j)*D(j,k)", a.view(), b.view(), a.view(), on_device());
                }),
                HasSubstr("the output D overlaps the input R 'D' in memory"));
    EXPECT_THAT(refusal_of<OverlapError>(
                    [&] { contract("D(j,i)=D(i,j)", a.view(), a.view(), on_device()); }),
                HasSubstr("the output D overlaps the input L 'D' in memory"));

    EXPECT_EQ(a.fetch().bytes(), before);
}

TEST_F(AliasesGpu, RunOfAPlanRefusesThemToo) {
    const OperandLayout matrix{DType::float64, packed({3, 3})};
    const ContractionPlan plan =
        plan_contraction(context(), "D(i,k)=L(i,j)*R(j,k)", {matrix, matrix, matrix});
    const DeviceTensor a = tensor(packed({3, 3}), 0);
    const DeviceTensor b = tensor(packed({3, 3}), 1);
    const std::vector<std::byte> before = a.fetch().bytes();
    RunOptions options;
    options.workspace = context().workspace(plan.workspace_bytes());

    EXPECT_THAT(refusal_of<OverlapError>([&] { plan.run(a.data(), a.data(), b.data(), options); }),
                HasSubstr("the output D overlaps the input L in memory"));
    EXPECT_THAT(refusal_of<OverlapError>(
                    [&] { (void)plan.profile(a.data(), b.data(), a.data(), options); }),
                HasSubstr("the output D overlaps the input R in memory"));

    EXPECT_EQ(a.fetch().bytes(), before);
}

TEST_F(AliasesGpu, OutputShiftedAgainstAnInputIsRefused) {
    const DeviceTensor array = tensor(packed({10}), 0);
    auto* const first = static_cast<double*>(array.data());
    const auto part = [&](int from) {
        return TensorView(DType::float64, packed({4}), first + from, MemorySpace::device);
    };

    EXPECT_THAT(refusal_of<OverlapError>(
                    [&] { contract("D(i)=D(i)*R(i)", part(1), part(0), part(6), on_device()); }),
                HasSubstr("the output D overlaps the input L 'D' in memory"));
}

// Even and odd elements of one array share no byte.
TEST_F(AliasesGpu, InterleavedOperandsAreNoOverlap) {
    const DeviceTensor array = tensor(packed({200}), 0);
    const GuardedArray before = array.fetch();
    auto* const first = static_cast<double*>(array.data());
    const Layout every_second{{100}, {2}};
    const TensorView even(DType::float64, every_second, first, MemorySpace::device);
    const TensorView odd(DType::float64, every_second, first + 1, MemorySpace::device);

    contract("D(i)=2*L(i)", even, odd, on_device());

    const GuardedArray after = array.fetch();
    for (std::int64_t i = 0; i < 200; i += 2) {
        EXPECT_EQ(after.get(i), 2.0 * before.get(i + 1));
        EXPECT_EQ(after.get(i + 1), before.get(i + 1));
    }
    EXPECT_TRUE(after.intact());
}

TEST_F(AliasesGpu, ElementwiseInPlaceIsAllowed) {
    const Layout layout{{67, 33}, {2, 140}};
    const DeviceTensor a = tensor(layout, 0);
    const DeviceTensor b = tensor(layout, 1);
    const GuardedArray a_before = a.fetch();
    const GuardedArray b_before = b.fetch();

    contract("D(i,j)=D(i,j)*R(i,j)", a.view(), a.view(), b.view(), on_device());
    contract("D(i,j)+=L(i,j)*D(i,j)", b.view(), a.view(), b.view(), on_device());

    const GuardedArray a_after = a.fetch();
    const GuardedArray b_after = b.fetch();
    a_before.for_each_offset([&](std::int64_t offset) {
        const Scalar product = a_before.get(offset) * b_before.get(offset);
        ASSERT_EQ(a_after.get(offset), product);
        ASSERT_EQ(b_after.get(offset), b_before.get(offset) * (1.0 + product));
    });
    EXPECT_TRUE(a_after.intact());
    EXPECT_TRUE(b_after.intact());
}

TEST_F(AliasesGpu, OneInputInPlaceIsAllowed) {
    const DeviceTensor a = tensor(packed({67, 33}), 0);
    const GuardedArray before = a.fetch();

    contract("D(i,j)=3*D(i,j)", a.view(), a.view(), on_device());
    contract("D(i,j)+=D(i,j)", a.view(), a.view(), on_device());

    const GuardedArray after = a.fetch();
    before.for_each_offset(
        [&](std::int64_t offset) { ASSERT_EQ(after.get(offset), 6.0 * before.get(offset)); });
}

TEST_F(AliasesGpu, BothInputsMayBeOneTensor) {
    const DeviceTensor a = tensor(packed({40, 40}), 0);
    GuardedArray zeros(DType::float64, packed({40, 40}));
    fill(zeros, {});
    const DeviceTensor d(zeros, device(), context().stream());
    const GuardedArray l = a.fetch();

    contract("D(i,j)=L(i,k)*R(j,k)", d.view(), a.view(), a.view(), on_device());

    const GuardedArray after = d.fetch();
    for (std::int64_t i = 0; i < 40; i += 13) {
        for (std::int64_t j = 0; j < 40; j += 3) {
            Scalar sum{};
            for (std::int64_t k = 0; k < 40; ++k) sum += l.get(i + 40 * k) * l.get(j + 40 * k);
            EXPECT_EQ(after.get(i + 40 * j), sum);
        }
    }
}

}  // namespace
}  // namespace ttgt::test
