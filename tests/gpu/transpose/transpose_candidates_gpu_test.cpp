// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Every candidate of the planner, forced, against the definition.
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/gpu/support/device_transpose.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/problems/cuda_transpose_cases.h"
#include "transpose/cuda/kernels/enqueue.h"

namespace ttgt {
namespace {

using test::CudaCandidate;
using test::DeviceTranspose;
using test::Pointers;
using test::Random;
using test::TransposeCase;
using test::TransposeScalars;

/// With a dtype.
class TransposeCandidatesGpu : public test::GpuTest, public testing::WithParamInterface<DType> {
protected:
    /// All candidates of one shape.
    void check_shape(const cuda::Shape& shape, Pointers pointers, DeviceTranspose& transpose) {
        const std::vector<CudaCandidate> candidates = test::cuda_candidates(shape, pointers);
        EXPECT_FALSE(candidates.empty());
        for (const CudaCandidate& candidate : candidates) {
            methods_.insert(candidate.method);
            ASSERT_TRUE(transpose.agrees([&](const void* in, void* out, Stream stream) {
                cuda::enqueue_move(candidate.launch, shape.unit_bytes, in, out, stream);
            })) << candidate.text;
        }
    }

    /// All candidates of the widest units, and of elements.
    void check_moves(const TransposeCase& given, Random& random) {
        const TransposeProblem problem = test::problem_of(given);
        if (problem.empty) return;
        DeviceTranspose transpose(given, random, device());
        check_shape(cuda::vectorise(problem), Pointers::aligned, transpose);
        if (HasFatalFailure()) return;
        check_shape(test::plain_shape(problem), Pointers::aligned, transpose);
    }

    /// All candidates of elements, where the arrays are aligned to no more than one.
    void check_shifted_moves(const TransposeCase& given, Random& random) {
        const TransposeProblem problem = test::problem_of(given);
        if (problem.empty) return;
        const std::int64_t element = size_bytes(given.dtype);
        DeviceTranspose transpose(given, random, device(), {},
                                  {element * random.between(1, 3), element * random.between(1, 3)});
        check_shape(test::plain_shape(problem), Pointers::anywhere, transpose);
    }

    [[nodiscard]] const std::set<std::string>& methods() const { return methods_; }

private:
    std::set<std::string> methods_;
};

TEST_P(TransposeCandidatesGpu, AgreeOnAwkwardPermutationsByEveryMethod) {
    Random random(1);

    for (const TransposeCase& given : test::awkward_permutations(GetParam())) {
        check_moves(given, random);
        if (HasFatalFailure()) return;
    }

    EXPECT_EQ(methods(),
              (std::set<std::string>{"copy", "packed", "packed_split", "tiled", "tiled_copy"}));
}

TEST_P(TransposeCandidatesGpu, AgreeOnAwkwardPermutationsOffTheAlignment) {
    Random random(2);

    for (const TransposeCase& given : test::awkward_permutations(GetParam())) {
        check_shifted_moves(given, random);
        if (HasFatalFailure()) return;
    }
}

TEST_P(TransposeCandidatesGpu, AgreeOnAwkwardStrides) {
    Random random(3);

    for (const TransposeCase& given : test::awkward_strides(GetParam())) {
        check_moves(given, random);
        if (!HasFatalFailure()) check_shifted_moves(given, random);
        if (HasFatalFailure()) return;
    }
}

TEST_P(TransposeCandidatesGpu, AgreeOnRandomPermutations) {
    for (const std::uint64_t seed : test::seeds(100, 120)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const TransposeCase given = test::random_permutation(random, GetParam(), 60'000);
        check_moves(given, random);
        if (!HasFatalFailure() && random.chance(25)) check_shifted_moves(given, random);
        if (HasFatalFailure()) return;
    }
}

TEST_P(TransposeCandidatesGpu, AgreeOnRandomLayouts) {
    for (const std::uint64_t seed : test::seeds(1000, 150)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const TransposeCase given = test::random_transpose_case(random, GetParam());
        check_moves(given, random);
        if (!HasFatalFailure() && random.chance(25)) check_shifted_moves(given, random);
        if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(All, TransposeCandidatesGpu, testing::ValuesIn(test::opaque_dtypes()),
                         [](const auto& tested) { return std::string(name(tested.param)); });

/// With a numeric dtype: candidates that scale.
class TransposeArithmeticGpu : public TransposeCandidatesGpu {
protected:
    void check_scaled(const TransposeCase& given, const TransposeScalars& scalars, Random& random) {
        const TransposeProblem problem = test::problem_of(given);
        if (problem.empty) return;
        DeviceTranspose transpose(given, random, device(), scalars);
        for (const CudaCandidate& candidate :
             test::cuda_candidates(test::plain_shape(problem), Pointers::anywhere)) {
            ASSERT_TRUE(transpose.agrees([&](const void* in, void* out, Stream stream) {
                cuda::enqueue_scale(candidate.launch, given.dtype,
                                    {scalars.alpha, scalars.beta, given.conjugate}, in, out,
                                    stream);
            })) << candidate.text
                << ", alpha " << scalars.alpha << ", beta " << scalars.beta;
        }
    }

    void check_all_scalars(TransposeCase given, Random& random) {
        std::vector<TransposeScalars> all{{1.0, 0.0}, {2.0, 0.0}, {1.0, 1.0}, {-1.0, 3.0},
                                          {0.0, 0.0}, {0.0, 1.0}, {0.0, -2.0}};
        if (is_complex(given.dtype)) {
            all.insert(all.end(), {{Scalar(1, 2), Scalar(0, -1)},
                                   {Scalar(0, 1), 0.0},
                                   {0.0, Scalar(0, 1)},
                                   {Scalar(0, -1), 1.0}});
        }
        for (const TransposeScalars& scalars : all) {
            for (const bool conjugate : {false, true}) {
                given.conjugate = conjugate;
                if (conjugate && !is_complex(given.dtype)) continue;
                check_scaled(given, scalars, random);
                if (HasFatalFailure()) return;
            }
        }
    }
};

TEST_P(TransposeArithmeticGpu, AgreesForEveryCandidateAndAllScalars) {
    Random random(4);
    const DType dtype = GetParam();

    for (const TransposeCase& given :
         {test::packed_case(dtype, {4097}, {0}), test::packed_case(dtype, {64, 3, 33}, {0, 2, 1}),
          test::packed_case(dtype, {65, 129}, {1, 0}),
          test::packed_case(dtype, {5, 3, 2, 4, 35, 3}, {5, 4, 3, 2, 1, 0}),
          test::packed_case(dtype, {15, 7, 15, 9}, {1, 0, 3, 2}),
          test::packed_case(dtype, {2, 2, 3, 2, 5, 2, 3, 2, 2, 3}, {8, 1, 4, 3, 2, 9, 0, 5, 7, 6}),
          test::packed_case(dtype, {}, {})}) {
        check_all_scalars(given, random);
        if (HasFatalFailure()) return;
    }
}

TEST_P(TransposeArithmeticGpu, AgreesOnAwkwardStrides) {
    Random random(5);

    for (TransposeCase given : test::awkward_strides(GetParam())) {
        given.conjugate = is_complex(given.dtype);
        check_scaled(given, {-2.0, 3.0}, random);
        if (!HasFatalFailure()) check_scaled(given, {2.0, 0.0}, random);
        if (HasFatalFailure()) return;
    }
}

TEST_P(TransposeArithmeticGpu, AgreesOnRandomLayouts) {
    for (const std::uint64_t seed : test::seeds(2000, 60)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const TransposeCase given = test::random_transpose_case(random, GetParam());
        const auto part = [&] { return static_cast<double>(random.between(-2, 2)); };
        TransposeScalars scalars{part(), part()};
        if (is_complex(given.dtype)) scalars = {Scalar(part(), part()), Scalar(part(), part())};
        check_scaled(given, scalars, random);
        if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(All, TransposeArithmeticGpu,
                         testing::Values(DType::float16, DType::bfloat16, DType::float32,
                                         DType::float64, DType::complex64, DType::complex128),
                         [](const auto& tested) { return std::string(name(tested.param)); });

}  // namespace
}  // namespace ttgt
