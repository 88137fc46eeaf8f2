// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/ttgt.h>

#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/counting_tensors.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::counting;
using test::refusal_of;
using test::values;
using testing::AllOf;
using testing::HasSubstr;

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

using Doubles = std::vector<double>;

TEST(Contract, MultipliesMatrices) {
    Tensor<double> d({2, 2});
    const auto l = counting<double>({2, 3});  // 1 3 5 | 2 4 6
    const auto r = counting<double>({3, 2});  // 1 4 | 2 5 | 3 6

    contract("D(a,b)=L(a,k)*R(k,b)", d, l, r);

    EXPECT_EQ(values(d), (Doubles{22, 28, 49, 64}));
}

TEST(Contract, AccumulatesSubtractsAndScales) {
    Tensor<double> d({1});
    const auto l = counting<double>({1, 2});
    d(0) = 100;

    contract("D(a)+=L(a,k)*R(k)", d, l, counting<double>({2}));  // + 5
    EXPECT_EQ(d(0), 105);

    contract("D(a)-=2*L(a,k)*R(k)", d, l, counting<double>({2}));
    EXPECT_EQ(d(0), 95);

    ContractOptions options;
    options.alpha = 3.0;
    options.beta = 2.0;
    contract("D(a)=L(a,k)*R(k)", d, l, counting<double>({2}), options);
    EXPECT_EQ(d(0), 205);
}

TEST(Contract, BetaZeroDoesNotReadTheOutput) {
    Tensor<double> d({2, 2});
    d.fill(nan_value);
    const auto l = counting<double>({2, 3});

    contract("D(b,a)=L(a,k)*R(k,b)", d, l, counting<double>({3, 2}));

    EXPECT_EQ(values(d), (Doubles{22, 49, 28, 64}));
}

TEST(Contract, AlphaZeroScalesTheOutputAndReadsNoInput) {
    Tensor<double> d({2, 2});
    d.fill(4);
    Tensor<double> poison({2, 2});
    poison.fill(nan_value);
    ContractOptions options;
    options.alpha = 0.0;
    options.beta = 0.5;

    contract("D(a,b)=L(a,k)*R(k,b)", d, poison, poison, options);

    EXPECT_EQ(values(d), (Doubles{2, 2, 2, 2}));
}

TEST(Contract, UnaryExpressionsTransposeSumAndTakeDiagonals) {
    const auto l = counting<double>({2, 3});
    Tensor<double> transposed({3, 2});
    Tensor<double> sums({2});
    Tensor<double> trace({});

    contract("D(b,a)=L(a,b)", transposed, l);
    contract("D(a)=L(a,b)", sums, l);
    contract("D()=L(i,i)", trace, counting<double>({3, 3}));

    EXPECT_EQ(values(transposed), (Doubles{1, 3, 5, 2, 4, 6}));
    EXPECT_EQ(values(sums), (Doubles{9, 12}));
    EXPECT_EQ(trace(), 15);
}

TEST(Contract, SumsOfAMillionValuesKeepFifteenDecimals) {
    constexpr double value = 1 + std::numeric_limits<double>::epsilon() * 8196;
    Tensor<double> l({1'000'000});
    l.fill(value);
    Tensor<double> d({});

    contract("D()=L(i)", d, l);

    EXPECT_NEAR(d() / 1'000'000, value, 1e-15);
}

TEST(Contract, ConjugatesComplexFactors) {
    using Complex = std::complex<double>;
    Tensor<Complex> d({});
    Tensor<Complex> l({2});
    Tensor<Complex> r({2});
    l(0) = {1, 2};
    l(1) = {0, 1};
    r(0) = {3, -1};
    r(1) = {2, 2};

    contract("D()=L+(k)*R(k)", d, l, r);
    EXPECT_EQ(d(), Complex(1 * 3 - 2 * 1 + 2, -1 - 6 - 2));

    contract("D()=conj(L(k))*conj(R(k))", d, l, r);
    EXPECT_EQ(d(), std::conj(Complex(5 - 2, 5 + 2)));
}

TEST(Contract, RealTimesComplexTakesComplexScalars) {
    using Complex = std::complex<double>;
    Tensor<Complex> d({1, 2});
    d.fill(Complex(0, 1));
    Tensor<Complex> l({2, 1});
    l(0, 0) = {1, 1};
    l(1, 0) = {2, -1};
    const auto r = counting<double>({2, 2});
    ContractOptions options;
    options.alpha = {0, 1};
    options.beta = {2, 0};

    contract("D(a,b)+=L+(k,a)*R(k,b)", d, l, r, options);

    // conj(L)^T R = (1-i)*1 + (2+i)*2 = 5+i and (1-i)*3 + (2+i)*4 = 11+i; times i, plus 2i.
    EXPECT_EQ(values(d), (std::vector<Complex>{{-1, 7}, {-1, 13}}));
}

TEST(Contract, WritesIntoBlocksOfALargerArrayAndNothingElse) {
    Tensor<double> array({4, 4});
    array.fill(-1);
    const auto l = counting<double>({2, 2});
    const TensorView block = view(array.data() + 5, {2, 2}, {1, 4});

    contract("D(a,b)=L(a,k)*R(k,b)", block, l, l);

    EXPECT_EQ(values(array),
              (Doubles{-1, -1, -1, -1, -1, 7, 10, -1, -1, 15, 22, -1, -1, -1, -1, -1}));
}

TEST(Contract, ReadsReversedAndRepeatedInputs) {
    Tensor<double> d({2, 3});
    const auto l = counting<double>({2});
    const auto r = counting<double>({3});

    // L backwards; R(b) seen as a matrix that repeats it over k.
    contract("D(a,b)=L(a,k)*R(k,b)", d, view(l.data() + 1, {2, 2}, {-1, 0}),
             view(r.data(), {2, 3}, {0, 1}));

    EXPECT_EQ(values(d), (Doubles{4, 2, 8, 4, 12, 6}));
}

TEST(Contract, ElementwiseInPlaceIsAllowed) {
    auto d = counting<double>({2, 2});
    const auto factor = counting<double>({2, 2});

    contract("D(a,b)=L(a,b)*R(a,b)", d, d, factor);

    EXPECT_EQ(values(d), (Doubles{1, 4, 9, 16}));
}

TEST(Contract, OutputInPlaceOfAnInputBesideALoneLabelOfStrideZero) {
    for (const std::int64_t extent : {2, 128, 129, 200, 1025, 5000}) {
        double d = 2;
        const double r = 0.5;
        float d_single = 2;
        const float r_single = 0.5F;

        contract("D()=L()*R(c)", view(&d, {}), view(&d, {}), view(&r, {extent}, {0}));
        contract("D()=L(c)*R()", view(&d_single, {}), view(&r_single, {extent}, {0}),
                 view(&d_single, {}));

        EXPECT_EQ(d, static_cast<double>(extent));
        EXPECT_EQ(d_single, static_cast<float>(extent));
    }
}

TEST(Contract, OutputOverInputIsRefusedAndNothingWritten) {
    auto d = counting<double>({2, 2});
    const auto r = counting<double>({2, 2});

    EXPECT_THAT(refusal_of<OverlapError>([&] { contract("D(a,b)=L(a,k)*R(k,b)", d, d, r); }),
                HasSubstr("the output D overlaps the input L in memory"));
    EXPECT_THAT(refusal_of<OverlapError>([&] { contract("D(b,a)=L(a,b)", d, d); }),
                HasSubstr("the output D overlaps the input L in memory"));

    EXPECT_EQ(values(d), (Doubles{1, 2, 3, 4}));
}

TEST(Contract, ComplexScalarsNeedAComplexOutput) {
    auto d = counting<double>({2});
    ContractOptions options;
    options.alpha = {1, 1};

    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { contract("D(a)=L(a)", d, counting<double>({2}), options); }),
                HasSubstr("alpha = 1+1i is complex but D is float64"));
    EXPECT_EQ(values(d), (Doubles{1, 2}));
}

TEST(Contract, DeviceMemoryIsRefusedOnTheCpu) {
    auto d = counting<double>({2});
    const ConstTensorView elsewhere(DType::float64, packed({2}), d.data(), MemorySpace::device);

    EXPECT_THAT(refusal_of<InvalidArgument>([&] { contract("D(a)=L(a)", d, elsewhere); }),
                HasSubstr("L lies in device memory, which cpu does not work on"));
}

TEST(Contract, ErrorsLeaveTheContextUsable) {
    Tensor<double> d({2, 2});
    const auto l = counting<double>({2, 2});
    EXPECT_THAT(refusal_of<ExpressionError>([&] { contract("D(a,b)=L(a,k)*R(k,", d, l, l); }),
                HasSubstr("column 19: expected a label, found the end of the expression"));
    EXPECT_THAT(refusal_of<ExtentMismatch>([&] {
                    contract("D(a,b)=L(a,k)*R(k,b)", d, l, counting<double>({3, 2}));
                }),
                HasSubstr("label 'k' has extent 2 in L but 3 in R"));

    contract("D(a,b)=L(a,k)*R(k,b)", d, l, l);

    EXPECT_EQ(values(d), (Doubles{7, 10, 15, 22}));
}

TEST(Contract, UsesItsWorkspaceAgainAndReportsToTheSink) {
    std::vector<Report> reports;
    ContextOptions settings;
    settings.report_sink = [&](const Report& report) { reports.push_back(report); };
    Context context(settings);
    ContractOptions options;
    options.context = &context;
    Tensor<double> d({20, 20});
    const auto l = counting<double>({20, 20});

    contract("D(b,a)=L(a,k)*R(b,k)", d, l, l, options);
    contract("D(b,a)=L(a,k)*R(b,k)", d, l, l, options);

    ASSERT_EQ(reports.size(), 2U);
    EXPECT_EQ(context.context_bytes(), reports[0].workspace_bytes);
    EXPECT_EQ(reports[1].flops, 2 * 20.0 * 20 * 20);
    EXPECT_EQ(reports[1].bytes, 3 * 400 * 8);
    EXPECT_DOUBLE_EQ(reports[1].arithmetic_intensity, 16000.0 / 1200);
    EXPECT_GT(reports[1].total_ms, 0);
    EXPECT_GE(reports[1].overhead, 0);
    EXPECT_LE(reports[1].overhead, 1);
    EXPECT_NE(to_text(reports[1]).find("gemm"), std::string::npos);
}

TEST(Contract, WorkspaceComesFromTheGivenAllocator) {
    std::int64_t held = 0;
    ContextOptions settings;
    settings.allocator.allocate = [&](std::int64_t bytes) {
        held += bytes;
        return allocate_host(bytes).release();
    };
    settings.allocator.deallocate = [&](void* data, std::int64_t bytes) {
        held -= bytes;
        HostDelete{}(data);
    };
    {
        Context context(settings);
        ContractOptions options;
        options.context = &context;
        options.strategy = "classic";  // it transposes L
        Tensor<double> d({20, 20});
        const auto l = counting<double>({20, 20});

        contract("D(b,a)=L(a,k)*R(b,k)", d, l, l, options);

        EXPECT_EQ(held, context.context_bytes());
        EXPECT_GT(held, 0);
        context.release_workspace();
        EXPECT_EQ(held, 0);
        EXPECT_EQ(context.context_bytes(), 0);
    }
    EXPECT_EQ(held, 0);
}

TEST(Contract, AllocatorThatGivesNothingIsATypedErrorAndLeavesTheOutput) {
    ContextOptions settings;
    settings.allocator.allocate = [](std::int64_t) -> void* { return nullptr; };
    settings.allocator.deallocate = [](void*, std::int64_t) {};
    Context context(settings);
    ContractOptions options;
    options.context = &context;
    options.strategy = "classic";  // it transposes L
    auto d = counting<double>({2, 2});
    const auto l = counting<double>({2, 2});

    EXPECT_THAT(
        refusal_of<OutOfMemory>([&] { contract("D(b,a)=L(a,k)*R(b,k)", d, l, l, options); }),
        AllOf(HasSubstr("the context cannot allocate "), HasSubstr(" bytes of workspace")));
    EXPECT_EQ(values(d), (Doubles{1, 2, 3, 4}));
}

TEST(Context, RefusesImpossibleOptions) {
    ContextOptions options;
    options.threads = -1;
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { Context{options}; }),
                HasSubstr("-1 threads were asked for"));

    options = {};
    options.workspace_limit = -1;
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { Context{options}; }),
                HasSubstr("workspace limit -1 is negative"));

    options = {};
    options.allocator.allocate = [](std::int64_t) -> void* { return nullptr; };
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { Context{options}; }),
                HasSubstr("an allocator needs both allocate and deallocate"));

    options = {};
    int handle = 0;
    options.stream.handle = &handle;
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { Context{options}; }),
                HasSubstr("a stream was given to a context on the CPU: only GPUs have streams"));
}

TEST(Context, DeviceThatThereIsNotIsRefusedByName) {
    ContextOptions options;
    options.device = parse_device("cuda:999999");

    try {
        const Context context(options);
        ADD_FAILURE() << "a context on cuda:999999";
    } catch (const InvalidArgument& error) {
        EXPECT_THAT(error.what(), HasSubstr("device cuda:999999"));
    } catch (const Unsupported& error) {
        EXPECT_THAT(error.what(), HasSubstr("device cuda:999999"));
    }
}

TEST(Context, CpuHasNoStream) { EXPECT_EQ(Context().stream(), Stream{}); }

}  // namespace
}  // namespace ttgt
