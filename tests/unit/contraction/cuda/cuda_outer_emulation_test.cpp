// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The source of the outer kernel, run on the CPU and compared with the reference: every dtype,
// every way to cut D, awkward extents, any strides, and D at every place of a line.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cpu/cpu_backend.h"
#include "contraction/cuda/direct/direct_calls.h"
#include "contraction/cuda/direct/outer/outer_launch.h"
#include "contraction/execute/execute.h"
#include "src/core/element.h"
#include "src/reference/reference.h"
#include "tests/support/direct_backend.h"
#include "tests/support/emulation/emulated_outer.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/random.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

constexpr std::byte untouched{0xa5};

/// Does products by the outer kernel, with tiles drawn at random.
class OuterBackend final : public DirectBackend {
public:
    explicit OuterBackend(std::uint64_t seed) : random_(seed) { gpu_.multiprocessors = 1; }

    void direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, const Resources&) const override {
        ran_ = false;
        const cuda::DirectShape shape = cuda::make_shape(step);
        if (!cuda::suits_outer(shape)) return;
        const std::vector<cuda::OuterChunks> cuts = cuda::outer_cuts(shape);
        const auto plan = cuda::plan_outer_kernel(step, random_.pick(cuts), gpu_);
        if (!plan) return;
        cuda::for_each_launch(*plan, scalars, l, r, d, nullptr,
                              [&](const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
                                  error_ = emulate_outer(launch, call);
                              });
        ran_ = true;
        kernel_ = plan->describe();
        note(shape, plan->main.fast);
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
    [[nodiscard]] const std::set<std::string>& kinds() const { return kinds_; }
    [[nodiscard]] int runs() const { return runs_; }
    [[nodiscard]] std::int64_t shift(std::int64_t below) const { return random_.between(0, below); }

private:
    void note(const cuda::DirectShape& shape, const cuda::DirectLaunch& launch) const {
        const auto& arguments = std::get<cuda::OuterArguments>(launch.arguments);
        ++runs_;
        kinds_.insert(launch.policy == cuda::steady_outer ? "steady" : "any");
        kinds_.insert(arguments.runs > 1 ? "several runs" : "one run");
        kinds_.insert(arguments.tiles > launch.blocks ? "turns" : "once");
        kinds_.insert(arguments.fast_is_r != 0 ? "R is fast" : "L is fast");
        if (arguments.depth > 1) kinds_.insert("sums");
        for (int m = 0; m < arguments.output_modes; ++m) {
            const cuda::OuterMode& mode = arguments.mode[m];
            const bool is_cut = mode.extent % mode.chunk.value != 0;
            if (is_cut) kinds_.insert(m < arguments.run_modes ? "cut run" : "cut mode");
            const bool is_batch = mode.stride[1] != 0 && mode.stride[2] != 0;
            if (is_batch && mode.chunk.value > 1) kinds_.insert("batch in tiles");
        }
        if (shape.swapped) kinds_.insert("swapped");
    }

    cuda::Architecture gpu_;
    mutable Random random_;
    mutable bool ran_ = false;
    mutable std::string error_;
    mutable std::string kernel_;
    mutable std::set<std::string> kinds_;
    mutable int runs_ = 0;
};

/// Runs a problem with D some elements off a line, between bytes that have to stay. Success where
/// the kernel does not serve the problem.
AssertionResult check(const TestProblem& problem, const OuterBackend& backend) {
    const TestTensors tensors = make_tensors(problem, Fill::reals);
    GuardedArray d = tensors.before;
    const std::int64_t element = size_bytes(d.dtype());
    const std::size_t size = d.bytes().size();
    constexpr std::size_t line = 128;
    std::vector<std::byte> memory(size + 4 * line, untouched);
    const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
    const auto shift = static_cast<std::size_t>(element * backend.shift(128 / element));
    std::byte* const first = memory.data() + (2 * line - address % line) + shift;
    std::memcpy(first, d.bytes().data(), size);
    const auto origin = static_cast<const std::byte*>(d.data()) - d.bytes().data();
    Execution execution = execution_of(problem, tensors, d);
    execution.bases[operand_d] = reinterpret_cast<char*>(first + origin);
    execute(direct_plan(problem), backend, execution);
    if (!backend.ran()) return AssertionSuccess();
    if (!backend.error().empty()) {
        return AssertionFailure() << backend.error() << ": " << backend.kernel();
    }
    std::memcpy(static_cast<std::byte*>(d.data()) - origin, first, size);
    const auto stays = [](std::byte byte) { return byte == untouched; };
    if (!std::all_of(memory.data(), first, stays) ||
        !std::all_of(first + size, memory.data() + memory.size(), stays)) {
        return AssertionFailure() << "bytes around D were written: " << backend.kernel();
    }
    return check_result(problem, tensors, d) << backend.kernel();
}

std::vector<DTypeMix> all_mixes() {
    std::vector<DTypeMix> all = dtype_mixes();
    for (const DTypeMix& mix : converting_mixes()) all.push_back(mix);
    return all;
}

TEST(CudaOuterEmulation, AgreesOnEveryKindOfCaseAndDType) {
    const OuterBackend backend(1);
    std::uint64_t seed = 1;
    for (const Shape& given : small_direct_cases()) {
        if (given.text.find('*') == std::string::npos) continue;
        for (const DTypeMix& dtypes : all_mixes()) {
            ASSERT_TRUE(check(direct_problem(given, dtypes, seed++), backend));
        }
    }
}

// Outer products and sums of a few terms: D scattered over both inputs, or over one and a vector.
TEST(CudaOuterEmulation, AgreesOnOuterProductsOfAwkwardExtents) {
    const OuterBackend backend(2);
    const std::vector<std::string> texts = {"D(a,b,c,d,e,f,g,h)=L(f,c,d)*R(b,g,e,a,h)",
                                            "D(a,b,c,d,e,f)+=L(d,a,e)*R(c,b,f)",
                                            "D(a,b,c,d,e,f,g)=L(c)*R(a,e,d,b,g,f)",
                                            "D(a,b,c,d,e,f)=L(g)*R(c,g,a,b,f,e,d)",
                                            "D(a,b,c,d)+=L(b,h,d)*R(c,a,h)",
                                            "D(a,b,c)=L(c,b,a)*R(b)",
                                            "D(a,b,c,d)=L(h,a,g,c)*R(b,g,d,h)",
                                            "D(a,b)=L(a)*R(b)",
                                            "D(a,b,c)+=L(a,c,h)*R(b,h,c)"};
    constexpr std::int64_t most_outputs = 20'000;
    constexpr std::int64_t most_products = 60'000;
    Random random(5);
    std::uint64_t seed = 1;
    for (const std::uint64_t turn : seeds(1, 30)) {
        for (const std::string& text : texts) {
            LabelExtents extents;
            const std::string d = text.substr(0, text.find(')'));
            std::int64_t outputs = 1;
            std::int64_t products = 1;
            for (char label = 'a'; label <= 'h'; ++label) {
                if (text.find(label) == std::string::npos) continue;
                const bool is_output = d.find(label) != std::string::npos;
                const std::int64_t most = std::min<std::int64_t>(
                    {33, is_output ? most_outputs / outputs : 8, most_products / products});
                const std::int64_t extent = random.between(1, std::max<std::int64_t>(1, most));
                extents[std::string(1, label)] = extent;
                if (is_output) outputs *= extent;
                products *= extent;
            }
            const DTypeMix dtypes = all_mixes()[(seed + turn) % all_mixes().size()];
            ASSERT_TRUE(check(direct_problem({text, extents}, dtypes, seed++), backend))
                << text << " seed " << seed - 1;
        }
    }
    for (const char* const kind :
         {"steady", "any", "one run", "several runs", "turns", "once", "R is fast", "L is fast",
          "sums", "cut run", "cut mode", "batch in tiles", "swapped"}) {
        EXPECT_EQ(backend.kinds().count(kind), 1U) << kind << " was not tested";
    }
}

TEST(CudaOuterEmulation, AgreesOnRandomLabelsAndStrides) {
    const OuterBackend backend(3);
    for (const std::uint64_t seed : seeds(1, 600)) {
        ASSERT_TRUE(check(draw_direct_problem(seed, 1 << 13), backend)) << "seed " << seed;
    }
    EXPECT_GT(backend.runs(), 50);
}

TEST(CudaOuterEmulation, MayOverwriteAnInputWhereNothingIsSummed) {
    const DType dtype = DType::float32;
    TestProblem problem =
        direct_problem({"D(a,b)=L(a,b)*R(b)", {{"a", 104}, {"b", 70}}}, {dtype, dtype, dtype}, 4);
    const OuterBackend backend(4);
    TestTensors tensors = make_tensors(problem, Fill::reals);
    GuardedArray expected = tensors.inputs[0];
    execute(direct_plan(problem), cpu::backend(), execution_of(problem, tensors, expected));
    GuardedArray d = tensors.inputs[0];
    Execution execution = execution_of(problem, tensors, d);
    execution.bases[operand_l] = static_cast<char*>(d.data());
    execute(direct_plan(problem), backend, execution);

    ASSERT_TRUE(backend.ran());
    EXPECT_EQ(backend.error(), "");
    const reference::Problem same = reference_problem(problem, tensors.inputs);
    const ConstTensorView before = tensors.inputs[0].view();
    EXPECT_EQ(reference::compare(same, &before, d.view()).outcome, reference::Outcome::ok);
    EXPECT_TRUE(d.intact());
}

}  // namespace
}  // namespace ttgt::test
