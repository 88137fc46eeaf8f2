// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Whole plans on a CUDA context: what the caller may pass, and what comes back.
#include <ttgt/ttgt.h>

#include <cuda_runtime_api.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/error.h"
#include "tests/gpu/support/device_transpose.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/problems/cuda_transpose_cases.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::DeviceTranspose;
using test::GuardedArray;
using test::Random;
using test::refusal_of;
using test::TransposeCase;
using test::TransposeScalars;
using testing::AllOf;
using testing::HasSubstr;

class TransposeRunGpu : public test::GpuTest {
protected:
    [[nodiscard]] TransposePlan plan(const TransposeCase& given,
                                     Planning planning = Planning::heuristic) const {
        Context context(options());
        return plan_transpose(context, given.in, given.out, given.perm, given.dtype,
                              {given.conjugate, planning});
    }

    /// Plans and runs on the stream of the arrays.
    void check(const TransposeCase& given, Random& random, const TransposeScalars& scalars = {},
               const test::Shifts& shifts = {}) {
        const TransposePlan transpose = plan(given);
        DeviceTranspose arrays(given, random, device(), scalars, shifts);
        ASSERT_TRUE(arrays.agrees([&](const void* in, void* out, Stream stream) {
            transpose.run(scalars.alpha, in, scalars.beta, out, stream);
        })) << "alpha "
            << scalars.alpha << ", beta " << scalars.beta << ", shifted by " << shifts.in << " and "
            << shifts.out << " bytes\n"
            << transpose.explain();
    }
};

TEST_F(TransposeRunGpu, PlanTellsItsMethodBytesAndTime) {
    const TransposePlan transpose =
        plan(test::packed_case(DType::float64, {310, 50, 70}, {2, 0, 1}));

    EXPECT_EQ(transpose.bytes(), 2 * 310 * 50 * 70 * 8);
    EXPECT_GT(transpose.predicted_ms(), 0);
    EXPECT_LT(transpose.predicted_ms(), 10);
    EXPECT_THAT(transpose.explain(),
                AllOf(HasSubstr("on " + to_string(options().device)),
                      HasSubstr(std::string(transpose.method())), HasSubstr(" us"),
                      HasSubstr(std::to_string(transpose.bytes()) + " read and written")));
}

TEST_F(TransposeRunGpu, PlansOutliveTheirContextAndCanBeMoved) {
    Random random(1);
    const TransposeCase given = test::packed_case(DType::float32, {65, 33}, {1, 0});
    TransposePlan first = plan(given);
    TransposePlan second = plan(test::packed_case(DType::float32, {6}, {0}));
    second = std::move(first);
    DeviceTranspose arrays(given, random, device());

    EXPECT_TRUE(arrays.agrees(
        [&](const void* in, void* out, Stream stream) { second.run(1.0, in, 0.0, out, stream); }));
}

TEST_F(TransposeRunGpu, WithoutAStreamRunsOnTheContexts) {
    Random random(2);
    const TransposeCase given = test::packed_case(DType::float64, {129, 65}, {1, 0});
    Context context(options());
    const TransposePlan transpose =
        plan_transpose(context, given.in, given.out, given.perm, given.dtype);
    DeviceTranspose arrays(given, random, device());

    EXPECT_TRUE(arrays.agrees([&](const void* in, void* out, Stream stream) {
        cuda::synchronize(stream);
        transpose.run(1.0, in, 0.0, out);
        cuda::synchronize(context.stream());
    }));
}

TEST_F(TransposeRunGpu, EveryDtypeAndShiftAgrees) {
    Random random(3);
    for (const DType dtype : test::all_dtypes()) {
        const std::int64_t element = size_bytes(dtype);
        for (const TransposeCase& given :
             {test::packed_case(dtype, {64, 3, 128}, {0, 2, 1}),
              test::packed_case(dtype, {128, 64}, {1, 0}),
              test::packed_case(dtype, {16, 15, 15}, {0, 2, 1}),
              test::packed_case(dtype, {8, 5, 3, 4, 6}, {3, 2, 0, 4, 1}),
              test::packed_case(dtype, {4096}, {0})}) {
            // One element, half of a unit of 16 bytes, and a unit: on either side, and on both.
            for (const std::int64_t shift : {element, std::int64_t{8}, std::int64_t{16}}) {
                if (shift % element != 0) continue;
                check(given, random, {}, {shift, 0});
                check(given, random, {}, {0, shift});
                check(given, random, {}, {shift, shift});
            }
            check(given, random);
            if (HasFatalFailure()) return;
        }
    }
}

TEST_F(TransposeRunGpu, ScaledAndConjugatedAgrees) {
    Random random(4);
    for (const DType dtype : {DType::float16, DType::bfloat16, DType::float32, DType::float64,
                              DType::complex64, DType::complex128}) {
        TransposeCase given = test::packed_case(dtype, {33, 6, 65}, {2, 1, 0});
        for (const TransposeScalars& scalars :
             {TransposeScalars{2.0, -1.0}, TransposeScalars{0.0, 2.0}, TransposeScalars{3.0, 0.0},
              TransposeScalars{0.0, 0.0}, TransposeScalars{1.0, 1.0}}) {
            check(given, random, scalars);
            check(given, random, scalars, {size_bytes(dtype), 2 * size_bytes(dtype)});
        }
        given.conjugate = is_complex(dtype);
        check(given, random);
        check(given, random, {-1.0, 2.0});
        if (HasFatalFailure()) return;
    }
}

TEST_F(TransposeRunGpu, RandomLayoutsAgree) {
    for (const std::uint64_t seed : test::seeds(3000, 200)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const TransposeCase given =
            test::random_transpose_case(random, random.pick(test::all_dtypes()));
        check(given, random);
        if (!is_opaque(given.dtype)) check(given, random, {2.0, -1.0});
        if (HasFatalFailure()) return;
    }
}

TEST_F(TransposeRunGpu, AwkwardStridesAgree) {
    for (const DType dtype : test::opaque_dtypes()) {
        Random random(5);
        for (const TransposeCase& given : test::awkward_strides(dtype)) check(given, random);
        if (HasFatalFailure()) return;
    }
}

TEST_F(TransposeRunGpu, ExtentsOfOneAndScalarsAgree) {
    Random random(6);

    check(test::packed_case(DType::float64, {}, {}), random);
    check(test::packed_case(DType::float64, {}, {}), random, {2.0, 3.0});
    check(test::packed_case(DType::complex64, {1, 1}, {1, 0}), random);
    check(test::packed_case(DType::opaque1, {1, 5, 1}, {2, 1, 0}), random);
}

TEST_F(TransposeRunGpu, EmptyTensorsTakeNullPointers) {
    const TransposePlan transpose = plan(test::packed_case(DType::float64, {3, 0, 4}, {2, 0, 1}));

    transpose.run(1.0, nullptr, 0.0, nullptr);

    EXPECT_EQ(transpose.bytes(), 0);
    EXPECT_EQ(transpose.predicted_ms(), 0);
    EXPECT_THAT(transpose.explain(), HasSubstr("nothing to move"));
}

TEST_F(TransposeRunGpu, ScalesInPlaceWhereEveryElementKeepsItsAddress) {
    Random random(7);
    for (const DType dtype : {DType::float16, DType::float32, DType::complex128}) {
        for (const Layout& layout : {packed({65, 33, 2}), packed_last_fastest({65, 33}),
                                     Layout{{31, 17}, {40, 2}}, Layout{{31, 17}, {-1, 40}}}) {
            TransposeCase given{dtype, layout, layout, {}, is_complex(dtype)};
            for (std::size_t i = 0; i < layout.rank(); ++i) {
                given.perm.push_back(static_cast<int>(i));
            }
            GuardedArray host(dtype, layout);
            test::fill_any(host, random);
            const cuda::OwnedStream stream(device());
            test::DeviceTensor data(host, device(), stream.get());
            GuardedArray expected = host;
            test::transpose_by_definition(given, 2.0, host, 1.0, expected);

            plan(given).run(2.0, data.data(), 1.0, data.data(), stream.get());

            EXPECT_TRUE(test::equal_and_intact(data.fetch(), expected)) << to_string(given);
        }
    }
}

TEST_F(TransposeRunGpu, RefusedPointersAndScalarsWriteNothing) {
    Random random(8);
    const TransposeCase given = test::packed_case(DType::float64, {33, 31}, {1, 0});
    const TransposePlan transpose = plan(given);
    GuardedArray host(given.dtype, given.in);
    test::fill_any(host, random);
    const cuda::OwnedStream stream(device());
    const test::DeviceTensor in(host, device(), stream.get());
    const test::DeviceTensor out(host, device(), stream.get());
    auto* const in_bytes = static_cast<std::byte*>(in.data());
    auto* const out_bytes = static_cast<std::byte*>(out.data());
    const auto run = [&](Scalar alpha, const void* from, Scalar beta, void* to) {
        transpose.run(alpha, from, beta, to, stream.get());
    };

    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { run(1.0, in_bytes + 1, 0.0, out_bytes); }),
        AllOf(HasSubstr("the input is at "), HasSubstr("not aligned to an element of 8 bytes")));
    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { run(1.0, in_bytes, 0.0, out_bytes + 4); }),
        AllOf(HasSubstr("the output is at "), HasSubstr("not aligned to an element of 8 bytes")));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { run(1.0, nullptr, 0.0, out_bytes); }),
                HasSubstr("the input's pointer is null"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { run(1.0, in_bytes, 0.0, nullptr); }),
                HasSubstr("the output's pointer is null"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { run(Scalar(0, 1), in_bytes, 0.0, out_bytes); }),
                HasSubstr("alpha is 0+1i, but float64 is not complex"));
    EXPECT_THAT(refusal_of<OverlapError>([&] { run(1.0, out_bytes, 0.0, out_bytes); }),
                HasSubstr("overlap in memory and are not one identical layout"));
    EXPECT_THAT(refusal_of<OverlapError>([&] { run(1.0, out_bytes + 8, 0.0, out_bytes); }),
                HasSubstr("overlap in memory and are not one identical layout"));

    EXPECT_EQ(out.fetch().bytes(), host.bytes());
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

TEST_F(TransposeRunGpu, RealScalarsKeepInfinitiesInTheirPart) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    using Complexes = std::vector<std::complex<double>>;
    TransposeCase given = test::packed_case(DType::complex128, {1}, {0});
    const cuda::OwnedStream stream(device());
    const auto result = [&](Scalar alpha, Scalar beta) {
        const Complexes values{{infinity, 1}, {1, -infinity}};
        const cuda::DeviceBuffer data(32, device(), stream.get(), "a test");
        Complexes results(2);
        cuda::copy_to_device(data.data(), values.data(), 32, stream.get());
        plan(given).run(alpha, data.data(), beta, static_cast<char*>(data.data()) + 16,
                        stream.get());
        cuda::copy_to_host(results.data(), data.data(), 32, stream.get());
        cuda::synchronize(stream.get());
        return results[1];
    };

    EXPECT_EQ(result(2.0, 1.0), std::complex<double>(infinity, -infinity));
    given.conjugate = true;
    EXPECT_EQ(result(1.0, 0.0), std::complex<double>(infinity, -1));
}

}  // namespace
}  // namespace ttgt
