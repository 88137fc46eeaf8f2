// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The GETT kernels on a device, compared with the reference: every tile with every order of modes,
// store and split that the planner knows, drawn at random, on awkward extents and random strides.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cuda/direct/direct.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/properties.h"
#include "tests/gpu/support/device_direct.h"
#include "tests/support/direct_backend.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/problems/gett_draw.h"
#include "tests/support/random.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

constexpr std::int64_t scratch_bytes = std::int64_t{1} << 24;

using Tile = std::tuple<DType, ComputeType, int>;

/// Does products by a choice drawn at random from those that multiply as `compute` says, and notes
/// what else it meets.
class GettBackend final : public DirectBackend {
public:
    GettBackend(int device, Stream stream, ComputeType compute, std::uint64_t seed)
        : compute_(compute),
          gpu_(cuda::architecture_of(cuda::device_properties(device))),
          stream_(stream),
          scratch_(scratch_bytes, device, stream, "a test"),
          random_(seed) {}

    void direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, const Resources&) const override {
        ran_ = false;
        const cuda::DirectShape shape = cuda::make_shape(step);
        const std::optional<cuda::GettChoice> choice = draw_gett_choice(
            shape, gpu_, scratch_bytes, random_,
            [&](const cuda::GettProducts& products, int) { return products.compute == compute_; });
        if (!choice) return;
        const auto plan = cuda::plan_gett_kernel(step, *choice, gpu_);
        if (!plan) return;
        choice_ = cuda::describe(shape.dtypes[1], *choice);
        cuda::run_direct(*plan, scalars, l, r, d, scratch_.data(), stream_);
        ran_ = true;
        tiles_.insert({shape.dtypes[0], choice->compute, choice->tile});
    }
    void reduce(const ReduceStep&, const Scalars&, const void*, void*,
                const Resources&) const override {
        ran_ = false;
    }
    void scale(const ScaleStep&, const Scalar&, void*, const Resources&) const override {
        ran_ = false;
    }

    [[nodiscard]] bool ran() const { return ran_ && !is_other(); }
    [[nodiscard]] const std::string& choice() const { return choice_; }
    [[nodiscard]] const std::set<Tile>& tiles() const { return tiles_; }

private:
    ComputeType compute_;
    cuda::Architecture gpu_;
    Stream stream_;
    cuda::DeviceBuffer scratch_;
    mutable Random random_;
    mutable bool ran_ = false;
    mutable std::string choice_;
    mutable std::set<Tile> tiles_;
};

class GettGpu : public DirectGpuTest {
protected:
    /// `shift`: elements that the arrays lie off their usual places.
    AssertionResult check(const TestProblem& problem, std::uint64_t seed, std::int64_t shift = 0) {
        return check_by(problem.compute, problem, seed, shift);
    }
    /// `compute`: how the drawn choices multiply.
    AssertionResult check_by(ComputeType compute, const TestProblem& problem, std::uint64_t seed,
                             std::int64_t shift = 0) {
        const TestTensors tensors = make_tensors(problem, Fill::reals);
        const GettBackend backend(device(), stream(), compute, seed);
        const GuardedArray result = run(problem, tensors, backend, shift);
        if (!backend.ran()) return AssertionSuccess();
        tiles_.insert(backend.tiles().begin(), backend.tiles().end());
        return check_result(problem, tensors, result) << ": " << backend.choice();
    }

    [[nodiscard]] const std::set<Tile>& tiles() const { return tiles_; }

private:
    std::set<Tile> tiles_;
};

TEST_F(GettGpu, AgreesOnAwkwardExtentsInEveryWay) {
    Random random(7);
    const std::vector<std::int64_t> extents = {1,  2,  3,  7,  8,   15,  16,
                                               17, 31, 33, 48, 109, 127, 129};
    std::uint64_t seed = 1;
    for (const std::string text :
         {"D(a,b,c,d)+=L(b,k,a,l)*R(l,d,k,c)", "D(a,b,c)=L(k,a,l)*R(k,c,l,b)",
          "D(x,a,b)+=L(k,a,x)*R(b,k,x)", "D(c,a,d,b)=L(a,b,k)*R(c,k,d)", "D(a,b)=L(k,a)*R(k,b)"}) {
        for (int turn = 0; turn < 400; ++turn) {
            Shape given{text, {}};
            std::int64_t volume = 1;
            for (const char* label : {"a", "b", "c", "d", "k", "l", "x"}) {
                if (text.find(label) == std::string::npos) continue;
                std::int64_t extent = random.pick(extents);
                while (volume * extent > 2'000'000) extent = (extent + 1) / 2;
                volume *= extent;
                given.extents[label] = extent;
            }
            const cuda::GettProducts& products = gett_products[seed % std::size(gett_products)];
            ASSERT_TRUE(check(gett_problem(given, products, seed), seed,
                              static_cast<std::int64_t>(seed % 3 == 0)))
                << "seed " << seed;
            ++seed;
        }
    }
    for (const cuda::GettProducts& products : gett_products) {
        for (int tile = 0; tile < cuda::gett_tiles(products).count; ++tile) {
            EXPECT_EQ(tiles().count({products.dtype, products.compute, tile}), 1U)
                << name(products.dtype) << " " << name(products.compute) << " tile " << tile;
        }
    }
}

TEST_F(GettGpu, AgreesInFullPrecisionForTf32x3) {
    for (const DType dtype : {DType::float32, DType::complex64}) {
        std::uint64_t seed = 1;
        for (const Shape& given : large_direct_cases()) {
            const TestProblem problem = gett_problem(given, {dtype, ComputeType::tf32x3}, seed);
            ASSERT_TRUE(check_by(ComputeType::full, problem, seed));
            ++seed;
        }
    }
    for (const auto& [dtype, compute, tile] : tiles()) EXPECT_EQ(compute, ComputeType::full);
    EXPECT_GT(tiles().size(), 2U);
}

TEST_F(GettGpu, AgreesOnRandomLabelsAndStrides) {
    for (const std::uint64_t seed : seeds(1, 400)) {
        ASSERT_TRUE(check(draw_direct_problem(seed, 1 << 18), seed)) << "seed " << seed;
    }
}

TEST_F(GettGpu, AgreesOnLargeCases) {
    std::uint64_t seed = 1;
    for (const Shape& given : large_direct_cases()) {
        for (int turn = 0; turn < 4; ++turn) {
            const cuda::GettProducts& products = gett_products[seed % std::size(gett_products)];
            ASSERT_TRUE(check(gett_problem(given, products, seed), seed));
            ++seed;
        }
    }
}

}  // namespace
}  // namespace ttgt::test
