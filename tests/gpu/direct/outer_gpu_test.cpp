// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The outer kernel on a device, compared with the reference: every kernel and dtype, with tiles
// drawn at random, on awkward extents and random strides.
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cuda/direct/direct.h"
#include "contraction/cuda/direct/outer/outer_launch.h"
#include "src/runtime/cuda/properties.h"
#include "tests/gpu/support/device_direct.h"
#include "tests/support/direct_backend.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/random.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

using testing::AssertionResult;
using testing::AssertionSuccess;

/// A dtype of D and an OuterPolicy.
using OuterKernel = std::pair<DType, int>;

/// Does products by the outer kernel with tiles drawn at random.
class DeviceOuterBackend final : public DirectBackend {
public:
    DeviceOuterBackend(int device, Stream stream, std::uint64_t seed)
        : gpu_(cuda::architecture_of(cuda::device_properties(device))),
          stream_(stream),
          random_(seed) {}

    void direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, const Resources&) const override {
        ran_ = false;
        const cuda::DirectShape shape = cuda::make_shape(step);
        if (!cuda::suits_outer(shape)) return;
        const std::vector<cuda::OuterChunks> cuts = cuda::outer_cuts(shape);
        const auto plan = cuda::plan_outer_kernel(step, random_.pick(cuts), gpu_);
        if (!plan) return;
        text_ = plan->describe();
        cuda::run_direct(*plan, scalars, l, r, d, nullptr, stream_);
        ran_ = true;
        kernel_ = {shape.dtypes[0], plan->main.fast.policy};
    }
    void reduce(const ReduceStep&, const Scalars&, const void*, void*,
                const Resources&) const override {
        ran_ = false;
    }
    void scale(const ScaleStep&, const Scalar&, void*, const Resources&) const override {
        ran_ = false;
    }

    [[nodiscard]] bool ran() const { return ran_ && !is_other(); }
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const OuterKernel& kernel() const { return kernel_; }

private:
    cuda::Architecture gpu_;
    Stream stream_;
    mutable Random random_;
    mutable bool ran_ = false;
    mutable std::string text_;
    mutable OuterKernel kernel_{};
};

class OuterGpu : public DirectGpuTest {
protected:
    /// `shift`: elements that the arrays lie off their usual places.
    AssertionResult check(const TestProblem& problem, std::uint64_t seed, std::int64_t shift) {
        const TestTensors tensors = make_tensors(problem, Fill::reals);
        const DeviceOuterBackend backend(device(), stream(), seed);
        const GuardedArray result = run(problem, tensors, backend, shift);
        if (!backend.ran()) return AssertionSuccess();
        kernels_.insert(backend.kernel());
        return check_result(problem, tensors, result) << ": " << backend.text();
    }

    [[nodiscard]] const std::set<OuterKernel>& kernels() const { return kernels_; }

private:
    std::set<OuterKernel> kernels_;
};

TEST_F(OuterGpu, AgreesOnAwkwardExtentsInEveryKernel) {
    Random random(7);
    std::vector<DTypeMix> mixes = dtype_mixes();
    for (const DTypeMix& mix : converting_mixes()) mixes.push_back(mix);
    std::uint64_t seed = 1;
    for (const std::string text :
         {"D(a,b,c,d,e,f)=L(d,a,e)*R(c,b,f)", "D(a,b,c,d,e)+=L(c)*R(a,e,d,b)",
          "D(a,b,c,d)=L(g)*R(c,g,a,b,d)", "D(a,b,c,d)+=L(b,g,d)*R(c,a,g)",
          "D(a,b,c)=L(a,c,g)*R(b,g,c)", "D(a,b,c)=L(a)*R(c,b)"}) {
        for (int turn = 0; turn < 250; ++turn) {
            Shape given{text, {}};
            std::int64_t volume = 1;
            for (const char* label : {"g", "a", "b", "c", "d", "e", "f"}) {
                if (text.find(label) == std::string::npos) continue;
                std::int64_t extent = random.between(1, label[0] == 'g' ? 8 : 33);
                while (volume * extent > 1'000'000) extent = (extent + 1) / 2;
                volume *= extent;
                given.extents[label] = extent;
            }
            const DTypeMix& dtypes = mixes[seed % mixes.size()];
            ASSERT_TRUE(check(direct_problem(given, dtypes, seed), seed,
                              static_cast<std::int64_t>(seed % 5)))
                << "seed " << seed;
            ++seed;
        }
    }
    for (const DTypeMix& dtypes : mixes) {
        for (const int policy : {cuda::outer_of_runs, cuda::outer_of_one_run, cuda::steady_outer}) {
            EXPECT_EQ(kernels().count({dtypes.d, policy}), 1U) << name(dtypes.d) << " " << policy;
        }
    }
}

TEST_F(OuterGpu, AgreesOnRandomLabelsAndStrides) {
    for (const std::uint64_t seed : seeds(1, 300)) {
        ASSERT_TRUE(check(draw_direct_problem(seed, 1 << 17), seed, 0)) << "seed " << seed;
    }
}

}  // namespace
}  // namespace ttgt::test
