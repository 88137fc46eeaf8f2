// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Direct, Reduce and Scale on a device against the reference: what the emulation does, and larger;
// in CUDA graphs; twice to the same bits.
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/direct/direct.h"
#include "contraction/execute/execute.h"
#include "src/reference/reference.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/support/device_direct.h"
#include "tests/gpu/support/device_tensor.h"
#include "tests/gpu/support/free_memory.h"
#include "tests/support/direct_backend.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/refusal.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

using testing::AllOf;
using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;
using testing::HasSubstr;

/// Runs the steps that are under test on a stream.
class DeviceBackend final : public DirectBackend {
public:
    DeviceBackend(int device, Stream stream, std::int64_t scratch_limit)
        : gpu_(cuda::architecture_of(cuda::device_properties(device))),
          stream_(stream),
          scratch_limit_(scratch_limit),
          scratch_(cuda::most_scratch_bytes, device, stream, "a test") {}

    void direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, const Resources&) const override {
        cuda::run_direct(cuda::plan_direct_kernel(step, gpu_, scratch_limit_), scalars, l, r, d,
                         scratch_.data(), stream_);
    }
    void reduce(const ReduceStep& step, const Scalars& scalars, const void* in, void* out,
                const Resources&) const override {
        cuda::run_direct(cuda::plan_reduce_kernel(step, gpu_, scratch_limit_), scalars, in, nullptr,
                         out, scratch_.data(), stream_);
    }
    void scale(const ScaleStep& step, const Scalar& beta, void* out,
               const Resources&) const override {
        cuda::run_direct(cuda::plan_scale_kernel(step, gpu_), {0.0, beta}, nullptr, nullptr, out,
                         nullptr, stream_);
    }

private:
    cuda::Architecture gpu_;
    Stream stream_;
    std::int64_t scratch_limit_;
    cuda::DeviceBuffer scratch_;
};

class DirectGpu : public DirectGpuTest {
protected:
    /// `shift`: elements that the arrays lie off their usual places.
    [[nodiscard]] AssertionResult check(const TestProblem& problem, std::int64_t scratch_limit,
                                        std::int64_t shift = 0) const {
        const TestTensors tensors = make_tensors(problem, Fill::reals);
        const DeviceBackend backend(device(), stream(), scratch_limit);
        const GuardedArray result = run(problem, tensors, backend, shift);
        if (backend.is_other()) return AssertionSuccess();
        if (!result.intact()) {
            return AssertionFailure() << "bytes around D were written: " << describe(problem);
        }
        reference::CompareOptions options;
        options.whole_limit = 1 << 22;
        const ConstTensorView before = tensors.before.view();
        const reference::Comparison comparison = reference::compare(
            reference_problem(problem, tensors.inputs), &before, result.view(), options);
        if (comparison.outcome == reference::Outcome::fail) {
            return AssertionFailure() << "error over bound " << comparison.error_over_bound << ": "
                                      << describe(problem);
        }
        return AssertionSuccess();
    }
};

TEST_F(DirectGpu, AgreesOnEveryKindOfCaseAndDType) {
    std::uint64_t seed = 1;
    for (const Shape& given : small_direct_cases()) {
        for (const DTypeMix& dtypes : dtype_mixes()) {
            if (given.text.find('*') == std::string::npos && dtypes.l != dtypes.r) continue;
            for (const std::int64_t limit : {std::int64_t{0}, cuda::most_scratch_bytes}) {
                ASSERT_TRUE(check(direct_problem(given, dtypes, seed), limit,
                                  static_cast<std::int64_t>(seed % 2)));
                ++seed;
            }
        }
    }
}

TEST_F(DirectGpu, AgreesOnRandomLabelsAndStrides) {
    for (const std::uint64_t seed : seeds(1, 1000)) {
        const std::int64_t limit = seed % 3 == 0 ? 0 : cuda::most_scratch_bytes;
        ASSERT_TRUE(check(draw_direct_problem(seed, 1 << 16), limit)) << "seed " << seed;
    }
}

// Large enough for the tiles, lanes and splits that a device of this size gets.
TEST_F(DirectGpu, AgreesOnLargeCases) {
    std::uint64_t seed = 1;
    for (const Shape& given : large_direct_cases()) {
        for (const DTypeMix& dtypes : dtype_mixes()) {
            if (given.text.find('*') == std::string::npos && dtypes.l != dtypes.r) continue;
            const std::int64_t limit = seed % 4 == 0 ? 0 : cuda::most_scratch_bytes;
            ASSERT_TRUE(check(direct_problem(given, dtypes, seed++), limit));
        }
    }
}

DirectStep dot_product(std::int64_t length) {
    DirectStep step;
    step.dtypes = {DType::float64, DType::float64, DType::float64};
    step.sums = {{length, {0, 1, 1}}};
    return step;
}

TEST_F(DirectGpu, RunsInCudaGraphsToTheSameBits) {
    constexpr std::int64_t length = 3'000'001;
    const Layout vector = packed({length});
    Random random(1);
    GuardedArray l(DType::float64, vector);
    fill_reals(l, random);
    GuardedArray d(DType::float64, packed({2}));
    fill(d, 0.0);
    const DeviceTensor on_device(l, device(), stream());
    const DeviceTensor results(d, device(), stream());
    auto* const first = static_cast<double*>(results.data());
    const cuda::DirectKernelPlan plan =
        cuda::plan_direct_kernel(dot_product(length), cuda::sm_90(), cuda::most_scratch_bytes);
    const cuda::DeviceBuffer scratch(plan.scratch_bytes, device(), stream(), "a test");
    ASSERT_GT(plan.scratch_bytes, 0);

    cuda::run_direct(plan, {2.0, 0.0}, on_device.data(), on_device.data(), first, scratch.data(),
                     stream());
    cudaStream_t const native = cuda::native(stream());
    cudaGraph_t graph = nullptr;
    TTGT_CUDA_CHECK(cudaStreamBeginCapture(native, cudaStreamCaptureModeThreadLocal));
    cuda::run_direct(plan, {2.0, 0.0}, on_device.data(), on_device.data(), first + 1,
                     scratch.data(), stream());
    TTGT_CUDA_CHECK(cudaStreamEndCapture(native, &graph));
    cudaGraphExec_t executable = nullptr;
    TTGT_CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    TTGT_CUDA_CHECK(cudaGraphLaunch(executable, native));
    const GuardedArray result = results.fetch();
    TTGT_CUDA_CHECK(cudaGraphExecDestroy(executable));
    TTGT_CUDA_CHECK(cudaGraphDestroy(graph));

    EXPECT_GT(result.get(0).real(), 0.0);
    EXPECT_EQ(result.get(0), result.get(1));
}

TEST_F(DirectGpu, RefusesAPlanWithoutItsScratchMemory) {
    const cuda::DirectKernelPlan plan =
        cuda::plan_direct_kernel(dot_product(3'000'001), cuda::sm_90(), cuda::most_scratch_bytes);

    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] {
            cuda::run_direct(plan, {1.0, 0.0}, nullptr, nullptr, nullptr, nullptr, stream());
        }),
        AllOf(HasSubstr("the plan of a direct step needs "), HasSubstr("none was given")));
}

// More than 2^31 elements in rows that are odd: no position fits 32 bits.
// Long: memory is large, so all is done in one test.
TEST_F(DirectGpu, AgreesOnMoreThanTwoToThe31Elements) {
    constexpr std::int64_t rows = 46349;
    constexpr std::int64_t columns = 46351;
    constexpr std::int64_t bytes = rows * columns * 4;
    if (free_device_bytes() < 3 * bytes) GTEST_SKIP() << "needs 26 GB of device memory";
    GuardedArray factors(DType::float32, packed({rows}));
    Random random(2);
    fill_integers(factors, random);
    GuardedArray sum(DType::float32, packed({1}));
    fill(sum, 0.0);
    const DeviceTensor r(factors, device(), stream());
    const DeviceTensor total_sum(sum, device(), stream());
    const cuda::DeviceBuffer l(bytes, device(), stream(), "a test");
    const cuda::DeviceBuffer d(bytes, device(), stream(), "a test");
    const cuda::DeviceBuffer scratch(cuda::most_scratch_bytes, device(), stream(), "a test");
    constexpr unsigned char pattern = 0x3f;  // 0.747 as a float32
    cuda::fill_bytes(l.data(), pattern, bytes, stream());
    DirectStep step;
    step.dtypes = {DType::float32, DType::float32, DType::float32};
    step.outputs = {{rows, {1, 1, 1}}, {columns, {rows, rows, 0}}};
    cuda::run_direct(cuda::plan_direct_kernel(step, cuda::sm_90(), 0), {1.0, 0.0}, l.data(),
                     r.data(), d.data(), nullptr, stream());
    DirectStep dot = step;
    dot.sums = {{rows, {0, 1, 1}}, {columns, {0, rows, rows}}};
    dot.outputs.clear();
    cuda::run_direct(cuda::plan_direct_kernel(dot, cuda::sm_90(), cuda::most_scratch_bytes),
                     {1.0, 0.0}, l.data(), l.data(), total_sum.data(), scratch.data(), stream());

    std::vector<float> chunk(rows);
    float value = 0;
    cuda::copy_to_host(&value, l.data(), 4, stream());
    for (const std::int64_t column : {std::int64_t{0}, columns / 2, columns - 1}) {
        cuda::copy_to_host(chunk.data(), static_cast<float*>(d.data()) + column * rows, rows * 4,
                           stream());
        cuda::synchronize(stream());
        for (std::int64_t row = 0; row < rows; ++row) {
            const auto factor = static_cast<float>(factors.get(row).real());
            ASSERT_EQ(chunk[static_cast<std::size_t>(row)], value * factor)
                << "row " << row << ", column " << column;
        }
    }
    const double expected = static_cast<double>(rows * columns) * value * value;
    EXPECT_NEAR(total_sum.fetch().get(0).real() / expected, 1.0, 1e-4);
}

}  // namespace
}  // namespace ttgt::test
