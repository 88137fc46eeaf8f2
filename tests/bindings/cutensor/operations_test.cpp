// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Small operations whose results are computed by hand, on the device of the place.
#include <array>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "tests/bindings/cutensor/door_test.h"

namespace ttgt::test {
namespace {

using Complex = std::complex<double>;
using testing::ElementsAre;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class DoorOperations : public Door {
protected:
    template <class T, class A, class B>
    cutensorStatus_t contract(const T& alpha, const DoorTensor<A>& a, cutensorOperator_t op_a,
                              const DoorTensor<B>& b, const T& beta, const DoorTensor<T>& c,
                              const DoorTensor<T>& d,
                              cutensorComputeDescriptor_t compute = CUTENSOR_COMPUTE_DESC_64F) {
        OperationDescriptor operation;
        Plan plan;
        const cutensorStatus_t status = cutensorCreateContraction(
            handle(), &operation, a.descriptor, a.modes.data(), op_a, b.descriptor, b.modes.data(),
            identity, c.descriptor, c.modes.data(), identity, d.descriptor, d.modes.data(),
            compute);
        if (status != CUTENSOR_STATUS_SUCCESS) return status;
        const cutensorStatus_t made = plan_of(operation, plan);
        if (made != CUTENSOR_STATUS_SUCCESS) return made;
        return cutensorContract(handle(), plan, &alpha, a.data, b.data, &beta, c.data, d.data,
                                workspace, workspace_bytes, nullptr);
    }

    template <class T>
    cutensorStatus_t binary(const T& alpha, const DoorTensor<T>& a, cutensorOperator_t op_a,
                            const T& gamma, const DoorTensor<T>& c, cutensorOperator_t op_c,
                            const DoorTensor<T>& d, cutensorOperator_t op_ac,
                            cutensorJitMode_t jit = CUTENSOR_JIT_MODE_NONE) {
        OperationDescriptor operation;
        Plan plan;
        Preference preference;
        EXPECT_EQ(cutensorCreatePlanPreference(handle(), &preference, CUTENSOR_ALGO_DEFAULT, jit),
                  CUTENSOR_STATUS_SUCCESS);
        const cutensorStatus_t status = cutensorCreateElementwiseBinary(
            handle(), &operation, a.descriptor, a.modes.data(), op_a, c.descriptor, c.modes.data(),
            op_c, d.descriptor, d.modes.data(), op_ac, CUTENSOR_COMPUTE_DESC_64F);
        if (status != CUTENSOR_STATUS_SUCCESS) return status;
        const cutensorStatus_t made = cutensorCreatePlan(handle(), &plan, operation, preference, 0);
        if (made != CUTENSOR_STATUS_SUCCESS) return made;
        return cutensorElementwiseBinaryExecute(handle(), plan, &alpha, a.data, &gamma, c.data,
                                                d.data, nullptr);
    }

    template <class T>
    cutensorStatus_t reduce(const T& alpha, const DoorTensor<T>& a, cutensorOperator_t op_a,
                            const T& beta, const DoorTensor<T>& c, cutensorOperator_t op_c,
                            const DoorTensor<T>& d, cutensorOperator_t op_reduce) {
        OperationDescriptor operation;
        Plan plan;
        const cutensorStatus_t status = cutensorCreateReduction(
            handle(), &operation, a.descriptor, a.modes.data(), op_a, c.descriptor, c.modes.data(),
            op_c, d.descriptor, d.modes.data(), op_reduce, CUTENSOR_COMPUTE_DESC_64F);
        if (status != CUTENSOR_STATUS_SUCCESS) return status;
        const cutensorStatus_t made = plan_of(operation, plan);
        if (made != CUTENSOR_STATUS_SUCCESS) return made;
        return cutensorReduce(handle(), plan, &alpha, a.data, &beta, c.data, d.data, workspace,
                              workspace_bytes, nullptr);
    }

    template <class A, class B>
    cutensorStatus_t permute(const B& alpha, const DoorTensor<A>& a, cutensorOperator_t op,
                             const DoorTensor<B>& b) {
        OperationDescriptor operation;
        Plan plan;
        const cutensorStatus_t status =
            cutensorCreatePermutation(handle(), &operation, a.descriptor, a.modes.data(), op,
                                      b.descriptor, b.modes.data(), CUTENSOR_COMPUTE_DESC_64F);
        if (status != CUTENSOR_STATUS_SUCCESS) return status;
        const cutensorStatus_t made = cutensorCreatePlan(handle(), &plan, operation, nullptr, 0);
        if (made != CUTENSOR_STATUS_SUCCESS) return made;
        return cutensorPermute(handle(), plan, &alpha, a.data, b.data, nullptr);
    }

    DoorTensor<double> matrix(Modes modes, std::vector<double> elements) {
        return {place(), std::move(modes), {2, 2}, std::move(elements)};
    }
};

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
    ASSERT_EQ(cutensorCreateContractionTrinary(handle(), &operation, a.descriptor, a.modes.data(),
                                               identity, b.descriptor, b.modes.data(), identity,
                                               c.descriptor, c.modes.data(), identity, d.descriptor,
                                               d.modes.data(), identity, d.descriptor,
                                               d.modes.data(), CUTENSOR_COMPUTE_DESC_64F),
              CUTENSOR_STATUS_SUCCESS);
    ASSERT_EQ(plan_of(operation, plan), CUTENSOR_STATUS_SUCCESS);

    ASSERT_EQ(cutensorContractTrinary(handle(), plan, &alpha, a.data, b.data, c.data, &beta, d.data,
                                      d.data, workspace, workspace_bytes, nullptr),
              CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(d.fetch(), ElementsAre(19 + 3, 43 + 3, 44 + 3, 100 + 3));
}

TEST_F(DoorOperations, PermutationBroadcastsMissingModes) {
    const DoorTensor<double> a(place(), {'i'}, {2}, {1, 2});
    auto b = matrix({'j', 'i'}, {0, 0, 0, 0});

    ASSERT_EQ(permute(3.0, a, identity, b), CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(b.fetch(), ElementsAre(3, 3, 6, 6));
}

TEST_F(DoorOperations, ReductionsIn16BitsHaveScalarsOf32) {
    const DoorTensor<float16> a(place(), {'i'}, {2}, {float16(1), float16(2)});
    DoorTensor<float16> d(place(), {}, {}, {float16(0)});
    OperationDescriptor operation;
    Plan plan;
    const float two = 2;
    const float zero = 0;
    cudaDataType_t type = CUDA_R_64F;
    ASSERT_EQ(cutensorCreateReduction(handle(), &operation, a.descriptor, a.modes.data(), identity,
                                      d.descriptor, nullptr, identity, d.descriptor, nullptr, add,
                                      CUTENSOR_COMPUTE_DESC_16F),
              success);
    EXPECT_EQ(
        cutensorOperationDescriptorGetAttribute(
            handle(), operation, CUTENSOR_OPERATION_DESCRIPTOR_SCALAR_TYPE, &type, sizeof type),
        success);
    EXPECT_EQ(type, CUDA_R_32F);
    ASSERT_EQ(plan_of(operation, plan), success);

    ASSERT_EQ(cutensorReduce(handle(), plan, &two, a.data, &zero, d.data, d.data, workspace,
                             workspace_bytes, nullptr),
              success);

    EXPECT_EQ(static_cast<float>(d.fetch()[0]), 6);
}

TEST_F(DoorOperations, PermutationsArePadded) {
    const DoorTensor<double> a(place(), {'i', 'j'}, {2, 2}, {1, 2, 3, 4});
    // Its memory is that of the frame as well: 3 x 4.
    DoorTensor<double> d(place(), {'j', 'i'}, {2, 2}, {0, 0, 0, 0});
    std::vector<double> elements(12, -1);
    void* const whole = place().upload(elements.data(), elements.size() * sizeof(double));
    const std::array<std::uint32_t, 2> left{1, 0};
    const std::array<std::uint32_t, 2> right{0, 2};
    const double value = 9;
    const double two = 2;
    OperationDescriptor operation;
    Plan plan;
    ASSERT_EQ(
        cutensorCreatePermutation(handle(), &operation, a.descriptor, a.modes.data(), identity,
                                  d.descriptor, d.modes.data(), CUTENSOR_COMPUTE_DESC_64F),
        success);
    const auto set = [&](cutensorOperationDescriptorAttribute_t attribute, const void* data,
                         std::size_t bytes) {
        return cutensorOperationDescriptorSetAttribute(handle(), operation, attribute, data, bytes);
    };
    ASSERT_EQ(set(CUTENSOR_OPERATION_DESCRIPTOR_PADDING_LEFT, left.data(), sizeof left), success);
    ASSERT_EQ(set(CUTENSOR_OPERATION_DESCRIPTOR_PADDING_RIGHT, right.data(), sizeof right),
              success);
    ASSERT_EQ(set(CUTENSOR_OPERATION_DESCRIPTOR_PADDING_VALUE, &value, sizeof value), success);
    std::array<std::uint32_t, 2> read{7, 7};
    EXPECT_EQ(cutensorOperationDescriptorGetAttribute(handle(), operation,
                                                      CUTENSOR_OPERATION_DESCRIPTOR_PADDING_RIGHT,
                                                      read.data(), sizeof read),
              success);
    EXPECT_EQ(read, right);
    ASSERT_EQ(plan_of(operation, plan), success);

    EXPECT_EQ(cutensorPermute(handle(), plan, &two, nullptr, whole, nullptr), invalid);
    EXPECT_EQ(cutensorPermute(handle(), plan, &two, whole, whole, nullptr), invalid);
    place().fetch(elements.data(), whole, elements.size() * sizeof(double));
    EXPECT_THAT(elements, testing::Each(-1));
    ASSERT_EQ(cutensorPermute(handle(), plan, &two, a.data, whole, nullptr), success);

    place().fetch(elements.data(), whole, elements.size() * sizeof(double));
    EXPECT_THAT(elements, testing::ElementsAre(9, 2, 6, 9, 4, 8, 9, 9, 9, 9, 9, 9));
}

TEST_F(DoorOperations, PermutationConvertsTypesAndAppliesOperators) {
    const DoorTensor<float> a(place(), {'i', 'j'}, {2, 2}, {1, 4, 9, 16});
    auto b = matrix({'j', 'i'}, {0, 0, 0, 0});

    ASSERT_EQ(permute(10.0, a, CUTENSOR_OP_SQRT, b), CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(b.fetch(), ElementsAre(10, 30, 20, 40));
}

TEST_F(DoorOperations, BinaryAddsIntoAnotherTensorAndInPlace) {
    const auto a = matrix({'j', 'i'}, {1, 2, 3, 4});
    auto c = matrix({'i', 'j'}, {10, 20, 30, 40});
    auto d = matrix({'i', 'j'}, {nan, nan, nan, nan});
    for (const auto jit : {CUTENSOR_JIT_MODE_NONE, CUTENSOR_JIT_MODE_DEFAULT}) {
        ASSERT_EQ(binary(2.0, a, identity, 3.0, c, identity, d, add, jit), CUTENSOR_STATUS_SUCCESS);
        EXPECT_THAT(d.fetch(), ElementsAre(32, 66, 94, 128));
    }

    ASSERT_EQ(binary(2.0, a, identity, 3.0, c, identity, c, add), CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(c.fetch(), ElementsAre(32, 66, 94, 128));
}

TEST_F(DoorOperations, BinaryMayReadAInTheOutputsPlace) {
    auto d = matrix({'i', 'j'}, {1, 2, 3, 4});
    const auto c = matrix({'j', 'i'}, {10, 20, 30, 40});

    ASSERT_EQ(binary(2.0, d, identity, 3.0, c, identity, d, add), CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(32, 94, 66, 128));
    ASSERT_EQ(binary(0.0, d, identity, 1.0, c, identity, d, add), CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(10, 30, 20, 40));
    ASSERT_EQ(binary(1.0, d, CUTENSOR_OP_NEG, 1.0, c, identity, d, add), CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(0, 0, 0, 0));
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

TEST_F(DoorOperations, NullFactorsAreRefusedBeforeCIsCopiedToD) {
    auto a = matrix({'i', 'k'}, {1, 3, 2, 4});
    const auto b = matrix({'k', 'j'}, {5, 7, 6, 8});
    const auto c = matrix({'i', 'j'}, {9, 9, 9, 9});
    auto d = matrix({'i', 'j'}, {1, 2, 3, 4});
    a.data = nullptr;

    EXPECT_EQ(contract(1.0, a, identity, b, 1.0, c, d), CUTENSOR_STATUS_INVALID_VALUE);

    EXPECT_THAT(d.fetch(), ElementsAre(1, 2, 3, 4));
}

TEST_F(DoorOperations, BinaryCombinesByItsOperator) {
    const auto a = matrix({'i', 'j'}, {-1, 2, -3, 4});
    const auto c = matrix({'j', 'i'}, {3, 1, 2, 0});
    auto d = matrix({'i', 'j'}, {nan, nan, nan, nan});

    ASSERT_EQ(binary(1.0, a, CUTENSOR_OP_ABS, 2.0, c, identity, d, CUTENSOR_OP_MUL),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(6, 8, 6, 0));
    ASSERT_EQ(binary(1.0, a, identity, 1.0, c, identity, d, CUTENSOR_OP_MAX),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(3, 2, 1, 4));
}

TEST_F(DoorOperations, InputsWithAScalarOfZeroAreNotRead) {
    const auto unread = matrix({'i', 'j'}, {nan, nan, nan, nan});
    const auto c = matrix({'i', 'j'}, {3, -1, 2, 0});
    auto d = matrix({'i', 'j'}, {nan, nan, nan, nan});

    ASSERT_EQ(binary(0.0, unread, identity, 2.0, c, identity, d, CUTENSOR_OP_MAX),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(6, 0, 4, 0));
    ASSERT_EQ(binary(0.0, unread, identity, 0.0, unread, identity, d, CUTENSOR_OP_MAX),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(0, 0, 0, 0));
}

TEST_F(DoorOperations, TrinaryCombinesThree) {
    const auto a = matrix({'i', 'j'}, {1, 2, 3, 4});
    const auto b = matrix({'j', 'i'}, {10, 20, 30, 40});
    const auto c = matrix({'i', 'j'}, {2, 2, 3, 3});
    auto d = matrix({'i', 'j'}, {nan, nan, nan, nan});
    OperationDescriptor operation;
    Plan plan;
    const double one = 1;
    const double half = 0.5;
    ASSERT_EQ(cutensorCreateElementwiseTrinary(
                  handle(), &operation, a.descriptor, a.modes.data(), identity, b.descriptor,
                  b.modes.data(), identity, c.descriptor, c.modes.data(), CUTENSOR_OP_NEG,
                  d.descriptor, d.modes.data(), add, CUTENSOR_OP_MUL, CUTENSOR_COMPUTE_DESC_64F),
              CUTENSOR_STATUS_SUCCESS);
    ASSERT_EQ(cutensorCreatePlan(handle(), &plan, operation, nullptr, 0), CUTENSOR_STATUS_SUCCESS);

    ASSERT_EQ(cutensorElementwiseTrinaryExecute(handle(), plan, &one, a.data, &one, b.data, &half,
                                                c.data, d.data, nullptr),
              CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(d.fetch(), ElementsAre(-11, -32, -1.5 * 23, -1.5 * 44));
}

TEST_F(DoorOperations, ReductionsReduceTheModesThatDLacks) {
    const auto a = matrix({'i', 'j'}, {1, 2, 3, 4});
    const DoorTensor<double> c(place(), {'i'}, {2}, {10, 20});
    DoorTensor<double> d(place(), {'i'}, {2}, {nan, nan});

    ASSERT_EQ(reduce(2.0, a, identity, 1.0, c, identity, d, add), CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(18, 32));
    ASSERT_EQ(reduce(1.0, a, CUTENSOR_OP_NEG, 0.0, c, identity, d, CUTENSOR_OP_MAX),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(-1, -2));
    ASSERT_EQ(reduce(1.0, a, identity, 1.0, c, CUTENSOR_OP_NEG, d, CUTENSOR_OP_MUL),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(3 - 10, 8 - 20));
}

TEST_F(DoorOperations, ReductionOfAllModes) {
    const auto a = matrix({'i', 'j'}, {1, 2, 3, 4});
    DoorTensor<double> d(place(), {}, {}, {5});

    ASSERT_EQ(reduce(1.0, a, identity, 1.0, d, identity, d, add), CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(15));
}

TEST_F(DoorOperations, ReductionOfNoModeIsAnElementwiseOperation) {
    const auto a = matrix({'i', 'j'}, {1, 4, 9, 16});
    auto d = matrix({'j', 'i'}, {1, 1, 1, 1});

    ASSERT_EQ(reduce(1.0, a, CUTENSOR_OP_SQRT, 1.0, d, identity, d, CUTENSOR_OP_MAX),
              CUTENSOR_STATUS_SUCCESS);
    EXPECT_THAT(d.fetch(), ElementsAre(2, 4, 3, 5));
}

TEST_F(DoorOperations, TensorsWithoutElementsAreTaken) {
    const DoorTensor<double> a(place(), {'i', 'k'}, {2, 0}, {});
    const DoorTensor<double> b(place(), {'k'}, {0}, {});
    DoorTensor<double> c(place(), {'i'}, {2}, {3, 4});

    ASSERT_EQ(contract(1.0, a, identity, b, 2.0, c, c), CUTENSOR_STATUS_SUCCESS);

    EXPECT_THAT(c.fetch(), ElementsAre(6, 8));
}

template <class T>
struct Sixteen {
    using Type = T;
};

TEST_F(DoorOperations, ElementsOf16BitsHaveScalarsOf32) {
    const auto check = [&](auto tag) {
        using T = typename decltype(tag)::Type;
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
        cudaDataType_t type = CUDA_R_64F;
        ASSERT_EQ(
            cutensorOperationDescriptorGetAttribute(
                handle(), operation, CUTENSOR_OPERATION_DESCRIPTOR_SCALAR_TYPE, &type, sizeof type),
            CUTENSOR_STATUS_SUCCESS);
        EXPECT_EQ(type, CUDA_R_32F);
        ASSERT_EQ(plan_of(operation, plan), CUTENSOR_STATUS_SUCCESS);
        ASSERT_EQ(cutensorContract(handle(), plan, &alpha, a.data, a.data, &beta, c.data, c.data,
                                   workspace, workspace_bytes, nullptr),
                  CUTENSOR_STATUS_SUCCESS);
        EXPECT_EQ(static_cast<float>(c.fetch()[0]), 3.5F);
    };
    check(Sixteen<float16>{});
    check(Sixteen<bfloat16>{});
}

}  // namespace
}  // namespace ttgt::test
