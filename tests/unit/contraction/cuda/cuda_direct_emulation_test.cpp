// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The source of the CUDA kernels of Direct, Reduce and Scale, run on the CPU and compared with the
// reference: every kind of label, dtype and stride, wherever the arrays start, with scratch memory
// and without, on a device so small that the largest tiles are taken, and on a real one.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cpu/cpu_backend.h"
#include "contraction/execute/execute.h"
#include "src/reference/reference.h"
#include "tests/support/direct_backend.h"
#include "tests/support/emulation/emulated_direct.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;

cuda::Architecture small_device() {
    cuda::Architecture gpu;
    gpu.multiprocessors = 1;
    return gpu;
}

/// Does what it can on emulated kernels.
class EmulatedBackend final : public DirectBackend {
public:
    EmulatedBackend(const cuda::Architecture& gpu, std::int64_t scratch_limit)
        : gpu_(gpu), scratch_limit_(scratch_limit) {}

    void transpose(const TransposeStep& step, const Scalars& scalars, const void* in, void* out,
                   const Resources& resources) const override {
        cpu::backend().transpose(step, scalars, in, out, resources);
    }
    void direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, const Resources&) const override {
        run(cuda::plan_direct_kernel(step, gpu_, scratch_limit_), scalars, l, r, d);
    }
    void reduce(const ReduceStep& step, const Scalars& scalars, const void* in, void* out,
                const Resources&) const override {
        run(cuda::plan_reduce_kernel(step, gpu_, scratch_limit_), scalars, in, nullptr, out);
    }
    void scale(const ScaleStep& step, const Scalar& beta, void* out,
               const Resources&) const override {
        run(cuda::plan_scale_kernel(step, gpu_), {0.0, beta}, nullptr, nullptr, out);
    }

    [[nodiscard]] const std::string& error() const { return error_; }
    [[nodiscard]] const std::set<std::string>& kernels() const { return kernels_; }

private:
    void run(const cuda::DirectKernelPlan& plan, const Scalars& scalars, const void* l,
             const void* r, void* d) const {
        if (plan.scratch_bytes > scratch_limit_) error_ = "more scratch memory than allowed";
        std::vector<std::byte> scratch(static_cast<std::size_t>(plan.scratch_bytes) + 1,
                                       std::byte{0xa5});
        const std::string error = emulate_direct(plan, scalars, l, r, d, scratch.data());
        if (!error.empty()) error_ = error;
        if (scratch.back() != std::byte{0xa5}) error_ = "written beyond the scratch memory";
        const cuda::DirectLaunch& launch = plan.main.fast;
        kernels_.insert(std::to_string(launch.arguments.index()) + "/" +
                        std::to_string(launch.policy) + "/" + std::to_string(launch.unit > 1) +
                        (plan.split_reduction ? "/split" : ""));
        const auto* const tall = std::get_if<cuda::TallArguments>(&launch.arguments);
        if (tall != nullptr && tall->depth < tall->inner) kernels_.insert("3/slices");
        if (tall != nullptr && tall->tiles > 1) kernels_.insert("3/tiles");
    }

    cuda::Architecture gpu_;
    std::int64_t scratch_limit_;
    mutable std::string error_;
    mutable std::set<std::string> kernels_;
};

AssertionResult check(const TestProblem& problem, const EmulatedBackend& backend) {
    const TestTensors tensors = make_tensors(problem, Fill::reals);
    GuardedArray d = tensors.before;
    execute(direct_plan(problem), backend, execution_of(problem, tensors, d));
    if (!backend.error().empty()) {
        return AssertionFailure() << backend.error() << ": " << describe(problem);
    }
    return check_result(problem, tensors, d);
}

TEST(CudaDirectEmulation, AgreesOnEveryKindOfCaseAndDType) {
    const EmulatedBackend small(small_device(), cuda::most_scratch_bytes);
    const EmulatedBackend without_scratch(cuda::sm_90(), 0);
    const EmulatedBackend large(cuda::sm_90(), cuda::most_scratch_bytes);
    const std::vector<DTypeMix> all = dtype_mixes();
    std::uint64_t seed = 1;
    for (const Shape& given : small_direct_cases()) {
        for (const DTypeMix& dtypes : all) {
            if (given.text.find('*') == std::string::npos && dtypes.l != dtypes.r) continue;
            ASSERT_TRUE(check(direct_problem(given, dtypes, seed), small));
            const EmulatedBackend& real = seed % 2 == 0 ? large : without_scratch;
            ASSERT_TRUE(check(direct_problem(given, dtypes, seed + 5), real));
            ++seed;
        }
    }
    std::set<std::string> kernels = small.kernels();
    kernels.insert(large.kernels().begin(), large.kernels().end());
    for (const std::string kernel :
         {"0/0/0", "0/0/1", "1/0/0", "1/0/1", "1/0/1/split", "2/0/0", "2/1/0", "2/2/0", "2/3/0",
          "2/4/0", "2/0/0/split", "3/0/0", "3/1/0", "3/2/0", "3/3/0", "3/slices", "3/tiles"}) {
        EXPECT_EQ(kernels.count(kernel), 1U) << kernel << " was not tested";
    }
}

// Steps of programs: 16-bit inputs of a float32 output, and one float32 input that is rounded.
TEST(CudaDirectEmulation, ConvertsSixteenBitElements) {
    const EmulatedBackend small(small_device(), cuda::most_scratch_bytes);
    const EmulatedBackend without_scratch(cuda::sm_90(), 0);
    std::uint64_t seed = 1;
    for (const Shape& given : small_direct_cases()) {
        for (const DTypeMix& dtypes : converting_mixes()) {
            const EmulatedBackend& backend = seed % 2 == 0 ? small : without_scratch;
            ASSERT_TRUE(check(direct_problem(given, dtypes, seed++), backend));
        }
    }
    for (const Shape& given : std::vector<Shape>{{"D(a,b)=L(a,b)", {{"a", 37}, {"b", 130}}},
                                                 {"D(b,a)=L(a,b)", {{"a", 64}, {"b", 31}}},
                                                 {"D()=L()", {}}}) {
        for (const DTypeMix& dtypes : converting_mixes()) {
            ASSERT_TRUE(check(direct_problem(given, dtypes, seed), small));
            const DTypeMix rounding{dtypes.l, dtypes.d, dtypes.d};
            ASSERT_TRUE(check(direct_problem(given, rounding, seed++), small));
        }
    }
}

// Each thread sums far more than a block; without it the error would be a hundred times as large.
TEST(CudaDirectEmulation, LongSumsOfAThreadKeepTheirDigits) {
    constexpr std::int64_t terms = 400'000;
    const TestProblem problem = problem_of("D(a)=L(a,k)", {{"a", 8}, {"k", terms}}, DType::float32);
    TestTensors tensors = make_tensors(problem, Fill::reals);
    auto* const values = static_cast<float*>(tensors.inputs[0].data());
    std::fill_n(values, 8 * terms, 0.1F);
    GuardedArray d = tensors.before;
    const EmulatedBackend backend(small_device(), 0);
    execute(direct_plan(problem), backend, execution_of(problem, tensors, d));

    EXPECT_EQ(backend.error(), "");
    const double expected = static_cast<double>(0.1F) * terms;
    for (int a = 0; a < 8; ++a) {
        EXPECT_NEAR(static_cast<const float*>(d.data())[a], expected, 2e-6 * expected);
    }
}

TEST(CudaDirectEmulation, AgreesOnRandomLabelsAndStrides) {
    for (const std::uint64_t seed : seeds(1, 1500)) {
        const bool is_small = seed % 2 == 0;
        const EmulatedBackend backend(is_small ? small_device() : cuda::sm_90(),
                                      seed % 3 == 0 ? 0 : cuda::most_scratch_bytes);
        ASSERT_TRUE(check(draw_direct_problem(seed, 1 << 14), backend)) << "seed " << seed;
    }
}

TEST(CudaDirectEmulation, MayOverwriteAnInputWhereNothingIsSummed) {
    const std::vector<Shape> cases = {{"D(a,b)=L(a,b)*R(b)", {{"a", 104}, {"b", 7}}},
                                      {"D(a,b)=L(a,b)*R(b,a)", {{"a", 144}, {"b", 130}}}};
    for (const Shape& given : cases) {
        for (const DType dtype : {DType::bfloat16, DType::float32, DType::complex128}) {
            TestProblem problem = direct_problem(given, {dtype, dtype, dtype}, 4);
            const EmulatedBackend backend(small_device(), 0);
            TestTensors tensors = make_tensors(problem, Fill::reals);
            GuardedArray expected = tensors.inputs[0];
            execute(direct_plan(problem), cpu::backend(), execution_of(problem, tensors, expected));
            GuardedArray d = tensors.inputs[0];
            Execution execution = execution_of(problem, tensors, d);
            execution.bases[operand_l] = static_cast<char*>(d.data());
            execute(direct_plan(problem), backend, execution);

            EXPECT_EQ(backend.error(), "");
            reference::Problem same = reference_problem(problem, tensors.inputs);
            const ConstTensorView before = tensors.inputs[0].view();
            EXPECT_EQ(reference::compare(same, &before, d.view()).outcome, reference::Outcome::ok);
            EXPECT_TRUE(d.intact());
        }
    }
}

TEST(CudaDirectEmulation, GivesTheSameBitsTwice) {
    const Shape given{"D(a)=L(a,k)*R(k)", {{"a", 7}, {"k", 40001}}};
    const TestProblem problem = direct_problem(given, dtype_mixes()[0], 3);
    const EmulatedBackend backend(cuda::sm_90(), cuda::most_scratch_bytes);
    const TestTensors tensors = make_tensors(problem, Fill::reals);
    GuardedArray first = tensors.before;
    GuardedArray second = tensors.before;
    execute(direct_plan(problem), backend, execution_of(problem, tensors, first));
    execute(direct_plan(problem), backend, execution_of(problem, tensors, second));

    EXPECT_EQ(first.bytes(), second.bytes());
}

}  // namespace
}  // namespace ttgt::test
