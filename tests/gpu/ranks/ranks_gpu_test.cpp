// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Contractions over ranks that are threads with GPUs: on one GPU that several ranks share, and on
// two where there are.
#include <ttgt/distributed.h>
#include <ttgt/distributed_operators.h>
#include <ttgt/error.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "distributed/run/plan_product.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/ranks/rank_shards.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

class RanksGpu : public GpuTest {
protected:
    /// One GPU for up to three ranks; two GPUs for two and four where there are; and all of more.
    [[nodiscard]] std::vector<std::vector<Device>> device_lists() const {
        std::vector<std::vector<Device>> lists;
        for (const std::size_t ranks : {1, 2, 3}) lists.emplace_back(ranks, options().device);
        if (device_count() > 1) {
            const Device first{Device::Kind::cuda, 0};
            const Device second{Device::Kind::cuda, 1};
            lists.push_back({first, second});
            lists.push_back({first, second, first, second});
        }
        if (device_count() > 2) lists.push_back(all_devices());
        return lists;
    }

    static void on_devices(const std::vector<Device>& devices, const DeviceRankBody& body) {
        std::vector<Communicator> all = Communicator::local(devices);
        std::vector<std::thread> threads;
        for (std::size_t rank = 0; rank < devices.size(); ++rank) {
            threads.emplace_back([&, mine = std::move(all[rank]), rank]() mutable {
                call_on_device(body, devices[rank], [&] { return std::move(mine); });
            });
        }
        for (std::thread& thread : threads) thread.join();
    }
};

TEST_F(RanksGpu, AreExactHoweverOperandsAreSpread) {
    for (const std::vector<Device>& devices : device_lists()) {
        const auto count = static_cast<int>(devices.size());
        for (const std::uint64_t seed : seeds(41000 + 100 * devices.size(), 30)) {
            const SpreadCase drawn = draw_case(seed, count);
            const std::vector<Scalar> expected = expected_result(drawn);
            on_devices(devices, [&](Communicator& ranks, Context& context) {
                run_on_device(drawn, seed, expected, ranks, context);
            });
            if (testing::Test::HasFailure()) return;
        }
    }
}

TEST_F(RanksGpu, EveryCandidateGivesTheSame) {
    for (const std::vector<Device>& devices : device_lists()) {
        for (const std::uint64_t seed : seeds(42000 + 100 * devices.size(), 5)) {
            const SpreadCase drawn = draw_case(seed, static_cast<int>(devices.size()));
            const std::vector<Scalar> expected = expected_result(drawn);
            on_devices(devices, [&](Communicator& ranks, Context& context) {
                RankShards inputs(drawn, ranks.rank(), context);
                const DistributedProblem problem =
                    bind_distributed(drawn.expression, inputs.layouts, drawn.options.beta_is_zero,
                                     ranks.rank(), ranks.ranks());
                for (DistributedCandidate& candidate : enumerate(problem, drawn.options, false)) {
                    price(problem, *drawn.options.rates, candidate);
                    DistributedProduct::Parts chosen;
                    chosen.transport = ranks.transport();
                    chosen.device = context.options().device;
                    chosen.stream = context.stream();
                    chosen.int_limit = drawn.options.int_limit;
                    chosen.workspace_limit = unlimited;
                    chosen.problem = problem;
                    adopt(chosen, lower_together(chosen, candidate, context, drawn.options));
                    const DistributedProduct plan(std::move(chosen));
                    Shard d(drawn, 0, ranks.rank(), drawn.beta != Scalar{});
                    const DeviceShard on_device(d, context);

                    plan.run(
                        on_device.data(), inputs.inputs,
                        run_options(drawn, context.workspace(plan.parts().plan.workspace_bytes)));

                    on_device.fetch();
                    check_shard(drawn, d, ranks.rank(), expected,
                                describe(drawn, seed) + "\n" + explain(plan.parts(), 0));
                }
                (void)largest(*ranks.transport(), 0);
            });
            if (testing::Test::HasFailure()) return;
        }
    }
}

/// The case as a formula: its product in a sum over all labels that D lacks, without alpha.
std::string formula_of(SpreadCase& drawn) {
    const std::size_t sign = drawn.expression.find('=');
    drawn.alpha = 1.0;
    drawn.beta = drawn.expression[sign - 1] == ')' ? 0.0 : 1.0;
    return drawn.expression.substr(0, sign + 1) + "sum(" + drawn.expression.substr(sign + 1) + ")";
}

TEST_F(RanksGpu, FormulasAreExactHoweverTensorsAreSpread) {
    for (const std::vector<Device>& devices : device_lists()) {
        const auto count = static_cast<int>(devices.size());
        for (const std::uint64_t seed : seeds(43000 + 100 * devices.size(), 10)) {
            SpreadCase drawn = draw_case(seed, count);
            const std::string formula = formula_of(drawn);
            const std::vector<Scalar> expected = expected_result(drawn);
            on_devices(devices, [&](Communicator& ranks, Context& context) {
                RankShards mine(drawn, ranks.rank(), context);
                const DistributedEvaluationOptions options{
                    {}, drawn.options.rates, drawn.options.int_limit};
                const DistributedEvaluationPlan plan =
                    plan_evaluation(ranks, context, formula, mine.layouts, options);

                plan.run(mine.on_device[0]->data(), mine.inputs, {},
                         context.workspace(plan.workspace_bytes()));

                mine.on_device[0]->fetch();
                check_shard(drawn, mine.shards[0], ranks.rank(), expected,
                            describe(drawn, seed) + "\n" + plan.explain(0));
                (void)largest(*ranks.transport(), 0);
            });
            if (testing::Test::HasFailure()) return;
        }
    }
}

/// D(a,b) = L(a,k)*R(k,b) with rows of L and D over the ranks, columns of R over them.
std::vector<DistributedLayout> matrices(int ranks, std::int64_t extent) {
    const std::vector<int> grid{ranks};
    return {{DType::float64, {extent, extent}, distribute("a,b", grid, {{"a", {0}}}), {}},
            {DType::float64, {extent, extent}, distribute("a,k", grid, {{"a", {0}}}), {}},
            {DType::float64, {extent, extent}, distribute("k,b", grid, {{"b", {0}}}), {}}};
}

// Long: one set of ranks serves three calls.
TEST_F(RanksGpu, OneLinerProfileAndRates) {
    const std::vector<Device> devices = device_lists().back();
    on_devices(devices, [&](Communicator& ranks, Context& context) {
        const std::vector<DistributedLayout> layouts = matrices(ranks.ranks(), 64);
        std::vector<cuda::DeviceBuffer> buffers;
        for (const DistributedLayout& layout : layouts) {
            const std::vector<double> ones(
                static_cast<std::size_t>(volume(local_layout(layout, ranks.rank()))), 1.0);
            const auto bytes = static_cast<std::int64_t>(ones.size() * sizeof(double));
            buffers.emplace_back(bytes, context.options().device.index, context.stream(),
                                 "a matrix");
            cuda::copy_to_device(buffers.back().data(), ones.data(), bytes, context.stream());
        }
        const auto check_d = [&](double expected) {
            std::vector<double> d(static_cast<std::size_t>(buffers[0].bytes()) / sizeof(double));
            cuda::copy_to_host(d.data(), buffers[0].data(), buffers[0].bytes(), context.stream());
            const cuda::DeviceScope scope(context.options().device.index);
            cuda::synchronize(context.stream());
            for (const double element : d) ASSERT_EQ(element, expected);
        };
        DistributedContractOptions options;
        options.context = &context;
        const auto input = [&](std::size_t i) {
            return ConstDistributedView{layouts[i], buffers[i].data(), MemorySpace::device};
        };

        contract(ranks, "D(a,b)=L(a,k)*R(k,b)",
                 {layouts[0], buffers[0].data(), MemorySpace::device}, {input(1), input(2)},
                 options);
        check_d(64);
        options.rates = measure_rank_rates(ranks, context);
        EXPECT_GT(options.rates->flops_per_second, 1e11);
        EXPECT_GT(options.rates->link_bytes_per_second, 1e8);
        const DistributedPlan plan =
            plan_contraction(ranks, context, "D(a,b)+=L(a,k)*R(k,b)", layouts, options);
        RunOptions run;
        run.workspace = context.workspace(plan.workspace_bytes());
        const std::vector<const void*> inputs{buffers[1].data(), buffers[2].data()};
        const DistributedReport report = plan.profile(buffers[0].data(), inputs, run);
        EXPECT_GT(report.report.total_ms, 0);
        check_d(128);
        (void)largest(*ranks.transport(), 0);
    });
}

TEST_F(RanksGpu, RefuseWhatTheirDevicesDoNotHold) {
    on_devices({options().device}, [&](Communicator& ranks, Context& context) {
        const std::vector<DistributedLayout> layouts = matrices(1, 8);
        Context cpu;
        std::vector<double> host(64);
        DistributedContractOptions options;
        options.context = &context;

        EXPECT_THAT(
            refusal_of<Unsupported>([&] {
                (void)plan_contraction(ranks, cpu, "D(a,b)=L(a,k)*R(k,b)", layouts, options);
            }),
            HasSubstr("rank 0 has a context on cpu, whose memory threads with GPUs cannot access"));
        EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                        contract(ranks, "D(a,b)=L(a,b)", {layouts[0], host.data()},
                                 {{layouts[1], host.data()}}, options);
                    }),
                    HasSubstr("lies in host memory"));
    });
    std::vector<Communicator> threads = Communicator::local(1);
    Context context(options());
    const DistributedOptions usual;  // GCC 12 thinks that a default one may be uninitialised
    EXPECT_THAT(refusal_of<Unsupported>([&] {
                    (void)plan_contraction(threads[0], context, "D(a,b)=L(a,k)*R(k,b)",
                                           matrices(1, 8), usual);
                }),
                HasSubstr("whose memory threads cannot access"));
}

}  // namespace
}  // namespace ttgt::test
