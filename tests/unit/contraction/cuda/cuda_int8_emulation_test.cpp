// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The source of the kernels of INT8 products, run on the CPU and compared with the reference.
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cuda/emulated/emulated_plan.h"
#include "contraction/execute/execute.h"
#include "src/reference/reference.h"
#include "tests/support/direct_backend.h"
#include "tests/support/emulation/emulated_products.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/random.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

/// Does products by INT8 where they can be.
class Int8Backend final : public DirectBackend {
public:
    /// `spared`: bytes of scratch memory that plans have to do with less than they would take.
    explicit Int8Backend(std::int64_t spared = 0, ComputeType compute = ComputeType::int8)
        : spared_(spared), compute_(compute) {}

    void direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, const Resources&) const override {
        DirectStep with = step;
        with.compute = compute_;
        auto plan = cuda::plan_emulated(with, cuda::sm_90(), unlimited);
        ran_ = plan.has_value();
        if (!ran_) return;
        if (spared_ > 0) {
            plan = cuda::plan_emulated(with, cuda::sm_90(), plan->scratch.bytes - spared_);
        }
        ++runs_;
        chunks_ += plan->chunk < plan->padded_columns ? 1 : 0;
        batches_ += plan->items_together < plan->items ? 1 : 0;
        swaps_ += plan->swapped ? 1 : 0;
        kernel_ = plan->describe();
        plan->exponents.kept[0] = keeps_[0] ? 1 : 0;
        plan->exponents.kept[1] = keeps_[1] ? 1 : 0;
        const EmulatedResult result = emulate_int8(*plan, scalars, l, r, d, scratch_);
        error_ = result.error;
        moduli_ = result.moduli;
    }
    void reduce(const ReduceStep&, const Scalars&, const void*, void*,
                const Resources&) const override {
        ran_ = false;
    }
    void scale(const ScaleStep&, const Scalar&, void*, const Resources&) const override {
        ran_ = false;
    }

    [[nodiscard]] bool ran() const { return ran_ && !is_other(); }
    [[nodiscard]] const std::string& error() const { return error_; }
    [[nodiscard]] const std::string& kernel() const { return kernel_; }
    [[nodiscard]] int runs() const { return runs_; }
    [[nodiscard]] int chunks() const { return chunks_; }
    [[nodiscard]] int batches() const { return batches_; }
    [[nodiscard]] int swaps() const { return swaps_; }
    /// Further runs take the planes of L, of R, or of both from the run before.
    void keep(bool l, bool r) { keeps_ = {l, r}; }
    [[nodiscard]] int moduli() const { return moduli_; }

private:
    std::int64_t spared_;
    ComputeType compute_;
    mutable bool ran_ = false;
    mutable std::string error_;
    mutable std::string kernel_;
    mutable int runs_ = 0;
    mutable int chunks_ = 0;
    mutable int batches_ = 0;
    mutable int swaps_ = 0;
    mutable std::vector<std::byte> scratch_;
    std::array<bool, 2> keeps_{};
    mutable int moduli_ = 0;
};

/// Success where the backend does not serve the problem.
AssertionResult check(const TestProblem& problem, const TestTensors& tensors,
                      const Int8Backend& backend) {
    GuardedArray d = tensors.before;
    execute(direct_plan(problem), backend, execution_of(problem, tensors, d));
    if (!backend.ran()) return AssertionSuccess();
    if (!backend.error().empty()) {
        return AssertionFailure() << backend.error() << ": " << backend.kernel();
    }
    return check_result(problem, tensors, d) << backend.kernel();
}
AssertionResult check(const TestProblem& problem, const Int8Backend& backend,
                      Fill fill = Fill::reals) {
    return check(problem, make_tensors(problem, fill), backend);
}

const std::vector<DType> int8_dtypes{DType::float32, DType::float64, DType::complex64,
                                     DType::complex128};

TEST(CudaInt8Emulation, AgreesOnAwkwardExtentsAndStrides) {
    const Int8Backend backend;
    const std::vector<std::string> texts = {"D(a,b)=L(a,k)*R(k,b)",
                                            "D(b,a)+=L(a,k)*R(b,k)",
                                            "D(a,b)=L(k,a)*conj(R(k,b))",
                                            "D(c,a,b)=conj(L(k,c,a))*R(b,k)",
                                            "D(a,x,b)+=L(x,a,k)*R(k,b,x)",
                                            "D(a,b,c,d)=L(b,k,a,m)*R(m,d,k,c)",
                                            "D(d,a,c,b)+=L(k,b,m,a)*R(c,k,m,d)"};
    Random random(7);
    std::uint64_t seed = 1;
    for (const std::uint64_t turn : seeds(1, 6)) {
        for (const std::string& text : texts) {
            LabelExtents extents;
            for (const char label : {'a', 'b', 'c', 'd', 'k', 'm', 'x'}) {
                if (text.find(label) == std::string::npos) continue;
                const bool is_small = text.find(",c") != std::string::npos || label == 'x';
                extents[std::string(1, label)] = random.between(1, is_small ? 6 : 40);
            }
            const DType dtype = int8_dtypes[(seed + turn) % int8_dtypes.size()];
            ASSERT_TRUE(
                check(direct_problem({text, extents}, {dtype, dtype, dtype}, seed++), backend))
                << text << " seed " << seed - 1 << ' ' << name(dtype);
        }
    }
    EXPECT_GT(backend.runs(), 20);
    EXPECT_GT(backend.swaps(), 0);
}

TEST(CudaInt8Emulation, AgreesOnSplitSumsAndPieces) {
    const Int8Backend backend;
    for (const DType dtype : int8_dtypes) {
        const TestProblem problem =
            direct_problem({"D(a,b)+=L(k,a)*R(b,k)", {{"a", 5}, {"b", 3}, {"k", 66000}}},
                           {dtype, dtype, dtype}, 11);
        ASSERT_TRUE(check(problem, backend)) << name(dtype);
    }
    EXPECT_EQ(backend.runs(), 4);
}

TEST(CudaInt8Emulation, AgreesAtEveryExtentFrom1To33) {
    const Int8Backend backend;
    for (std::int64_t extent = 1; extent <= 33; ++extent) {
        const DType dtype = int8_dtypes[static_cast<std::size_t>(extent) % int8_dtypes.size()];
        for (const LabelExtents& extents : {LabelExtents{{"a", extent}, {"b", 3}, {"k", 5}},
                                            LabelExtents{{"a", 2}, {"b", extent}, {"k", 4}},
                                            LabelExtents{{"a", 4}, {"b", 5}, {"k", extent}}}) {
            ASSERT_TRUE(
                check(direct_problem({"D(a,b)+=L(k,a)*R(b,k)", extents}, {dtype, dtype, dtype}, 17),
                      backend))
                << extent << ' ' << name(dtype);
        }
    }
    EXPECT_GT(backend.runs(), 80);
}

TEST(CudaInt8Emulation, AgreesBatchByBatch) {
    const Shape shape{"D(x,a,b,y)=L(y,a,x,k)*R(k,b,x,y)",
                      {{"a", 20}, {"b", 30}, {"k", 20}, {"x", 3}, {"y", 2}}};
    for (const DType dtype : int8_dtypes) {
        TestProblem problem = make_problem(shape, {dtype, dtype, dtype}, 3);
        problem.beta = 0.5;
        for (const std::int64_t spared : {0, 1}) {
            const Int8Backend backend(spared);
            ASSERT_TRUE(check(problem, backend)) << name(dtype);
            EXPECT_EQ(backend.runs(), 1);
            EXPECT_EQ(backend.batches(), spared);
        }
    }
}

// Rows of wide range take more moduli.
/// The number of moduli of a product whose rows have elements up to e^range times as large as
/// others.
int chosen_moduli(ComputeType compute, double range) {
    const TestProblem problem =
        make_problem({"D(a,b)=L(a,k)*R(k,b)", {{"a", 20}, {"b", 18}, {"k", 900}}},
                     {DType::float64, DType::float64, DType::float64}, 8);
    const Int8Backend backend(0, compute);
    TestTensors tensors = make_tensors(problem, Fill::reals);
    Random random(3);
    for (GuardedArray& input : tensors.inputs) {
        input.set_each([&] {
            const double size = std::exp(range * random.real());
            return Scalar(size * random.real());
        });
    }
    GuardedArray d = tensors.before;
    execute(direct_plan(problem), backend, execution_of(problem, tensors, d));
    return backend.moduli();
}

TEST(CudaInt8Emulation, ModuliAreChosenByTheData) {
    EXPECT_EQ(chosen_moduli(ComputeType::int8, 0), 14);
    EXPECT_GT(chosen_moduli(ComputeType::int8, 200), 14);
    EXPECT_LE(chosen_moduli(ComputeType::int8, 200), 16);
}

TEST(CudaInt8Emulation, FastProductsTakeOneModulusLess) {
    EXPECT_EQ(chosen_moduli(ComputeType::int8_fast, 0), 13);
    EXPECT_GT(chosen_moduli(ComputeType::int8_fast, 200), 13);
}

// Inputs whose planes are kept are not read.
TEST(CudaInt8Emulation, KeptPlanesGiveTheSameBits) {
    const LabelExtents extents{{"a", 40}, {"b", 35}, {"k", 70}, {"x", 2}};
    for (const char* const text : {"D(a,b,x)=L(a,k,x)*R(k,b,x)", "D(b,a,x)=L(a,k,x)*R(k,b,x)"}) {
        for (const DType dtype : int8_dtypes) {
            const TestProblem problem = make_problem({text, extents}, {dtype, dtype, dtype}, 4);
            const TestTensors tensors = make_tensors(problem, Fill::reals);
            Int8Backend backend;
            GuardedArray first = tensors.before;
            execute(direct_plan(problem), backend, execution_of(problem, tensors, first));
            for (const std::array<bool, 2>& side :
                 {std::array<bool, 2>{true, false}, {false, true}, {true, true}}) {
                const bool is_swapped = backend.swaps() > 0;
                TestTensors changed = tensors;
                if (side[is_swapped ? 1 : 0]) changed.inputs[0].set_each([] { return 7.0; });
                if (side[is_swapped ? 0 : 1]) changed.inputs[1].set_each([] { return 7.0; });
                backend.keep(side[0], side[1]);
                GuardedArray again = tensors.before;
                execute(direct_plan(problem), backend, execution_of(problem, changed, again));
                EXPECT_TRUE(again.bytes() == first.bytes()) << text << ' ' << name(dtype);
            }
        }
    }
}

TEST(CudaInt8Emulation, AgreesChunkByChunk) {
    const Shape shape{"D(a,b)=L(a,k)*R(k,b)", {{"a", 20}, {"b", 270}, {"k", 20}}};
    for (const DType dtype : {DType::float32, DType::complex128}) {
        TestProblem problem = make_problem(shape, {dtype, dtype, dtype}, 3);
        problem.beta = -0.5;
        const Int8Backend backend(1);
        ASSERT_TRUE(check(problem, backend)) << name(dtype);
        EXPECT_EQ(backend.chunks(), 1);
    }
}

// Integers come out exactly as they should, as by native products.
TEST(CudaInt8Emulation, IntegersStayExact) {
    const Int8Backend backend;
    for (const DType dtype : int8_dtypes) {
        TestProblem problem = make_problem(
            {"D(a,b)=L(a,k)*R(k,b)", {{"a", 19}, {"b", 21}, {"k", 300}}}, {dtype, dtype, dtype}, 5);
        const TestTensors tensors = make_tensors(problem, Fill::integers);
        GuardedArray d = tensors.before;
        execute(direct_plan(problem), backend, execution_of(problem, tensors, d));
        ASSERT_TRUE(backend.ran());
        d.for_each_offset([&](std::int64_t offset) {
            const Scalar value = d.get(offset);
            ASSERT_EQ(value.real(), std::round(value.real()));
            ASSERT_EQ(value.imag(), std::round(value.imag()));
        });
        ASSERT_TRUE(check_result(problem, tensors, d));
    }
}

/// The norm of a row of L(a,k) or column of R(k,b).
double norm_of(const GuardedArray& array, std::int64_t begin, std::int64_t step,
               std::int64_t count) {
    double squares = 0;
    for (std::int64_t k = 0; k < count; ++k) {
        squares += std::norm(array.get(begin + k * step));
    }
    return std::sqrt(squares);
}

/// The extents of D(a,b) = L(a,k)*R(k,b).
struct ProductExtents {
    std::int64_t a, b, k;
};

/// Expects of each element of D an error that is a small part of the product of the norms of a row
/// of L and a column of R.
void expect_within_norms(const TestTensors& tensors, const GuardedArray& d, ProductExtents extents,
                         bool is_double) {
    const auto& [m, n, inner] = extents;
    const GuardedArray& l = tensors.inputs[0];
    const GuardedArray& r = tensors.inputs[1];
    const double rounding = is_double ? 0x1p-53 : 0x1p-24;
    const double scaled = is_double ? 0x1p-57 : 0x1p-26;
    for (std::int64_t j = 0; j < n; ++j) {
        for (std::int64_t i = 0; i < m; ++i) {
            std::complex<long double> sum = 0;
            for (std::int64_t k = 0; k < inner; ++k) {
                sum += std::complex<long double>(l.get(i + k * m)) *
                       std::complex<long double>(r.get(k + j * inner));
            }
            const Scalar got = d.get(i + j * m);
            const auto error = static_cast<double>(std::abs(std::complex<long double>(got) - sum));
            const double norms = norm_of(l, i, m, inner) * norm_of(r, j * inner, 1, inner);
            const double terms = 2 * static_cast<double>(inner);
            ASSERT_LE(error, 4 * rounding * std::abs(got) + scaled * std::sqrt(2 * terms) * norms);
        }
    }
}

// Rows and columns of any magnitudes, elements of any within them: the error is a small part of the
// product of the norms.
TEST(CudaInt8Emulation, ErrorsAreWithinTheBoundOfNorms) {
    constexpr std::int64_t m = 20;
    constexpr std::int64_t n = 18;
    constexpr std::int64_t inner = 90;
    const Int8Backend backend;
    Random random(13);
    for (const DType dtype : int8_dtypes) {
        const bool is_double = dtype == DType::float64 || dtype == DType::complex128;
        for (const double range : {0.0, 4.0, 20.0}) {
            const TestProblem problem =
                make_problem({"D(a,b)=L(a,k)*R(k,b)", {{"a", m}, {"b", n}, {"k", inner}}},
                             {dtype, dtype, dtype}, 8);
            TestTensors tensors = make_tensors(problem, Fill::reals);
            for (GuardedArray& input : tensors.inputs) {
                input.set_each([&] {
                    const double size = std::exp(range * random.real());
                    return Scalar(size * random.real(), size * random.real());
                });
            }
            GuardedArray d = tensors.before;
            execute(direct_plan(problem), backend, execution_of(problem, tensors, d));
            ASSERT_TRUE(backend.ran() && backend.error().empty()) << backend.error();
            expect_within_norms(tensors, d, {m, n, inner}, is_double);
            if (HasFatalFailure()) FAIL() << name(dtype) << " range " << range;
        }
    }
}

TEST(CudaInt8Emulation, ZerosTinyAndHugeElementsAgree) {
    for (const DType dtype : int8_dtypes) {
        const bool is_double = dtype == DType::float64 || dtype == DType::complex128;
        for (const double size : {0.0, is_double ? 0x1p-1060 : 0x1p-140,
                                  is_double ? 0x1p-900 : 0x1p-70, is_double ? 0x1p900 : 0x1p50}) {
            const TestProblem problem =
                make_problem({"D(a,b)=L(a,k)*R(k,b)", {{"a", 9}, {"b", 7}, {"k", 33}}},
                             {dtype, dtype, dtype}, 4);
            TestTensors tensors = make_tensors(problem, Fill::reals);
            GuardedArray& l = tensors.inputs[0];
            l.for_each_offset([&](std::int64_t offset) { l.set(offset, size * l.get(offset)); });
            ASSERT_TRUE(check(problem, tensors, Int8Backend())) << name(dtype) << size;
        }
    }
}

// What is not finite comes out as plain loops give it, in its rows and columns alone.
TEST(CudaInt8Emulation, InfinitiesAndNaNsComeOutAsByPlainProducts) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr std::int64_t m = 11;
    for (const DType dtype : int8_dtypes) {
        const TestProblem problem = make_problem(
            {"D(a,b)=L(a,k)*R(k,b)", {{"a", m}, {"b", 9}, {"k", 40}}}, {dtype, dtype, dtype}, 6);
        TestTensors tensors = make_tensors(problem, Fill::reals);
        tensors.inputs[0].set(3 + 5 * m, infinity);
        tensors.inputs[0].set(4 + 7 * m, std::nan(""));
        tensors.inputs[1].set(2 * 40 + 5, 0.0);
        const Int8Backend backend;
        GuardedArray d = tensors.before;
        execute(direct_plan(problem), backend, execution_of(problem, tensors, d));
        ASSERT_TRUE(backend.ran() && backend.error().empty()) << backend.error();
        for (std::int64_t j = 0; j < 9; ++j) {
            for (std::int64_t i = 0; i < m; ++i) {
                const double value = d.get(i + j * m).real();
                const double factor = tensors.inputs[1].get(5 + j * 40).real();
                if (i == 3 && factor != 0) {
                    EXPECT_EQ(value, std::copysign(infinity, factor));
                } else {
                    EXPECT_EQ(std::isnan(value), i == 4 || i == 3) << i << ' ' << j;
                }
            }
        }
    }
}

}  // namespace
}  // namespace ttgt::test
