// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cpu/transpose_kernel.h"

#include <sys/mman.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/problems/transpose_case.h"

namespace ttgt {
namespace {

using test::GuardedArray;
using test::Random;
using test::TransposeCase;

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

using Doubles = std::vector<double>;
using Complexes = std::vector<std::complex<double>>;

/// Modes of in[3,2] to out[2,3], both packed.
const Modes<2> matrix{{2, {3, 1}}, {3, {1, 2}}};

template <class T>
void run(const Modes<2>& modes, Scalar alpha, const T* in, Scalar beta, T* out,
         bool conjugate = false) {
    const CpuKernelPlan plan =
        plan_transpose_kernel(make_transpose_problem(dtype_of<T>, conjugate, modes));
    cpu::run_transpose(plan, alpha, in, beta, out, 1);
}

TEST(TransposeKernel, TransposesAMatrix) {
    const Doubles in{1, 2, 3, 4, 5, 6};
    Doubles out(6);

    run(matrix, 1.0, in.data(), 0.0, out.data());

    EXPECT_EQ(out, (Doubles{1, 4, 2, 5, 3, 6}));
}

TEST(TransposeKernel, ScalesAndAccumulates) {
    const Doubles in{1, 2, 3, 4, 5, 6};
    Doubles out{10, 20, 30, 40, 50, 60};

    run(matrix, 2.0, in.data(), -1.0, out.data());

    EXPECT_EQ(out, (Doubles{-8, -12, -26, -30, -44, -48}));
}

TEST(TransposeKernel, ConjugatesThenScalesByComplexNumbers) {
    const Complexes in{{1, 2}, {3, -4}};
    Complexes moved(2);
    Complexes scaled{{1, 1}, {0, 1}};

    run({{2, {1, 1}}}, 1.0, in.data(), 0.0, moved.data(), true);
    run({{2, {1, 1}}}, Scalar(0, 1), in.data(), Scalar(2, 0), scaled.data(), true);

    EXPECT_EQ(moved, (Complexes{{1, -2}, {3, 4}}));
    EXPECT_EQ(scaled, (Complexes{{2 + 2, 2 + 1}, {0 - 4, 2 + 3}}));  // 2 out + i conj(in)
}

TEST(TransposeKernel, OfAScalarMovesOneElement) {
    const double in = 7;
    double out = 1;

    run({}, 1.0, &in, 0.0, &out);
    EXPECT_EQ(out, 7);

    run({}, 2.0, &in, 3.0, &out);
    EXPECT_EQ(out, 35);
}

TEST(TransposeKernel, OfNothingTouchesNothing) {
    const Modes<2> nothing{{3, {1, 1}}, {0, {3, 3}}};
    const Doubles in{1, 2, 3};
    Doubles out{4, 5, 6};

    run<double>(nothing, 1.0, nullptr, 0.0, nullptr);
    run<double>(nothing, 0.0, nullptr, 2.0, nullptr);
    run(nothing, 1.0, in.data(), 0.0, out.data());
    run(nothing, 0.0, in.data(), 2.0, out.data());

    EXPECT_EQ(out, (Doubles{4, 5, 6}));
}

TEST(TransposeKernel, WithBetaZeroDoesNotReadTheOutput) {
    const Doubles in{1, 2, 3, 4, 5, 6};
    Doubles out(6, nan_value);

    run(matrix, 2.0, in.data(), 0.0, out.data());

    EXPECT_EQ(out, (Doubles{2, 8, 4, 10, 6, 12}));
}

TEST(TransposeKernel, WithAlphaZeroDoesNotReadTheInput) {
    const Doubles in(6, nan_value);
    Doubles out{1, 2, 3, 4, 5, 6};
    Complexes complex_out{{1, 2}, {3, 4}};

    run(matrix, 0.0, in.data(), 3.0, out.data());
    run<std::complex<double>>({{2, {1, 1}}}, 0.0, nullptr, Scalar(0, 1), complex_out.data());

    EXPECT_EQ(out, (Doubles{3, 6, 9, 12, 15, 18}));
    EXPECT_EQ(complex_out, (Complexes{{-2, 1}, {-4, 3}}));
}

TEST(TransposeKernel, WithBothZeroClearsTheOutput) {
    Doubles out(6, nan_value);

    run<double>(matrix, 0.0, nullptr, 0.0, out.data());

    EXPECT_EQ(out, Doubles(6, 0.0));
}

TEST(TransposeKernel, RealScalarsKeepInfinitiesInTheirPart) {
    const Complexes in{{infinity, 1}};
    Complexes out{{1, -infinity}};

    run({}, 2.0, in.data(), 1.0, out.data());

    EXPECT_EQ(out[0].real(), infinity);
    EXPECT_EQ(out[0].imag(), -infinity);
}

TEST(TransposeKernel, WorksInPlaceOnOneIdenticalLayout) {
    Complexes data{{1, 2}, {3, 4}, {5, 6}, {7, 8}};
    const Modes<2> same{{2, {1, 1}}, {1, {2, 2}}, {2, {2, 2}}};

    run(same, 1.0, data.data(), 0.0, data.data());
    EXPECT_EQ(data, (Complexes{{1, 2}, {3, 4}, {5, 6}, {7, 8}}));

    run(same, 1.0, data.data(), 1.0, data.data(), true);
    EXPECT_EQ(data, (Complexes{{2, 0}, {6, 0}, {10, 0}, {14, 0}}));
}

TEST(TransposeKernel, RepeatsAnInputOfStrideZeroAndRunsBackwards) {
    const Doubles in{1, 2};
    Doubles repeated(6);
    Doubles reversed(2);

    run({{3, {0, 1}}, {2, {1, 3}}}, 1.0, in.data(), 0.0, repeated.data());
    run({{2, {-1, 1}}}, 1.0, in.data() + 1, 0.0, reversed.data());

    EXPECT_EQ(repeated, (Doubles{1, 1, 1, 2, 2, 2}));
    EXPECT_EQ(reversed, (Doubles{2, 1}));
}

TEST(TransposeKernel, AcceptsBasesAlignedToOneElement) {
    std::vector<float> in(1 + 40 * 40);
    std::vector<float> out(1 + 40 * 40);
    std::iota(in.begin(), in.end(), 0.0F);

    run({{40, {40, 1}}, {40, {1, 40}}}, 1.0, in.data() + 1, 0.0, out.data() + 1);

    EXPECT_EQ(out[0], 0);
    for (std::size_t i = 0; i < 1600; ++i) EXPECT_EQ(out[1 + i], in[1 + i / 40 + i % 40 * 40]);
}

TEST(TransposeKernel, AcceptsOpaqueElementsAtAnyAddress) {
    std::vector<std::byte> in(1 + 16 * 9);
    std::vector<std::byte> out(3 + 16 * 9);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::byte>(i);
    const CpuKernelPlan plan = plan_transpose_kernel(
        make_transpose_problem(DType::opaque16, false, {{3, {3, 1}}, {3, {1, 3}}}));

    cpu::run_transpose(plan, 1.0, in.data() + 1, 0.0, out.data() + 3, 1);

    for (std::size_t i = 0; i < 9; ++i) {
        const std::size_t from = i / 3 + i % 3 * 3;
        EXPECT_TRUE(std::equal(out.begin() + 3 + static_cast<std::ptrdiff_t>(16 * i),
                               out.begin() + 3 + static_cast<std::ptrdiff_t>(16 * i + 16),
                               in.begin() + 1 + static_cast<std::ptrdiff_t>(16 * from)));
    }
}

TEST(TransposeKernel, StridesBeyond32BitsReachTheirElements) {
    // Pages that are never touched cost nothing: 4 elements, more than 2^32 bytes apart.
    constexpr std::int64_t stride = (std::int64_t{1} << 32) + 5;
    constexpr std::size_t bytes = 3 * static_cast<std::size_t>(stride) + 1;
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) GTEST_SKIP() << "no address space";
    auto* const out = static_cast<unsigned char*>(memory);
    const std::vector<unsigned char> in{1, 2, 3, 4};
    std::vector<unsigned char> back(4);

    const auto move = [](Modes<2> modes, const void* from, void* to) {
        cpu::run_transpose(
            plan_transpose_kernel(make_transpose_problem(DType::opaque1, false, modes)), 1.0, from,
            0.0, to, 1);
    };
    move({{2, {1, 2 * stride}}, {2, {2, stride}}}, in.data(), out);
    move({{4, {stride, 1}}}, out, back.data());

    EXPECT_EQ(back, (std::vector<unsigned char>{1, 3, 2, 4}));
    munmap(memory, bytes);
}

class TransposeKernelDType : public testing::TestWithParam<DType> {};

/// Extents beside and beyond tile and register blocks, in shapes that use every method.
std::vector<TransposeCase> shapes(DType dtype) {
    return {
        test::packed_case(dtype, {130, 67}, {1, 0}),
        test::packed_case(dtype, {64, 128}, {1, 0}),
        test::packed_case(dtype, {3, 200}, {1, 0}),
        test::packed_case(dtype, {5, 33, 40}, {0, 2, 1}),
        test::packed_case(dtype, {100, 7, 6}, {0, 2, 1}),
        test::packed_case(dtype, {11, 13, 2, 5}, {3, 2, 1, 0}),
        test::packed_case(dtype, {40000}, {0}),
        test::packed_case(dtype, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, {9, 0, 8, 1, 7, 2, 6, 3, 5, 4}),
    };
}

TEST_P(TransposeKernelDType, AgreesWithTheDefinitionOnEveryShape) {
    Random random(7);
    for (const TransposeCase& transpose : shapes(GetParam())) {
        GuardedArray in(transpose.dtype, transpose.in);
        GuardedArray out(transpose.dtype, transpose.out);
        test::fill_any(in, random);
        GuardedArray expected = out;
        test::transpose_by_definition(transpose, 1.0, in, 0.0, expected);

        cpu::run_transpose(plan_transpose_kernel(make_transpose_problem(transpose.dtype, false,
                                                                        test::modes_of(transpose))),
                           1.0, in.data(), 0.0, out.data(), 1);

        EXPECT_TRUE(test::equal_and_intact(out, expected)) << test::to_string(transpose);
    }
}

TEST_P(TransposeKernelDType, GivesTheSameBytesForEveryNumberOfThreads) {
    Random random(11);
    const TransposeCase transpose = test::packed_case(GetParam(), {600, 5, 301}, {2, 1, 0});
    GuardedArray in(transpose.dtype, transpose.in);
    if (is_opaque(GetParam())) {
        test::fill_any(in, random);
    } else {
        test::fill_reals(in, random);
    }
    const CpuKernelPlan plan = plan_transpose_kernel(
        make_transpose_problem(transpose.dtype, false, test::modes_of(transpose)));
    const Scalar alpha = is_opaque(GetParam()) ? 1.0 : 0.3;
    const Scalar beta = is_opaque(GetParam()) ? 0.0 : 0.7;
    GuardedArray one(transpose.dtype, transpose.out);
    cpu::run_transpose(plan, alpha, in.data(), beta, one.data(), 1);

    for (const int threads : {2, 3, 0}) {
        GuardedArray many(transpose.dtype, transpose.out);
        cpu::run_transpose(plan, alpha, in.data(), beta, many.data(), threads);
        EXPECT_EQ(many.bytes(), one.bytes()) << threads << " threads";
    }
}

INSTANTIATE_TEST_SUITE_P(All, TransposeKernelDType, testing::ValuesIn(test::all_dtypes()),
                         [](const auto& instance) { return std::string(name(instance.param)); });

}  // namespace
}  // namespace ttgt
