// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Plans of the CUDA kernels of Direct and Reduce: no device is asked.
#include <ttgt/error.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/direct/direct_calls.h"
#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/cuda/direct/gett/plan/gett_index.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::int64_t scratch = cuda::most_scratch_bytes;

DirectStep step_of(const std::string& text, const LabelExtents& extents,
                   DType dtype = DType::float64) {
    const Plan plan = direct_plan(problem_of(text, extents, dtype));
    const Step& step = std::get<Step>(plan.nodes.at(0).value);
    return std::get<DirectStep>(step.action);
}

cuda::DirectKernelPlan plan_of(const std::string& text, const LabelExtents& extents,
                               std::int64_t limit = scratch) {
    return cuda::plan_direct_kernel(step_of(text, extents), cuda::sm_90(), limit);
}

TEST(CudaDirectPlan, KeepsItsLimitsOnEveryShape) {
    for (const tool::ContractionCase& given : read_contraction_cases("cuda_direct_shapes")) {
        for (const DType dtype : {DType::float16, DType::float32, DType::complex128}) {
            const DirectStep step = step_of(given.expression, full_extents(given), dtype);
            for (const std::int64_t limit : {std::int64_t{0}, std::int64_t{5000}, scratch}) {
                SCOPED_TRACE(given.id);
                const auto plan = cuda::plan_direct_kernel(step, cuda::sm_90(), limit);
                const auto again = cuda::plan_direct_kernel(step, cuda::sm_90(), limit);
                EXPECT_LE(plan.scratch_bytes, limit);
                EXPECT_EQ(plan.split_reduction.has_value(), plan.scratch_bytes > 0);
                for (const cuda::DirectLaunch* launch : {&plan.main.fast, &plan.main.plain}) {
                    EXPECT_LE(launch->shared_bytes, 48 * 1024);
                    EXPECT_LE(launch->threads, cuda::direct_threads);
                    EXPECT_GT(launch->blocks, 0);
                }
                EXPECT_EQ(plan.describe(), again.describe());
                EXPECT_GT(cuda::predicted_ms(plan), 0.0);
            }
        }
    }
}

// A bound that lets plans be left out must not leave out one that would be taken.
TEST(CudaDirectPlan, LeavesOutOnlyWhatTakesLonger) {
    int left_out = 0;
    for (const tool::ContractionCase& given : read_contraction_cases("cuda_direct_shapes")) {
        for (const DType dtype : {DType::float16, DType::float32, DType::complex128}) {
            const DirectStep step = step_of(given.expression, full_extents(given), dtype);
            const double ms =
                cuda::predicted_ms(cuda::plan_direct_kernel(step, cuda::sm_90(), scratch));
            SCOPED_TRACE(given.id);
            EXPECT_TRUE(cuda::plan_direct_kernel(step, cuda::sm_90(), scratch, ms));
            left_out += cuda::plan_direct_kernel(step, cuda::sm_90(), scratch, ms / 8) ? 0 : 1;
        }
    }
    EXPECT_GT(left_out, 0);
}

TEST(CudaDirectPlan, TakesTheKernelThatSuits) {
    const auto kernel = [](const std::string& text, const LabelExtents& extents) {
        return plan_of(text, extents).main.fast.arguments.index();
    };
    constexpr std::size_t elementwise = 0;
    constexpr std::size_t sums = 1;
    constexpr std::size_t product = 2;
    constexpr std::size_t tall = 3;

    EXPECT_EQ(kernel("D(a,b)=L(a,b)*R(b)", {{"a", 4000}, {"b", 4000}}), elementwise);
    EXPECT_EQ(kernel("D(a,b)=L(a)*R(b)", {{"a", 4000}, {"b", 4000}}), elementwise);
    EXPECT_EQ(kernel("D(a,b)=L(a,b)*R(b,a)", {{"a", 4000}, {"b", 4000}}), product);
    EXPECT_EQ(kernel("D(a)=L(a,k)*R(k)", {{"a", 4000}, {"k", 4000}}), sums);
    EXPECT_EQ(kernel("D(a)=L(k,a)*R(k)", {{"a", 4000}, {"k", 4000}}), sums);
    EXPECT_EQ(kernel("D()=L(k)*R(k)", {{"k", 4000}}), sums);
    EXPECT_EQ(kernel("D(a,b)=L(k,a)*R(b,k)", {{"a", 400}, {"b", 400}, {"k", 100}}), product);
    EXPECT_EQ(kernel("D(a,b,x)=L(a,k,x)*R(k,b,x)", {{"a", 40}, {"b", 40}, {"k", 8}, {"x", 40}}),
              product);
    EXPECT_EQ(kernel("D(a,b)=L(a,k)*R(k,b)", {{"a", 4000}, {"b", 12}, {"k", 12}}), tall);
    EXPECT_EQ(kernel("D(a,b)=L(a,k)*R(k,b)", {{"a", 12}, {"b", 400000}, {"k", 12}}), product);
    EXPECT_EQ(kernel("D(b,a)=L(a,k)*R(b,k)", {{"a", 12}, {"b", 4000}, {"k", 12}}), tall);
}

TEST(CudaDirectPlan, SplitsLongSumsOfFewOutputs) {
    const LabelExtents long_sum{{"k", 10'000'000}};

    const cuda::DirectKernelPlan split = plan_of("D()=L(k)*R(k)", long_sum);
    const cuda::DirectKernelPlan whole = plan_of("D()=L(k)*R(k)", long_sum, 0);

    EXPECT_GT(split.main.fast.blocks, 132);
    EXPECT_TRUE(split.split_reduction.has_value());
    EXPECT_EQ(whole.main.fast.blocks, 1);
    EXPECT_LT(10 * cuda::predicted_ms(split), cuda::predicted_ms(whole));
}

TEST(CudaDirectPlan, PredictsMoreForMore) {
    double before = 0;
    for (std::int64_t extent = 10; extent <= 10'000; extent *= 10) {
        const double ms =
            cuda::predicted_ms(plan_of("D(a,b)=L(a,b)*R(a,b)", {{"a", extent}, {"b", 10'000}}));
        EXPECT_GE(ms, before);
        before = ms;
    }
}

TEST(CudaDirectPlan, ComplexInputsAreLWhereTheOtherIsReal) {
    DirectStep step = step_of("D(a)=L(a)*R(a)", {{"a", 100}});
    step.dtypes = {DType::complex128, DType::float64, DType::complex128};

    EXPECT_TRUE(cuda::plan_direct_kernel(step, cuda::sm_90(), 0).swapped);
}

TEST(CudaDirectPlan, KernelsGetTheInputsInTheOrderThatTheirPlanSays) {
    const DirectStep step =
        step_of("D(a,b,c)=L(a,k)*R(k,b,c)", {{"a", 256}, {"b", 64}, {"c", 64}, {"k", 512}});
    const char l = 0;
    const char r = 0;
    char d = 0;
    std::set<bool> orders;
    for (const cuda::DirectKernelPlan& plan : cuda::plan_gett_kernels(step, cuda::sm_90(), 0)) {
        const bool swapped = plan.gett->swapped;
        orders.insert(swapped);
        cuda::for_each_launch(plan, {1.0, 0.0}, &l, &r, &d, nullptr,
                              [&](const cuda::DirectLaunch&, const cuda::DirectCall& call) {
                                  EXPECT_EQ(call.l, swapped ? &r : &l) << plan.describe();
                                  EXPECT_EQ(call.r, swapped ? &l : &r) << plan.describe();
                              });
    }
    EXPECT_EQ(orders, (std::set<bool>{false, true}));
}

TEST(CudaDirectPlan, PlansNothingForAnEmptyOutput) {
    DirectStep step = step_of("D(a)=L(a)*R(a)", {{"a", 100}});
    step.outputs[0].extent = 0;

    const cuda::DirectKernelPlan plan = cuda::plan_direct_kernel(step, cuda::sm_90(), 0);

    EXPECT_TRUE(plan.is_empty);
    EXPECT_EQ(cuda::predicted_ms(plan), 0.0);
    EXPECT_EQ(plan.describe(), "nothing to do");
}

TEST(CudaDirectPlan, RefusesWhatNoLaunchCovers) {
    DirectStep step;
    step.dtypes = {DType::float32, DType::float32, DType::float32};
    step.outputs = {{2, {std::int64_t{1} << 57, 1, 1}}};
    EXPECT_THAT(
        refusal_of<Unsupported>([&] { (void)cuda::plan_direct_kernel(step, cuda::sm_90(), 0); }),
        HasSubstr("an operand that spans 144115188075855872 elements is beyond the kernels"));

    step.outputs = {{std::int64_t{1} << 50, {1, 0, 0}}};
    EXPECT_THAT(
        refusal_of<Unsupported>([&] { (void)cuda::plan_direct_kernel(step, cuda::sm_90(), 0); }),
        HasSubstr("1099511627776 blocks of threads are beyond any launch"));

    step.outputs.clear();
    for (int mode = 0; mode < 62; ++mode) {
        step.outputs.push_back({mode < 20 ? 4 : 2, {std::int64_t{3} << (mode / 2), 1, 1}});
    }
    EXPECT_THAT(
        refusal_of<SizeOverflow>([&] { (void)cuda::plan_direct_kernel(step, cuda::sm_90(), 0); }),
        HasSubstr("the number of elements of D does not fit"));
}

// Both inputs run along sums, but different ones. Where the next element of a line is read long
// after, L2 has lost the line; where it is read soon, only one input needs its runs.
TEST(CudaGettPlan, TakesRunsOfBothInputsWhereL2LosesTheirLines) {
    const auto inner_of = [](const std::string& text, const LabelExtents& extents) {
        const cuda::DirectShape shape = cuda::make_shape(step_of(text, extents));
        return cuda::best_gett(shape, cuda::sm_90(), cuda::most_gett_scratch_bytes)->choice.inner;
    };
    const cuda::GettOrder long_after =
        inner_of("D(f,d)+=L(a,b,c,d,e)*R(b,c,a,f,e)",
                 {{"a", 65}, {"b", 65}, {"c", 65}, {"d", 65}, {"e", 8}, {"f", 65}});
    EXPECT_GT(long_after.first_run, 1);
    EXPECT_GT(long_after.second_run, 1);
    const cuda::GettOrder soon_after = inner_of(
        "D(f,d)+=L(a,b,c,d)*R(b,a,c,f)", {{"a", 17}, {"b", 17}, {"c", 1000}, {"d", 65}, {"f", 65}});
    EXPECT_EQ(soon_after, cuda::GettOrder{});
}

/// The plan with a GETT kernel where `compute` is asked for.
cuda::DirectKernelPlan gett_plan(DirectStep step, ComputeType compute) {
    step.compute = compute;
    return *cuda::plan_gett_kernel(step, cuda::sm_90(), cuda::most_gett_scratch_bytes);
}

/// What the cost model counts of a choice.
cuda::GettWork work_of(const DirectStep& step, const cuda::GettChoice& choice) {
    const cuda::DirectShape shape = cuda::make_shape(step);
    cuda::GettIndexes indexes(shape);
    return *cuda::gett_work(indexes, choice, cuda::sm_90());
}

/// How a choice writes a tile of D.
cuda::TileAccess writes_of(const DirectStep& step, const cuda::GettChoice& choice) {
    return work_of(step, choice).d;
}

// 144 tiles of 128 by 128 are two rounds of 132 blocks, the second one almost empty.
TEST(CudaGettPlan, SplitsLongSumsToFillRoundsOfBlocks) {
    const cuda::DirectShape shape =
        cuda::make_shape(step_of("D(a,b)=L(a,k)*R(b,k)", {{"a", 1536}, {"b", 1536}, {"k", 60000}}));
    const auto choice = [&](std::int64_t scratch_bytes) {
        return cuda::best_gett(shape, cuda::sm_90(), scratch_bytes)->choice;
    };

    EXPECT_EQ(choice(0).splits, 1);
    const cuda::GettChoice best = choice(cuda::most_gett_scratch_bytes);
    EXPECT_GT(best.splits, 1);
    EXPECT_LE(best.splits * 1536 * 1536 * 8, cuda::most_gett_scratch_bytes);
}

/// The number of warps that share the sums of the tile that a product's plan has.
int sum_warps_of(const DirectStep& step) {
    const cuda::DirectLaunch launch =
        cuda::plan_gett_kernel(step, cuda::sm_90(), cuda::most_gett_scratch_bytes)->main.fast;
    return cuda::gett_tiles({step.dtypes[1], step.compute}).first[launch.policy].sum_warps;
}

TEST(CudaGettPlan, SharesTheLongSumsOfFewOutputsAmongWarps) {
    for (const DType dtype :
         {DType::float64, DType::complex128, DType::float32, DType::complex64}) {
        const auto with_outputs = [&](std::int64_t a, std::int64_t k) {
            return sum_warps_of(step_of("D(a,b)=L(c,k,a)*R(k,c,b)",
                                        {{"a", a}, {"b", a}, {"c", 64}, {"k", k}}, dtype));
        };
        EXPECT_GT(with_outputs(12, 20000), 1) << name(dtype);
        EXPECT_EQ(with_outputs(64, 20000), 1) << name(dtype);
        EXPECT_EQ(with_outputs(1024, 1), 1) << name(dtype);
    }
}

// A line of L has 16 elements, of as many indices of the batch. Blocks read them within a slice of
// each other where 16 indices are worked on at once, else a whole sum later.
TEST(CudaGettPlan, CountsHowLongLinesWaitForTheNextIndexOfTheBatch) {
    const auto with_columns = [](std::int64_t b) {
        return work_of(
            step_of("D(a,b,j)=L(j,a,k)*R(k,b,j)", {{"a", 128}, {"b", b}, {"j", 64}, {"k", 512}}),
            {});
    };
    const auto slice = double{cuda::gett_tiles({DType::float64, ComputeType::full}).first[0].inner};

    EXPECT_EQ(with_columns(128).l_between, slice);
    EXPECT_EQ(with_columns(12800).l_between, 512);
    EXPECT_EQ(with_columns(128).r_between, 0);
}

// D begins with a label of the batch, so that an element's neighbours are written for other indices
// of the batch.
TEST(CudaGettPlan, CountsPartsOfLinesThatOtherIndicesOfTheBatchComplete) {
    const auto parts = [](const char* expression, std::int64_t j) {
        const DirectStep step = step_of(expression, {{"a", 128}, {"b", 500}, {"j", j}, {"k", 64}});
        return work_of(step, {}).d_line_parts;
    };
    constexpr const char* first = "D(j,a,b)=L(k,a,j)*R(k,b,j)";

    EXPECT_EQ(parts(first, 64), 64.0 * 128 * 500);
    EXPECT_EQ(parts(first, 4), 128.0 * 500) << "four elements of a tile lie in a line";
    EXPECT_EQ(parts("D(a,j,b)=L(k,a,j)*R(k,b,j)", 64), 0) << "each index has whole lines";
    EXPECT_EQ(parts(first, 1), 0) << "there is no batch";
}

// Threads that write a staged tile follow runs that begin at a power of two only.
TEST(CudaGettPlan, CountsLoneWritesWhereTheWalkCannotFollowDsRun) {
    cuda::GettChoice choice;
    choice.rows = {8, 8, false};
    choice.store = cuda::GettStore::staged;
    const auto with_extent = [&](std::int64_t c) {
        return writes_of(step_of("D(b,a,c,d)=L(c,k,a,b)*R(d,k)",
                                 {{"a", 11}, {"b", 12}, {"c", c}, {"d", 64}, {"k", 16}}),
                         choice);
    };

    const cuda::TileAccess along_runs = with_extent(16);
    EXPECT_LT(along_runs.runs, along_runs.sectors);

    const cuda::TileAccess alone = with_extent(11);
    EXPECT_EQ(alone.partial, alone.runs);
    EXPECT_EQ(alone.sectors, alone.runs);
}

// A lane of a float32 kernel has four rows side by side. Where they are no vector in D, it writes
// them one after the other.
TEST(CudaGettPlan, CountsAWriteOfASectorForEachNeighbourOfALane) {
    cuda::GettChoice choice;
    choice.store = cuda::GettStore::along_rows;
    const auto with_rows = [&](std::int64_t a) {
        return writes_of(
            step_of("D(a,b)=L(a,k)*R(k,b)", {{"a", a}, {"b", 128}, {"k", 16}}, DType::float32),
            choice);
    };

    const cuda::TileAccess vectors = with_rows(128);
    EXPECT_EQ(vectors.partial, 0);
    EXPECT_EQ(vectors.sectors, 128 * 128 / 8);
    const cuda::TileAccess singles = with_rows(127);
    EXPECT_EQ(singles.partial, singles.sectors);
    EXPECT_GT(singles.sectors, 4 * 127 * 128 / 8);
}

TEST(CudaGettPlan, TakesFullPrecisionForShortSumsByTf32x3) {
    const DirectStep step = step_of("D(a,b,c)=L(a,k)*R(k,b,c)",
                                    {{"a", 4096}, {"b", 64}, {"c", 64}, {"k", 8}}, DType::float32);

    const cuda::DirectKernelPlan plan = gett_plan(step, ComputeType::tf32x3);

    EXPECT_EQ(plan.gett->compute, ComputeType::full);
    EXPECT_EQ(plan.main.fast.compute, ComputeType::full);
    EXPECT_EQ(plan.main.plain.compute, ComputeType::full);
    EXPECT_THAT(plan.describe(), StartsWith("gett: full "));
    EXPECT_EQ(plan.describe(), gett_plan(step, ComputeType::full).describe());
    EXPECT_EQ(plan.key(), gett_plan(step, ComputeType::full).key());
}

TEST(CudaGettPlan, TakesTensorCoresForLongSumsByTf32x3) {
    const DirectStep step =
        step_of("D(a,b)=L(a,k)*R(k,b)", {{"a", 4096}, {"b", 4096}, {"k", 4096}}, DType::float32);

    const cuda::DirectKernelPlan plan = gett_plan(step, ComputeType::tf32x3);

    EXPECT_EQ(plan.gett->compute, ComputeType::tf32x3);
    EXPECT_EQ(plan.main.fast.compute, ComputeType::tf32x3);
    EXPECT_THAT(plan.describe(), StartsWith("gett: tf32x3 "));
    EXPECT_LT(cuda::predicted_ms(plan), cuda::predicted_ms(gett_plan(step, ComputeType::full)));
}

TEST(CudaGettPlan, ComparesTwoKindsOfProductsForTf32x3Alone) {
    const auto kinds = [](DType dtype, ComputeType compute) {
        DirectStep step =
            step_of("D(a,b)=L(a,k)*R(k,b)", {{"a", 512}, {"b", 512}, {"k", 512}}, dtype);
        step.compute = compute;
        std::set<ComputeType> found;
        for (const cuda::GettOptions& options :
             cuda::gett_options(cuda::make_shape(step), cuda::sm_90(), 0)) {
            found.insert(options.compute);
        }
        return found;
    };
    using Kinds = std::set<ComputeType>;
    for (const DType dtype : {DType::float32, DType::complex64}) {
        EXPECT_EQ(kinds(dtype, ComputeType::full), Kinds{ComputeType::full});
        EXPECT_EQ(kinds(dtype, ComputeType::tf32), Kinds{ComputeType::tf32});
        EXPECT_EQ(kinds(dtype, ComputeType::tf32x3),
                  (Kinds{ComputeType::full, ComputeType::tf32x3}));
    }
    EXPECT_EQ(kinds(DType::float64, ComputeType::full), Kinds{ComputeType::full});
}

TEST(CudaReducePlan, SplitsColumnSums) {
    ReduceStep step;
    step.dtypes = {DType::float32, DType::float32};
    step.outputs = {{1000, {1, 1}}};
    step.sums = {{1'000'000, {0, 1000}}};

    const cuda::DirectKernelPlan plan = cuda::plan_reduce_kernel(step, cuda::sm_90(), scratch);

    EXPECT_TRUE(plan.split_reduction.has_value());
    EXPECT_FALSE(cuda::plan_reduce_kernel(step, cuda::sm_90(), 0).split_reduction.has_value());
}

}  // namespace
}  // namespace ttgt::test
