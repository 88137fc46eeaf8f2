// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Block-sparse contractions whose results are computed by hand.
#include <array>

#include <gmock/gmock.h>

#include "tests/bindings/cutensor/door_test.h"

namespace ttgt::test {
namespace {

using BlockDescriptor =
    Owned<cutensorBlockSparseTensorDescriptor_t, cutensorDestroyBlockSparseTensorDescriptor>;

class DoorBlockSparse : public Door {
protected:
    /// A matrix with the sections 1 and 2 in either mode.
    cutensorStatus_t describe(BlockDescriptor& descriptor,
                              const std::vector<std::int32_t>& coordinates,
                              cudaDataType_t type = CUDA_R_64F) {
        const std::array<std::uint32_t, 2> sections{2, 2};
        const std::array<std::int64_t, 4> extents{1, 2, 1, 2};
        return cutensorCreateBlockSparseTensorDescriptor(
            handle(), &descriptor, 2, coordinates.size() / 2, sections.data(), extents.data(),
            coordinates.data(), nullptr, type);
    }
    cutensorStatus_t product(OperationDescriptor& operation, const BlockDescriptor& a,
                             const BlockDescriptor& b, const BlockDescriptor& c,
                             const BlockDescriptor& d) {
        const std::array<std::int32_t, 2> ik{'i', 'k'};
        const std::array<std::int32_t, 2> kj{'k', 'j'};
        const std::array<std::int32_t, 2> ij{'i', 'j'};
        return cutensorCreateBlockSparseContraction(handle(), &operation, a, ik.data(), identity, b,
                                                    kj.data(), identity, c, ij.data(), identity, d,
                                                    ij.data(), CUTENSOR_COMPUTE_DESC_64F);
    }
    double* block(const std::vector<double>& elements) {
        return static_cast<double*>(
            place().upload(elements.data(), elements.size() * sizeof(double)));
    }
    std::vector<double> fetch(const double* data, std::size_t count) {
        std::vector<double> elements(count);
        place().fetch(elements.data(), data, count * sizeof(double));
        return elements;
    }
};

TEST_F(DoorBlockSparse, BlocksThatDHasAreComputed) {
    BlockDescriptor a;
    BlockDescriptor b;
    BlockDescriptor d;
    ASSERT_EQ(describe(a, {0, 0, 1, 1}), success);
    ASSERT_EQ(describe(b, {0, 0, 0, 1, 1, 1}), success);
    ASSERT_EQ(describe(d, {1, 1, 0, 0}), success);  // without the block (0, 1)
    const std::array<const void*, 2> of_a{block({2}), block({1, 2, 3, 4})};
    const std::array<const void*, 3> of_b{block({5}), block({7, 7}), block({1, 0, 0, 1})};
    std::array<double*, 2> of_d{block({1, 1, 1, 1}), block({1})};
    const std::array<const void*, 2> of_c{block({10, 20, 30, 40}), block({50})};
    const double one = 1;
    OperationDescriptor operation;
    Plan plan;
    ASSERT_EQ(product(operation, a, b, d, d), success);
    ASSERT_EQ(plan_of(operation, plan), success);
    auto* const written = reinterpret_cast<void* const*>(of_d.data());

    ASSERT_EQ(cutensorBlockSparseContract(handle(), plan, &one, of_a.data(), of_b.data(), &one,
                                          written, written, workspace, workspace_bytes, nullptr),
              success);
    EXPECT_THAT(fetch(of_d[0], 4), testing::ElementsAre(2, 3, 4, 5));
    EXPECT_THAT(fetch(of_d[1], 1), testing::ElementsAre(11));

    ASSERT_EQ(
        cutensorBlockSparseContract(handle(), plan, &one, of_a.data(), of_b.data(), &one,
                                    of_c.data(), written, workspace, workspace_bytes, nullptr),
        success);
    EXPECT_THAT(fetch(of_d[0], 4), testing::ElementsAre(11, 22, 33, 44));
    EXPECT_THAT(fetch(of_d[1], 1), testing::ElementsAre(60));
}

TEST_F(DoorBlockSparse, AWrongCIsRefusedBeforeDIsWritten) {
    BlockDescriptor all;
    ASSERT_EQ(describe(all, {0, 0, 1, 1}), success);
    const std::array<const void*, 2> factor{block({2}), block({1, 2, 3, 4})};
    const std::array<double*, 2> of_d{block({7}), block({7, 7, 7, 7})};
    const std::array<const void*, 2> partly_d{of_d[0], block({1, 1, 1, 1})};
    const std::array<const void*, 2> partly_null{block({1}), nullptr};
    const double one = 1;
    OperationDescriptor operation;
    Plan plan;
    ASSERT_EQ(product(operation, all, all, all, all), success);
    ASSERT_EQ(plan_of(operation, plan), success);
    auto* const written = reinterpret_cast<void* const*>(of_d.data());
    const auto contract = [&](const void* const* of_c) {
        return cutensorBlockSparseContract(handle(), plan, &one, factor.data(), factor.data(), &one,
                                           of_c, written, workspace, workspace_bytes, nullptr);
    };

    EXPECT_EQ(contract(partly_d.data()), CUTENSOR_STATUS_INVALID_VALUE);
    EXPECT_EQ(contract(partly_null.data()), CUTENSOR_STATUS_INVALID_VALUE);
    EXPECT_EQ(contract(nullptr), CUTENSOR_STATUS_INVALID_VALUE);
    EXPECT_THAT(fetch(of_d[0], 1), testing::ElementsAre(7));
    EXPECT_THAT(fetch(of_d[1], 4), testing::ElementsAre(7, 7, 7, 7));
}

TEST_F(DoorBlockSparse, TensorsThatDoNotFit) {
    BlockDescriptor one;
    BlockDescriptor other;
    BlockDescriptor wrong;
    BlockDescriptor half;
    ASSERT_EQ(describe(one, {0, 0}), success);
    ASSERT_EQ(describe(other, {1, 1}), success);
    ASSERT_EQ(describe(half, {0, 0}, CUDA_R_16F), success);
    OperationDescriptor operation;

    EXPECT_EQ(describe(wrong, {0, 2}), CUTENSOR_STATUS_INVALID_VALUE);
    EXPECT_EQ(describe(wrong, {0, 0, 0, 0}), CUTENSOR_STATUS_INVALID_VALUE);
    EXPECT_EQ(product(operation, one, one, one, other), not_supported);
    EXPECT_EQ(product(operation, one, half, one, one), not_supported);
    EXPECT_EQ(product(operation, half, half, half, half), not_supported);
    EXPECT_EQ(operation.object, nullptr);
}

TEST_F(DoorBlockSparse, WhetherRunsAreReproducibleIsReadBack) {
    BlockDescriptor one;
    ASSERT_EQ(describe(one, {0, 0}), success);
    OperationDescriptor operation;
    ASSERT_EQ(product(operation, one, one, one, one), success);
    std::int32_t value = 7;
    const auto get = [&] {
        return cutensorOperationDescriptorGetAttribute(
            handle(), operation, CUTENSOR_OPERATION_DESCRIPTOR_BLOCKSPARSE_REPRODUCIBLE, &value,
            sizeof value);
    };

    EXPECT_EQ(get(), success);
    EXPECT_EQ(value, 0);
    value = 1;
    EXPECT_EQ(cutensorOperationDescriptorSetAttribute(
                  handle(), operation, CUTENSOR_OPERATION_DESCRIPTOR_BLOCKSPARSE_REPRODUCIBLE,
                  &value, sizeof value),
              success);
    value = 7;
    EXPECT_EQ(get(), success);
    EXPECT_EQ(value, 1);
}

}  // namespace
}  // namespace ttgt::test
