// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The one-liner on a context of the device: results known by hand, workspace, reports, errors.
#include <ttgt/error.h>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/buffer.h"
#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/device_tensor.h"
#include "tests/support/edge/edge_tensors.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;
using Scalars = std::vector<Scalar>;

/// 1, 2, 3, … in memory order.
GuardedArray counting(std::vector<std::int64_t> extents) {
    GuardedArray array(DType::float64, packed(std::move(extents)));
    const std::int64_t size = volume(array.layout());
    for (std::int64_t i = 0; i < size; ++i) array.set(i, static_cast<double>(i + 1));
    return array;
}

Scalars values(const GuardedArray& array) {
    Scalars result;
    for (std::int64_t i = 0; i < volume(array.layout()); ++i) result.push_back(array.get(i));
    return result;
}

class ContractGpu : public ContractionGpu {
protected:
    /// D after the call.
    Scalars contracted(const std::string& expression, GuardedArray d,
                       std::vector<GuardedArray> inputs, const ContractOptions& options = {}) {
        call(expression, d, inputs, options, device_site(context()));
        EXPECT_TRUE(d.intact());
        return values(d);
    }
};

TEST_F(ContractGpu, MultipliesMatrices) {
    const GuardedArray l = counting({2, 3});  // 1 3 5 | 2 4 6
    const GuardedArray r = counting({3, 2});  // 1 4 | 2 5 | 3 6

    EXPECT_EQ(contracted("D(a,b)=L(a,k)*R(k,b)", counting({2, 2}), {l, r}),
              (Scalars{22, 28, 49, 64}));
    EXPECT_EQ(contracted("D(b,a)=L(a,k)*R(k,b)", counting({2, 2}), {l, r}),
              (Scalars{22, 49, 28, 64}));
}

TEST_F(ContractGpu, AccumulatesSubtractsAndScales) {
    const GuardedArray l = counting({1, 2});
    const GuardedArray r = counting({2});
    GuardedArray d = counting({1});
    d.set(0, 100.0);

    EXPECT_EQ(contracted("D(a)+=L(a,k)*R(k)", d, {l, r}), Scalars{105});
    EXPECT_EQ(contracted("D(a)-=2*L(a,k)*R(k)", d, {l, r}), Scalars{90});
    ContractOptions options;
    options.alpha = 3.0;
    options.beta = 2.0;
    EXPECT_EQ(contracted("D(a)=L(a,k)*R(k)", d, {l, r}, options), Scalars{215});
}

TEST_F(ContractGpu, OneInputIsTransposedSummedOrADiagonal) {
    EXPECT_EQ(contracted("D(b,a)=L(a,b)", counting({3, 2}), {counting({2, 3})}),
              (Scalars{1, 3, 5, 2, 4, 6}));
    EXPECT_EQ(contracted("D(a)=L(a,b)", counting({2}), {counting({2, 3})}), (Scalars{9, 12}));
    EXPECT_EQ(contracted("D()=L(i,i)", counting({}), {counting({3, 3})}), Scalars{15});
}

TEST_F(ContractGpu, RealTimesComplexTakesComplexScalars) {
    GuardedArray d(DType::complex128, packed({1, 2}));
    fill(d, {0, 1});
    GuardedArray l(DType::complex128, packed({2, 1}));
    l.set(0, {1, 1});
    l.set(1, {2, -1});
    ContractOptions options;
    options.alpha = {0, 1};
    options.beta = {2, 0};

    // conj(L)^T R = (1-i)*1 + (2+i)*2 = 5+i and (1-i)*3 + (2+i)*4 = 11+i; times i, plus 2i.
    EXPECT_EQ(contracted("D(a,b)+=L+(k,a)*R(k,b)", d, {l, counting({2, 2})}, options),
              (Scalars{{-1, 7}, {-1, 13}}));
}

TEST_F(ContractGpu, ErrorsAreTypedWriteNothingAndLeaveTheContextUsable) {
    const GuardedArray square = counting({2, 2});
    GuardedArray d = square;
    const auto try_call = [&](const char* expression, const GuardedArray& r,
                              const ContractOptions& options = {}) {
        std::vector<GuardedArray> inputs{square, r};
        call(expression, d, inputs, options, device_site(context()));
    };
    ContractOptions complex_alpha;
    complex_alpha.alpha = {1, 1};
    ContractOptions unknown;
    unknown.strategy = "fastest";

    EXPECT_THAT(refusal_of<ExpressionError>([&] { try_call("D(a,b)=L(a,k)*R(k,", square); }),
                HasSubstr("column 19: expected a label, found the end of the expression"));
    EXPECT_THAT(refusal_of<ExtentMismatch>([&] {
                    try_call("D(a,b)=L(a,k)*R(k,b)", counting({3, 2}));
                }),
                HasSubstr("label 'k' has extent 2 in L but 3 in R"));
    EXPECT_THAT(refusal_of<RankMismatch>([&] { try_call("D(a,b)=L(a,k)*R(k)", square); }),
                HasSubstr("R has 1 labels in the expression but its tensor has rank 2"));
    EXPECT_THAT(refusal_of<OperandCountMismatch>([&] { try_call("D(a,b)=L(a,b)", square); }),
                HasSubstr("'D(a,b) = L(a,b)' names 2 tensors, output included, but 3 were given"));
    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { try_call("D(a,b)=L(a,k)*R(k,b)", square, complex_alpha); }),
                HasSubstr("alpha = 1+1i is complex but D is float64"));
    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { try_call("D(a,b)=L(a,k)*R(k,b)", square, unknown); }),
        HasSubstr("there is no strategy 'fastest'; known:"));

    EXPECT_EQ(values(d), values(square));
    EXPECT_EQ(contracted("D(a,b)=L(a,k)*R(k,b)", d, {square, square}), (Scalars{7, 10, 15, 22}));
}

TEST_F(ContractGpu, OperandsInHostMemoryAreRefusedByName) {
    const GuardedArray square = counting({2, 2});
    const Stream stream = context().stream();
    const DeviceTensor d(square, device(), stream);
    const DeviceTensor l(square, device(), stream);
    const DeviceTensor r(square, device(), stream);
    GuardedArray host = square;
    ContractOptions options;
    options.context = &context();
    const auto message = [&](const TensorView& d_view, const ConstTensorView& l_view,
                             const ConstTensorView& r_view) {
        return refusal_of<InvalidArgument>(
            [&] { contract("D(a,b)=L(a,k)*R(k,b)", d_view, l_view, r_view, options); });
    };

    EXPECT_THAT(message(host.view(), l.view(), r.view()), HasSubstr("D lies in host memory"));
    EXPECT_THAT(message(d.view(), host.view(), r.view()), HasSubstr("L lies in host memory"));
    EXPECT_THAT(message(d.view(), l.view(), host.view()), HasSubstr("R lies in host memory"));
    options.context = nullptr;
    EXPECT_THAT(message(host.view(), host.view(), r.view()), HasSubstr("R lies in device memory"));

    EXPECT_EQ(values(d.fetch()), values(square));
    EXPECT_EQ(values(host), values(square));
}

TEST_F(ContractGpu, UsesItsWorkspaceAgainAndReportsToTheSink) {
    std::vector<Report> reports;
    ContextOptions settings = options();
    settings.report_sink = [&](const Report& report) { reports.push_back(report); };
    Context reporting(settings);
    GuardedArray d = counting({20, 20});
    std::vector<GuardedArray> inputs{counting({20, 20}), counting({20, 20})};
    ContractOptions classic;  // it transposes L
    classic.strategy = "classic";
    const Site site = device_site(reporting);

    call("D(b,a)=L(a,k)*R(b,k)", d, inputs, classic, site);
    const void* const workspace = reporting.workspace(1).data;
    call("D(b,a)=L(a,k)*R(b,k)", d, inputs, classic, site);

    ASSERT_EQ(reports.size(), 2U);
    EXPECT_GT(reports[0].workspace_bytes, 0);
    EXPECT_EQ(reporting.context_bytes(), reports[0].workspace_bytes);
    EXPECT_EQ(reporting.workspace(1).data, workspace);
    EXPECT_EQ(reports[1].flops, 2 * 20.0 * 20 * 20);
    EXPECT_GT(reports[1].total_ms, 0);
    EXPECT_EQ(reports[1].device, to_string(options().device));
    EXPECT_NE(to_text(reports[1]).find("gemm"), std::string::npos);
}

class HostOperandsGpu : public ContractGpu {
protected:
    /// D of host operands after a call that copies them.
    Scalars copied(const std::string& expression, GuardedArray d, std::vector<GuardedArray> inputs,
                   ContractOptions options = {}) {
        options.context = &context();
        options.copy_host_operands = true;
        if (inputs.size() == 1) {
            contract(expression, d.view(), inputs[0].view(), options);
        } else {
            contract(expression, d.view(), inputs[0].view(), inputs[1].view(), options);
        }
        EXPECT_TRUE(d.intact());
        return values(d);
    }
};

TEST_F(HostOperandsGpu, AreCopiedWhereAsked) {
    const GuardedArray l = counting({2, 3});
    const GuardedArray r = counting({3, 2});

    EXPECT_EQ(copied("D(a,b)=L(a,k)*R(k,b)", counting({2, 2}), {l, r}), (Scalars{22, 28, 49, 64}));
    EXPECT_EQ(copied("D(a,b)+=L(a,k)*R(k,b)", counting({2, 2}), {l, r}), (Scalars{23, 30, 52, 68}));
    EXPECT_EQ(copied("D(b,a)=L(a,b)", counting({3, 2}), {l}), (Scalars{1, 3, 5, 2, 4, 6}));
    ContractOptions doubled;
    doubled.beta = 2.0;
    EXPECT_EQ(copied("D()=L(a,b)*R(b,a)", counting({}), {l, r}, doubled), Scalars{88});
}

TEST_F(HostOperandsGpu, AreLeftWhereTheyLieOnTheDevice) {
    const GuardedArray l = counting({2, 3});
    const GuardedArray r = counting({3, 2});
    GuardedArray d = counting({2, 2});
    const DeviceTensor on_device(r, context().options().device.index, context().stream());
    ContractOptions options;
    options.context = &context();
    options.copy_host_operands = true;

    contract("D(a,b)=L(a,k)*R(k,b)", d.view(), l.view(), on_device.view(), options);

    EXPECT_EQ(values(d), (Scalars{22, 28, 49, 64}));
}

TEST_F(HostOperandsGpu, FindTheirPlanInTheCache) {
    const GuardedArray l = counting({2, 3});
    const GuardedArray r = counting({3, 2});
    const PlanCacheStatistics before = context().plan_cache_statistics();

    (void)copied("D(a,b)=L(a,m)*R(m,b)", counting({2, 2}), {l, r});
    (void)copied("D(a,b)=L(a,m)*R(m,b)", counting({2, 2}), {l, r});

    const PlanCacheStatistics after = context().plan_cache_statistics();
    EXPECT_EQ(after.misses - before.misses, 1);
    EXPECT_EQ(after.hits - before.hits, 1);
}

// One tensor may be both D and an input.
TEST_F(HostOperandsGpu, MayBeOutputAndInputAtOnce) {
    GuardedArray d = counting({2, 2});
    ContractOptions options;
    options.context = &context();
    options.copy_host_operands = true;
    const TensorView both = d.view();

    contract("D(a,b)=L(a,b)", both, both, options);

    EXPECT_EQ(values(d), (Scalars{1, 2, 3, 4}));
}

TEST_F(HostOperandsGpu, OfAnyStridesAreWrittenNowhereElse) {
    GuardedArray d(DType::float64, Layout{{2, 2}, {-3, 7}});
    for (const std::int64_t offset : {0, -3, 7, 4}) d.set(offset, 100.0);
    GuardedArray l(DType::float64, Layout{{2, 3}, {5, 0}});  // the same column three times
    l.set(0, 1.0);
    l.set(5, 2.0);
    const GuardedArray r = counting({3, 2});

    ContractOptions options;
    options.context = &context();
    options.copy_host_operands = true;
    contract("D(a,b)+=L(a,k)*R(k,b)", d.view(), l.view(), r.view(), options);

    EXPECT_TRUE(d.intact());
    EXPECT_EQ(d.get(0), Scalar{106});
    EXPECT_EQ(d.get(-3), Scalar{112});
    EXPECT_EQ(d.get(7), Scalar{115});
    EXPECT_EQ(d.get(4), Scalar{130});
}

TEST_F(HostOperandsGpu, AreRefusedWhereNotAskedOrWrong) {
    GuardedArray d = counting({2, 2});
    const GuardedArray before = d;
    const GuardedArray l = counting({2, 3});
    ContractOptions options;
    options.context = &context();
    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    contract("D(a,b)=L(a,k)*R(k,b)", d.view(), l.view(), l.view(), options);
                }),
                HasSubstr("D lies in host memory"));
    options.copy_host_operands = true;
    EXPECT_THAT(refusal_of<ExtentMismatch>([&] {
                    contract("D(a,b)=L(a,k)*R(k,b)", d.view(), l.view(), l.view(), options);
                }),
                HasSubstr("label 'k' has extent 3 in L but 2 in R"));
    const ConstTensorView null(DType::float64, packed({3, 2}), nullptr);
    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { contract("D(a,b)=L(a,k)*R(k,b)", d.view(), l.view(), null, options); }),
                HasSubstr("the data of R, which is to be copied, is null"));
    EXPECT_EQ(d.bytes(), before.bytes());
}

}  // namespace
}  // namespace ttgt::test
