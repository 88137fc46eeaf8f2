// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Contractions of two and three tensors.
#include <complex>
#include <type_traits>

#include <gmock/gmock.h>

#include "tests/bindings/cutensor/door_operations.h"

namespace ttgt::test {
namespace {

using Complex = std::complex<double>;
using testing::ElementsAre;

TEST_F(DoorOperations, ContractionAddsCInPlace) {
    const auto a = matrix({'i', 'k'}, {1, 3, 2, 4});
    const auto b = matrix({'k', 'j'}, {5, 7, 6, 8});
    auto c = matrix({'i', 'j'}, {1, 2, 3, 4});

    ASSERT_EQ(contract(2.0, a, identity, b, 10.0, c, c), CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(c.fetch(), ElementsAre(38 + 10, 86 + 20, 44 + 30, 100 + 40));
}

TEST_F(DoorOperations, ContractionReadsCOfAnotherLayout) {
    const auto a = matrix({'i', 'k'}, {1, 3, 2, 4});
    const auto b = matrix({'k', 'j'}, {5, 7, 6, 8});
    const auto c = matrix({'j', 'i'}, {1, 2, 3, 4});
    auto d = matrix({'i', 'j'}, {nan, nan, nan, nan});

    ASSERT_EQ(contract(1.0, a, identity, b, 10.0, c, d), CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(d.fetch(), ElementsAre(19 + 10, 43 + 30, 22 + 20, 50 + 40));
}

TEST_F(DoorOperations, ContractionWithBetaZeroReadsNoC) {
    const auto a = matrix({'i', 'k'}, {1, 3, 2, 4});
    const auto b = matrix({'k', 'j'}, {5, 7, 6, 8});
    auto c = matrix({'i', 'j'}, {nan, nan, nan, nan});

    ASSERT_EQ(contract(1.0, a, identity, b, 0.0, c, c), CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(c.fetch(), ElementsAre(19, 43, 22, 50));
}

TEST_F(DoorOperations, ContractionConjugatesAndTakesRealFactors) {
    const DoorTensor<Complex> a(place(), {'i'}, {2}, {{1, 2}, {3, -1}});
    const DoorTensor<double> b(place(), {'i'}, {2}, {2, 5});
    DoorTensor<Complex> c(place(), {}, {}, {{1, 1}});

    ASSERT_EQ(contract(Complex(0, 1), a, CUTENSOR_OP_CONJ, b, Complex(2, 0), c, c),
              CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(c.fetch(), ElementsAre(Complex(0, 1) * Complex(17, 1) + Complex(2, 2)));
}

TEST_F(DoorOperations, StridesMayBeZeroOrNegative) {
    const DoorTensor<double> a(place(), {'i', 'k'}, {2, 2}, {3, 7}, {1, 0});
    const DoorTensor<double> b(place(), {'k'}, {2}, {1, 2});
    DoorTensor<double> c(place(), {'i'}, {2}, {0, 0});

    ASSERT_EQ(contract(1.0, a, identity, b, 0.0, c, c), CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(c.fetch(), ElementsAre(9, 21));
}

TEST_F(DoorOperations, ModesMayBeAnyIntegers) {
    const auto a = matrix({1000000, -7}, {1, 3, 2, 4});
    const auto b = matrix({-7, 0}, {5, 7, 6, 8});
    auto c = matrix({1000000, 0}, {0, 0, 0, 0});

    ASSERT_EQ(contract(1.0, a, identity, b, 0.0, c, c), CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(c.fetch(), ElementsAre(19, 43, 22, 50));
}

TEST_F(DoorOperations, TrinaryContractionMultipliesThree) {
    const auto a = matrix({'i', 'k'}, {1, 3, 2, 4});
    const auto b = matrix({'k', 'l'}, {5, 7, 6, 8});
    const auto c = matrix({'l', 'j'}, {1, 0, 0, 2});
    auto d = matrix({'i', 'j'}, {1, 1, 1, 1});
    OperationDescriptor operation;
    Plan plan;
    const double alpha = 1;
    const double beta = 3;
    ASSERT_EQ(describe_product_of_three(operation, a, b, c, d), CUTENSOR_STATUS_SUCCESS);
    ASSERT_EQ(plan_of(operation, plan), CUTENSOR_STATUS_SUCCESS);

    ASSERT_EQ(cutensorContractTrinary(handle(), plan, &alpha, a.data, b.data, c.data, &beta, d.data,
                                      d.data, workspace, workspace_bytes, nullptr),
              CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(d.fetch(), ElementsAre(19 + 3, 43 + 3, 44 + 3, 100 + 3));
}

TEST_F(DoorOperations, FactorsInTheOutputsPlaceAreRefusedBeforeItIsWritten) {
    const auto b = matrix({'k', 'j'}, {5, 7, 6, 8});
    const auto c = matrix({'i', 'j'}, {1, 1, 1, 1});
    auto d = matrix({'i', 'j'}, {1, 3, 2, 4});
    d.modes = {'i', 'k'};
    OperationDescriptor operation;
    Plan plan;
    ASSERT_EQ(cutensorCreateContraction(handle(), &operation, d.descriptor, d.modes.data(),
                                        identity, b.descriptor, b.modes.data(), identity,
                                        c.descriptor, c.modes.data(), identity, c.descriptor,
                                        c.modes.data(), CUTENSOR_COMPUTE_DESC_64F),
              CUTENSOR_STATUS_SUCCESS);
    ASSERT_EQ(plan_of(operation, plan), CUTENSOR_STATUS_SUCCESS);
    const double one = 1;

    EXPECT_EQ(cutensorContract(handle(), plan, &one, d.data, b.data, &one, c.data, d.data,
                               workspace, workspace_bytes, nullptr),
              CUTENSOR_STATUS_INVALID_VALUE);
    EXPECT_THAT(d.fetch(), ElementsAre(1, 3, 2, 4));
}

TEST_F(DoorOperations, CInTheOutputsPlaceIsRefusedWhereAFactorLiesThereToo) {
    const auto b = matrix({'i', 'j'}, {5, 6, 7, 8});
    const auto c = matrix({'i', 'j'}, {1, 1, 1, 1});
    auto d = matrix({'i', 'j'}, {1, 2, 3, 4});
    auto across = matrix({'j', 'i'}, {0, 0, 0, 0});
    across.data = d.data;

    EXPECT_EQ(contract(1.0, d, identity, b, 1.0, across, d), CUTENSOR_STATUS_INVALID_VALUE);

    EXPECT_THAT(d.fetch(), ElementsAre(1, 2, 3, 4));
    ASSERT_EQ(contract(1.0, d, identity, b, 1.0, c, d), CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(6, 13, 22, 33));
}

TEST_F(DoorOperations, NullFactorsAreRefusedBeforeCIsCopiedToD) {
    auto a = matrix({'i', 'k'}, {1, 3, 2, 4});
    const auto b = matrix({'k', 'j'}, {5, 7, 6, 8});
    const auto c = matrix({'i', 'j'}, {9, 9, 9, 9});
    auto d = matrix({'i', 'j'}, {1, 2, 3, 4});
    a.data = nullptr;

    EXPECT_EQ(contract(1.0, a, identity, b, 1.0, c, d), CUTENSOR_STATUS_INVALID_VALUE);

    EXPECT_THAT(d.fetch(), ElementsAre(1, 2, 3, 4));
}

TEST_F(DoorOperations, TensorsWithoutElementsAreTaken) {
    const DoorTensor<double> a(place(), {'i', 'k'}, {2, 0}, {});
    const DoorTensor<double> b(place(), {'k'}, {0}, {});
    DoorTensor<double> c(place(), {'i'}, {2}, {3, 4});

    ASSERT_EQ(contract(1.0, a, identity, b, 2.0, c, c), CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(c.fetch(), ElementsAre(6, 8));
}

TEST_F(DoorOperations, ElementsOf16BitsHaveScalarsOf32) {
    const auto check = [&](auto tag) {
        using T = typename decltype(tag)::type;
        const DoorTensor<T> a(place(), {'i'}, {2}, {T(1.0F), T(2.0F)});
        DoorTensor<T> c(place(), {}, {}, {T(4.0F)});
        OperationDescriptor operation;
        Plan plan;
        const float alpha = 0.5F;
        const float beta = 0.25F;
        ASSERT_EQ(cutensorCreateContraction(handle(), &operation, a.descriptor, a.modes.data(),
                                            identity, a.descriptor, a.modes.data(), identity,
                                            c.descriptor, c.modes.data(), identity, c.descriptor,
                                            c.modes.data(), CUTENSOR_COMPUTE_DESC_32F),
                  CUTENSOR_STATUS_SUCCESS);
        EXPECT_EQ(scalar_type_of(operation), CUDA_R_32F);
        ASSERT_EQ(plan_of(operation, plan), CUTENSOR_STATUS_SUCCESS);
        ASSERT_EQ(cutensorContract(handle(), plan, &alpha, a.data, a.data, &beta, c.data, c.data,
                                   workspace, workspace_bytes, nullptr),
                  CUTENSOR_STATUS_SUCCESS);
        EXPECT_EQ(static_cast<float>(c.fetch()[0]), 3.5F);
    };
    check(std::type_identity<float16>{});
    check(std::type_identity<bfloat16>{});
}

}  // namespace
}  // namespace ttgt::test
