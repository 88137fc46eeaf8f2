// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Contractions of tensors in host memory, tile by tile, give exactly what the reference computes,
// however little memory the devices have. CPUs stand for devices: what differs on GPUs is how
// tiles are copied.
#include <ttgt/error.h>
#include <ttgt/host_contraction.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/problem/bind.h"
#include "contraction/tiled/planned_host_contraction.h"
#include "tests/support/random.h"
#include "tests/support/refusal.h"
#include "tests/unit/contraction/tiled/host_case.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

TEST(HostContraction, IsExactHoweverLittleMemoryThereIs) {
    Context context;
    for (const std::uint64_t seed : seeds(31000, 150)) {
        run_host_case(context, seed, std::vector<Device>(1 + seed % 6));
        if (testing::Test::HasFailure()) return;
    }
}

/// A product of matrices with integers, and what it should give.
struct Matrices {
    std::int64_t m = 37;
    std::int64_t n = 29;
    std::int64_t k = 41;
    Tensor<double> d{{37, 29}};
    Tensor<double> l{{37, 41}};
    Tensor<double> r{{41, 29}};
    Tensor<double> expected{{37, 29}};

    Matrices() {
        for (std::int64_t i = 0; i < l.size(); ++i) l.data()[i] = static_cast<double>(i % 7 - 3);
        for (std::int64_t i = 0; i < r.size(); ++i) r.data()[i] = static_cast<double>(i % 5 - 2);
        for (std::int64_t b = 0; b < n; ++b) {
            for (std::int64_t c = 0; c < k; ++c) {
                for (std::int64_t a = 0; a < m; ++a) expected(a, b) += l(a, c) * r(c, b);
            }
        }
    }
    [[nodiscard]] std::vector<OperandLayout> layouts() const {
        return {{DType::float64, d.layout()},
                {DType::float64, l.layout()},
                {DType::float64, r.layout()}};
    }
    [[nodiscard]] std::vector<const void*> inputs() const { return {l.data(), r.data()}; }
    [[nodiscard]] bool is_right() const {
        return std::equal(d.begin(), d.end(), expected.begin(), expected.end());
    }
};

constexpr const char* matrix_product = "D(a,b)=L(a,c)*R(c,b)";

PlannedHostContraction::Parts planned(const Matrices& matrices, std::int64_t limit, int devices) {
    Context context;
    HostContractionOptions options;
    options.workspace_limit = limit;
    options.devices.assign(static_cast<std::size_t>(devices), Device{});
    return plan_tiles(context, read_statement(matrix_product, matrices.layouts()), options);
}

TEST(HostContraction, ManyTilesOnSeveralDevicesCoverDOnce) {
    Matrices matrices;
    const PlannedHostContraction::Parts parts = planned(matrices, 6000, 3);
    std::set<std::int64_t> written;
    std::size_t takes = 0;
    for (const TileDevice& device : parts.devices) {
        for (const TileStep& step : device.schedule.steps) {
            if (step.kind != TileStep::Kind::take) continue;
            ++takes;
            written.insert(tile_number(parts.tiled, parts.candidate.grid, operand_d,
                                       device.schedule.places[step.place]));
        }
    }

    EXPECT_GT(takes, 8U);
    EXPECT_EQ(written.size(), takes);
    EXPECT_EQ(static_cast<std::int64_t>(takes), output_tiles(parts.tiled, parts.candidate.grid));
}

TEST(HostContraction, DevicesBeginSumsAtDifferentTilesOfTheInputs) {
    Matrices matrices;
    const PlannedHostContraction::Parts parts = planned(matrices, 6000, 2);
    const std::int64_t sums = products_per_tile(parts.tiled, parts.candidate.grid);
    ASSERT_GT(sums, 1);
    const std::size_t contracted = labels_of(parts.tiled.problem, Role::contracted).front();
    std::vector<std::vector<std::int64_t>> orders;
    for (const TileDevice& device : parts.devices) {
        orders.emplace_back();
        for (const PerLabel& place : device.schedule.places) {
            orders.back().push_back(place[contracted]);
        }
    }

    // What the first device needs in the first half of a sum the second one needs in the other.
    const std::set<std::int64_t> first(orders[0].begin(), orders[0].begin() + sums / 2);
    const std::set<std::int64_t> second(orders[1].begin(), orders[1].begin() + sums / 2);
    for (const std::int64_t place : first) EXPECT_EQ(second.count(place), 0U) << place;
    for (const std::vector<std::int64_t>& order : orders) {
        const auto tiles = static_cast<std::size_t>(sums);
        for (std::size_t i = tiles; i < order.size(); i += tiles) {
            EXPECT_EQ(order[i], order[i - 1])
                << "the next tile of D begins where the last one ended";
        }
    }
}

TEST(HostContraction, OneDeviceAloneDoesWhatMoreWouldNotDoFaster) {
    Matrices matrices;

    const PlannedHostContraction::Parts small = planned(matrices, std::int64_t{1} << 30, 3);

    EXPECT_EQ(small.devices.size(), 1U);
    EXPECT_THAT(explain(small), HasSubstr("2 more would not be faster"));
    EXPECT_EQ(planned(matrices, 6000, 3).devices.size(), 3U);
}

TEST(HostContraction, ProfileSaysWhatEachDeviceDid) {
    Matrices matrices;
    Context context;
    HostContractionOptions options;
    options.workspace_limit = 6000;
    options.devices.assign(2, Device{});
    const HostContractionPlan plan =
        plan_host_contraction(context, matrix_product, matrices.layouts(), options);

    const HostContractionReport report = plan.profile(matrices.d.data(), matrices.inputs());

    EXPECT_TRUE(matrices.is_right());
    ASSERT_EQ(report.devices.size(), 2U);
    std::int64_t out = 0;
    for (const HostDeviceReport& device : report.devices) {
        EXPECT_GT(device.bytes_from_host, 0);
        EXPECT_EQ(device.bytes_from_devices, 0);
        EXPECT_GT(device.products_ms, 0);
        EXPECT_LE(device.products_ms, report.report.total_ms);
        EXPECT_LE(device.products_ms, report.report.gemm_ms);
        out += device.bytes_to_host;
    }
    EXPECT_EQ(out, matrices.d.size() * 8);
    EXPECT_EQ(report.report.flops, 2.0 * 37 * 29 * 41);
    EXPECT_EQ(report.report.predicted_ms, plan.predicted_ms());
    EXPECT_THAT(to_text(report), HasSubstr("GB from host"));
    EXPECT_THAT(to_text(report), HasSubstr("float64, cpu,cpu"));
    EXPECT_THROW((void)plan.profile(matrices.d.data(), {}), OperandCountMismatch);
}

TEST(HostContraction, ProductsFindTheTilesTheyNeed) {
    Matrices matrices;
    const PlannedHostContraction::Parts parts = planned(matrices, 6000, 2);
    for (const TileDevice& device : parts.devices) {
        std::array<std::map<int, std::int64_t>, operand_count> held;
        std::map<std::int64_t, std::int64_t> products;
        for (const TileStep& step : device.schedule.steps) {
            const PerLabel& place = device.schedule.places[step.place];
            const auto number = [&](std::size_t operand) {
                return tile_number(parts.tiled, parts.candidate.grid, operand, place);
            };
            if (step.kind == TileStep::Kind::bring) {
                held[step.operand][step.slots[step.operand]] = number(step.operand);
            } else if (step.kind == TileStep::Kind::multiply) {
                EXPECT_EQ(held[operand_l].at(step.slots[operand_l]), number(operand_l));
                EXPECT_EQ(held[operand_r].at(step.slots[operand_r]), number(operand_r));
                EXPECT_EQ(step.accumulates, products[number(operand_d)]++ > 0);
            }
            for (std::size_t operand = 0; operand < operand_count; ++operand) {
                EXPECT_LT(step.slots[operand], parts.candidate.slots[operand]);
            }
        }
    }
}

TEST(HostContraction, EachTileComesOnceWhereMemoryHoldsThemAll) {
    Matrices matrices;
    HostContractionOptions options;
    const TiledProblem tiled = planned(matrices, unlimited, 1).tiled;
    TileCandidate candidate;
    candidate.grid = cut(tiled, {1, 3, 4, 5});
    candidate.slots = {2, 15, 20};

    const TileSchedule all = schedule_of(tiled, candidate, 0, 1);
    candidate.slots = {2, 2, 2};
    const TileSchedule few = schedule_of(tiled, candidate, 0, 1);

    EXPECT_EQ(all.places.size(), 60U);
    EXPECT_EQ(all.brought[operand_l], 15);
    EXPECT_EQ(all.brought[operand_r], 20);
    EXPECT_GT(few.brought[operand_l] + few.brought[operand_r], 60);
    EXPECT_LT(few.brought[operand_l] + few.brought[operand_r], 120);
}

TEST(HostContraction, LargeTilesAreBoundByArithmeticSmallOnesByLinks) {
    Context context;
    const std::vector<OperandLayout> layouts(3, {DType::float64, packed({16384, 16384})});
    const Statement statement = read_statement(matrix_product, layouts);
    const TiledProblem tiled =
        make_tiled(bind_expression(statement.expression, statement.operands, std::nullopt));
    TileTask task{tiled, {}, 57e12, 0, 2, std::int64_t{100} << 30};

    const TileCandidate roomy = choose_tiles(task);
    task.memory_limit = std::int64_t{256} << 20;
    const TileCandidate tight = choose_tiles(task);

    // 77.2 ms of products on each of two devices; the first copies in and the last one out remain.
    EXPECT_GT(roomy.predicted_ms, 77.1);
    EXPECT_LT(roomy.predicted_ms, 100);
    EXPECT_GT(tight.predicted_ms, 1.5 * roomy.predicted_ms);
    EXPECT_LE(tight.tile_memory, task.memory_limit);

    // 43 * 16 blocks of 128 x 128 leave a GPU of 132 multiprocessors idle for longer than 64 * 16.
    TileCandidate even = roomy;
    even.grid = cut(tiled, {1, 2, 8, 4});
    TileCandidate uneven = roomy;
    uneven.grid = cut(tiled, {1, 3, 8, 4});
    task.multiprocessors = 132;
    EXPECT_LT(1.1 * least_ms(task, even), least_ms(task, uneven));
}

TEST(HostContraction, OneInputIsTransposedAndSummed) {
    Context context;
    Tensor<double> l({19, 3, 23});
    for (std::int64_t i = 0; i < l.size(); ++i) l.data()[i] = static_cast<double>(i % 11);
    Tensor<double> d({23, 19});
    HostContractionOptions options;
    options.workspace_limit = 4096;
    options.devices.assign(2, Device{});
    const HostContractionPlan plan = plan_host_contraction(
        context, "D(c,a)=L(a,b,c)", {{DType::float64, d.layout()}, {DType::float64, l.layout()}},
        options);

    const std::vector<const void*> inputs{l.data()};
    plan.run(d.data(), inputs);

    for (std::int64_t c = 0; c < 23; ++c) {
        for (std::int64_t a = 0; a < 19; ++a) {
            EXPECT_EQ(d(c, a), l(a, 0, c) + l(a, 1, c) + l(a, 2, c));
        }
    }
}

TEST(HostContraction, AlphaZeroReadsNoInput) {
    Matrices matrices;
    matrices.d.fill(3);
    matrices.l.fill(std::numeric_limits<double>::quiet_NaN());
    Context context;
    HostContractionOptions options;
    options.workspace_limit = 6000;
    const HostContractionPlan plan =
        plan_host_contraction(context, "D(a,b)+=L(a,c)*R(c,b)", matrices.layouts(), options);

    RunOptions run;
    run.alpha = 0.0;
    run.beta = 2.0;
    plan.run(matrices.d.data(), matrices.inputs(), run);

    EXPECT_TRUE(std::all_of(matrices.d.begin(), matrices.d.end(),
                            [](double element) { return element == 6; }));
}

// Long: a list of refusals on the same operands.
TEST(HostContraction, RefusesWhatItCannotDoAndWritesNothing) {
    Matrices matrices;
    matrices.d.fill(7);
    Context context;
    HostContractionOptions options;
    options.workspace_limit = 6000;
    const auto plan_of = [&](const char* expression) {
        return plan_host_contraction(context, expression, matrices.layouts(), options);
    };
    const HostContractionPlan plan = plan_of(matrix_product);
    RunOptions accumulate;
    accumulate.beta = 1.0;
    std::vector<const void*> one{matrices.l.data()};
    std::vector<const void*> null{matrices.l.data(), nullptr};

    EXPECT_THAT(refusal_of<OperandCountMismatch>([&] { plan.run(matrices.d.data(), one); }),
                HasSubstr("has 2 inputs, but 1 were given"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { plan.run(matrices.d.data(), null); }),
                HasSubstr("the data of R is null"));
    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { plan.run(matrices.d.data(), matrices.inputs(), accumulate); }),
                HasSubstr("beta"));
    EXPECT_THAT(refusal_of<OverlapError>([&] { plan.run(matrices.l.data(), matrices.inputs()); }),
                HasSubstr("the output D overlaps the input L in memory"));
    accumulate.beta.reset();
    accumulate.workspace = {matrices.d.data(), 256};
    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { plan.run(matrices.d.data(), matrices.inputs(), accumulate); }),
                HasSubstr("their own workspace"));
    EXPECT_THAT(refusal_of<ExtentMismatch>([&] { (void)plan_of("D(a,b)=L(c,a)*R(c,b)"); }),
                HasSubstr("label"));
    options.workspace_limit = 700;
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)plan_of(matrix_product); }),
                HasSubstr("has no tiles that fit into 700 bytes"));
    options.workspace_limit = 6000;
    options.rates.emplace().to_device_bytes_per_second = 0;
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)plan_of(matrix_product); }),
                HasSubstr("a rate of a link is 0"));
    options.rates.reset();
    options.chunk_bytes = 8;
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)plan_of(matrix_product); }),
                HasSubstr("chunks of 8 bytes"));
    EXPECT_TRUE(std::all_of(matrices.d.begin(), matrices.d.end(),
                            [](double element) { return element == 7; }));
}

TEST(HostContraction, SaysWhatItDoes) {
    Matrices matrices;
    const std::string text = explain(planned(matrices, 6000, 2));

    EXPECT_THAT(text, HasSubstr("D(a,b) = L(a,c) * R(c,b)"));
    EXPECT_THAT(text, HasSubstr("in host memory, tiles of a:"));
    EXPECT_THAT(text, HasSubstr("GB of R"));
}

}  // namespace
}  // namespace ttgt::test
