// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The source of the GETT kernels, run on the CPU and compared with the reference: orders of modes,
// splits, stores, vectors, and what the planner makes of them.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cpu/cpu_backend.h"
#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/cuda/direct/gett/kernels/gett_updates.h"
#include "contraction/execute/execute.h"
#include "tests/support/direct_backend.h"
#include "tests/support/emulation/emulated_direct.h"
#include "tests/support/emulation/emulated_gett.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/problems/gett_draw.h"
#include "tests/support/random.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;

constexpr std::int64_t gett_scratch = std::int64_t{1} << 20;

cuda::Architecture few_multiprocessors() {
    cuda::Architecture gpu;
    gpu.multiprocessors = 2;
    return gpu;
}

/// Does products by a choice drawn from those of the emulated tiles.
class GettBackend final : public DirectBackend {
public:
    explicit GettBackend(std::uint64_t seed) : random_(seed) {}

    void transpose(const TransposeStep& step, const Scalars& scalars, const void* in, void* out,
                   const Resources& resources) const override {
        cpu::backend().transpose(step, scalars, in, out, resources);
    }
    void reduce(const ReduceStep& step, const Scalars& scalars, const void* in, void* out,
                const Resources& resources) const override {
        cpu::backend().reduce(step, scalars, in, out, resources);
    }
    void scale(const ScaleStep& step, const Scalar& beta, void* out,
               const Resources& resources) const override {
        cpu::backend().scale(step, beta, out, resources);
    }
    void direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, const Resources& resources) const override {
        if (!run(step, scalars, l, r, d)) cpu::backend().direct(step, scalars, l, r, d, resources);
    }

    void seed(std::uint64_t number) { random_ = Random(number); }
    [[nodiscard]] const std::string& error() const { return error_; }
    [[nodiscard]] const std::string& choice() const { return choice_; }
    [[nodiscard]] const std::set<std::string>& kinds() const { return kinds_; }

private:
    /// False where no GETT kernel suits.
    bool run(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
             void* d) const {
        const cuda::DirectShape shape = cuda::make_shape(step);
        const std::optional<cuda::GettChoice> drawn =
            draw_gett_choice(shape, gpu_, gett_scratch, random_, is_emulated);
        if (!drawn) return false;
        const cuda::GettChoice& choice = *drawn;
        const auto plan = cuda::plan_gett_kernel(step, choice, gpu_);
        if (!plan) return false;
        std::vector<char> memory(static_cast<std::size_t>(plan->scratch_bytes) + 16);
        const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
        error_ = emulate_direct(*plan, scalars, l, r, d, memory.data() + (16 - address % 16) % 16);
        choice_ = cuda::describe(shape.dtypes[1], choice);
        const auto& arguments = std::get<cuda::GettArguments>(plan->main.fast.arguments);
        kinds_.insert(choice.splits > 1 ? "split" : "whole");
        kinds_.insert(choice.swapped ? "swapped" : "as given");
        kinds_.insert("store " + std::to_string(static_cast<int>(arguments.store)));
        kinds_.insert("vector " + std::to_string(arguments.stage_l.vector) + " " +
                      std::to_string(arguments.stage_r.vector));
        const bool takes_turns = arguments.items > plan->main.fast.blocks;
        kinds_.insert(takes_turns ? "turns" : "once");
        const bool are_all_staged = arguments.slices < cuda::tile_of(shape, choice).stages;
        if (takes_turns && are_all_staged) kinds_.insert("slices stay");
        if (choice.compute != shape.compute) kinds_.insert("tf32x3 in full precision");
        if (cuda::tile_of(shape, choice).sum_warps > 1) {
            kinds_.insert(takes_turns ? "shared sums in turns" : "shared sums");
        }
        if (cuda::tile_of(shape, choice).updates &&
            cuda::reads_old_early(arguments, {l, r, d, scalars})) {
            const bool is_staged = arguments.store == cuda::GettStore::staged;
            kinds_.insert(is_staged ? "old elements copied" : "old elements in sums");
        }
        if (arguments.batch.digits > 0) kinds_.insert("batch");
        return true;
    }

    cuda::Architecture gpu_ = few_multiprocessors();
    mutable Random random_;
    mutable std::string error_;
    mutable std::string choice_;
    mutable std::set<std::string> kinds_;
};

AssertionResult check(const TestProblem& problem, GettBackend& backend) {
    const TestTensors tensors = make_tensors(problem, Fill::reals);
    GuardedArray d = tensors.before;
    execute(direct_plan(problem), backend, execution_of(problem, tensors, d));
    if (!backend.error().empty()) {
        return AssertionFailure() << backend.error() << ": " << backend.choice();
    }
    return check_result(problem, tensors, d) << backend.choice();
}

TEST(CudaGettEmulation, AgreesOnEveryKindOfCase) {
    GettBackend backend(1);
    std::uint64_t seed = 1;
    for (const Shape& given : small_direct_cases()) {
        if (given.text.find('*') == std::string::npos) continue;
        const cuda::GettProducts& products = gett_products[seed % std::size(gett_products)];
        ASSERT_TRUE(check(gett_problem(given, products, seed++), backend));
    }
}

// Steps of programs: products of 16-bit inputs go to a float32 output in any layout.
TEST(CudaGettEmulation, KeepsSumsOfSixteenBitElements) {
    GettBackend backend(4);
    std::uint64_t seed = 1;
    for (const Shape& given : small_direct_cases()) {
        if (given.text.find('*') == std::string::npos) continue;
        const DTypeMix dtypes = converting_mixes()[seed % 2];
        ASSERT_TRUE(check(direct_problem(given, dtypes, seed++), backend));
    }
    EXPECT_EQ(backend.kinds().count("whole"), 1U);
}

/// What launches of awkward extents are to have been, each at least once.
constexpr const char* awkward_kinds[] = {
    "split",
    "whole",
    "swapped",
    "as given",
    "store 0",
    "store 2",
    "store 3",
    "vector 1 1",
    "vector 2 2",
    "vector 2 1",
    "vector 1 2",
    "vector 4 4",
    "vector 8 8",
    "vector 8 1",
    "turns",
    "once",
    "batch",
    "old elements copied",
    "old elements in sums",
    "slices stay",
    "tf32x3 in full precision",
    "shared sums",
    "shared sums in turns",
};

TEST(CudaGettEmulation, AgreesOnAwkwardExtentsInEveryWay) {
    GettBackend backend(5);
    std::uint64_t seed = 1;
    for (const std::string text :
         {"D(a,b,c,d)+=L(b,k,a,l)*R(l,d,k,c)", "D(a,b,c)=L(k,a,l)*R(k,c,l,b)",
          "D(x,a,b)+=L(k,a,x)*R(b,k,x)", "D(c,a,d,b)=L(a,b,k)*R(c,k,d)"}) {
        for (const std::vector<std::int64_t>& e :
             std::vector<std::vector<std::int64_t>>{{7, 2, 3, 17, 33, 5, 2},
                                                    {16, 4, 8, 6, 40, 4, 3},
                                                    {31, 1, 15, 2, 109, 3, 1},
                                                    {32, 2, 2, 24, 16, 8, 2},
                                                    {40, 4, 9, 12, 24, 2, 2},
                                                    {2, 3, 127, 1, 96, 1, 2}}) {
            const Shape given{text,
                              {{"a", e[0]},
                               {"b", e[1]},
                               {"c", e[2]},
                               {"d", e[3]},
                               {"k", e[4]},
                               {"l", e[5]},
                               {"x", e[6]}}};
            for (const cuda::GettProducts& products : gett_products) {
                for (int turn = 0; turn < 3; ++turn) {
                    ASSERT_TRUE(check(gett_problem(given, products, seed++), backend))
                        << text << " seed " << seed - 1;
                }
            }
        }
    }
    for (const char* const kind : awkward_kinds) {
        EXPECT_EQ(backend.kinds().count(kind), 1U) << kind << " was not tested";
    }
}

TEST(CudaGettEmulation, AgreesOnRandomLabelsAndStrides) {
    GettBackend backend(3);
    for (const std::uint64_t seed : seeds(1, 300)) {
        backend.seed(seed);
        ASSERT_TRUE(check(draw_direct_problem(seed, 1 << 14), backend)) << "seed " << seed;
    }
}

TEST(CudaGettPlan, LeavesOutTilesBeyondTheSharedMemory) {
    const Shape given{"D(a,b)=L(a,k)*R(k,b)", {{"a", 8192}, {"b", 8192}, {"k", 8192}}};
    const DType dtype = DType::float64;
    const Plan plan = direct_plan(direct_problem(given, {dtype, dtype, dtype}, 1));
    const auto& step = std::get<DirectStep>(std::get<Step>(plan.nodes.at(0).value).action);
    cuda::Architecture gpu;
    const auto bytes_of = [&](std::int64_t shared) {
        gpu.shared_bytes = shared;
        const auto kernel = cuda::plan_gett_kernel(step, gpu, 0);
        return kernel ? kernel->main.fast.shared_bytes : 0;
    };

    EXPECT_GT(bytes_of(std::int64_t{227} * 1024), 100 * 1024);
    EXPECT_GT(bytes_of(std::int64_t{99} * 1024), 0);
    EXPECT_LT(bytes_of(std::int64_t{99} * 1024), 99 * 1024);
    EXPECT_EQ(bytes_of(std::int64_t{16} * 1024), 0);
}

}  // namespace
}  // namespace ttgt::test
