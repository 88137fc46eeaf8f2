// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Rates of links: their files, which plans go by them, and that they can be measured. CPUs stand
// for devices. TTGT_CALIBRATION, which a process reads once, names files that main() writes.
#include <ttgt/distributed.h>
#include <ttgt/error.h>
#include <ttgt/host_contraction.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/context/calibration_file.h"
#include "src/runtime/devices.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Rates of two CPUs of this name that no machine has.
LinkRates odd_rates(const std::string& name) {
    LinkRates rates;
    rates.name = name;
    rates.devices = 2;
    rates.host = {7e9, 6e9, 5e9};
    rates.ranks = {4e9, 3e9, 2e-6, 1e9};
    rates.transport = "threads";
    return rates;
}

std::string refusal(const std::string& text) {
    return refusal_of<InvalidArgument>([&] { (void)parse_link_rates(text, "l.json"); });
}

TEST(LinkRatesFile, IsReadAsItWasWritten) {
    LinkRates rates = odd_rates("a processor");
    rates.kind = Device::Kind::cuda;
    rates.transport = "threads with GPUs";
    rates.host.to_device_bytes_per_second = 55.4321e9 / 3;

    EXPECT_EQ(parse_link_rates(to_json(rates), "l.json"), rates);
    EXPECT_EQ(parse_link_rates(to_json(odd_rates("x")), "l.json"), odd_rates("x"));
}

TEST(LinkRatesFile, ErrorsNameFileAndKey) {
    const std::string good = to_json(odd_rates("a processor"));
    const auto with = [&](const std::string& part, const std::string& other) {
        std::string text = good;
        EXPECT_THAT(text, HasSubstr(part));
        return refusal(text.replace(text.find(part), part.size(), other));
    };

    EXPECT_EQ(refusal("{"), "l.json: not JSON");
    EXPECT_EQ(refusal("[]"), "l.json: 'device' is missing");
    EXPECT_EQ(with("\"links\"", "\"cpu\""), "l.json: 'device' is not links");
    EXPECT_EQ(with("\"name\": \"a processor\"", "\"name\": 7"), "l.json: 'name' is not a text");
    EXPECT_EQ(with("\"between\": \"cpu\"", "\"between\": \"tpu\""),
              "l.json: 'between' is neither cpu nor cuda");
    EXPECT_EQ(with("\"devices\": 2", "\"devices\": 1.5"),
              "l.json: 'devices' 1.5 is no number of devices");
    EXPECT_EQ(with("\"transport\"", "\"carrier\""), "l.json: 'transport' is missing");
    EXPECT_EQ(with("\"host\"", "\"guest\""), "l.json: 'host' is missing");
    EXPECT_EQ(with("\"ranks\"", "\"ranges\""), "l.json: 'ranks' is missing");
    for (const std::string key :
         {"to_device_bytes_per_second", "from_device_bytes_per_second", "flops_per_second",
          "link_bytes_per_second", "message_seconds", "memory_bytes_per_second"}) {
        const std::string quoted = '"' + key + '"';
        EXPECT_EQ(with(quoted, "\"other\""), "l.json: '" + key + "' is missing");
        EXPECT_EQ(with(quoted + ": ", quoted + ": -"),
                  "l.json: '" + key + "' is not a number above 0");
    }
    EXPECT_EQ(with("\"device_bytes_per_second\"", "\"other\""),
              "l.json: 'device_bytes_per_second' is missing");
}

TEST(LinkRatesFile, IsNoContextsCalibrationAndTheOtherWayRound) {
    const TemporaryFolder folder;
    const std::string links = folder.write("links.json", to_json(odd_rates("x")));
    const std::string cpu = folder.write("cpu.json", to_json(*built_in_calibration()));

    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)read_calibration(links); }),
                HasSubstr("links.json: 'device' is links, whose rates are no context's"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)read_link_rates(cpu); }),
                HasSubstr("cpu.json: 'device' is not links"));
    EXPECT_EQ(read_link_rates(links), odd_rates("x"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)read_link_rates(folder.file("none")); }),
                HasSubstr("cannot be read"));
}

TEST(LinkRatesFile, ServesAsManyDevicesOfItsNameAlone) {
    std::vector<LinkRatesFile> files{
        {odd_rates("a"), "1"}, {odd_rates("b"), "2"}, {odd_rates("b"), "3"}, {odd_rates(""), "4"}};
    files[2].rates.transport = "MPI";
    const auto found = [&](const LinkRatesRequest& request) {
        const LinkRatesFile* const file = find_link_rates(files, request);
        return file == nullptr ? std::string("none") : file->path;
    };

    EXPECT_EQ(found({"b", Device::Kind::cpu, 2}), "2");
    EXPECT_EQ(found({"b", Device::Kind::cpu, 2, "MPI"}), "3");
    EXPECT_EQ(found({"b", Device::Kind::cpu, 2, "NCCL"}), "none");
    EXPECT_EQ(found({"b", Device::Kind::cpu, 3}), "none");
    EXPECT_EQ(found({"b", Device::Kind::cuda, 2}), "none");
    EXPECT_EQ(found({"c", Device::Kind::cpu, 2}), "none");
    EXPECT_EQ(found({"", Device::Kind::cpu, 2}), "none");
}

HostContractionPlan host_plan(std::size_t devices, const std::optional<HostLinkRates>& rates) {
    Context context;
    HostContractionOptions options;
    options.devices.assign(devices, Device{});
    options.rates = rates;
    return plan_host_contraction(context, "D(a,b)=L(a,k)*R(k,b)",
                                 std::vector<OperandLayout>(3, {DType::float64, packed({60, 60})}),
                                 options);
}

TEST(LinkRates, OfTheEnvironmentServeTensorsInHostMemory) {
    const std::string text = host_plan(2, {}).explain();

    EXPECT_THAT(text, AllOf(HasSubstr("rates measured on 2 x " + device_name(Device{}) + ", "),
                            HasSubstr("/links.json: 7 GB/s to a device, 6 from it, 5 in")));
    EXPECT_THAT(host_plan(3, {}).explain(), HasSubstr("rates built in, of no machine in partic"));
}

TEST(LinkRates, GivenOnesWinForTensorsInHostMemory) {
    const HostContractionPlan slow = host_plan(2, HostLinkRates{1e6, 2e6, 3e9});

    EXPECT_THAT(slow.explain(), HasSubstr("rates given: 0.001 GB/s to a device, 0.002 from it"));
    EXPECT_GT(slow.predicted_ms(), 10 * host_plan(2, {}).predicted_ms());
}

TEST(LinkRates, BytesBroughtAreThoseOfAllTiles) {
    // Both devices have half of D, one operand whole and half of the other.
    EXPECT_EQ(host_plan(1, {}).brought_bytes(), 2 * 60 * 60 * 8);
    EXPECT_EQ(host_plan(2, HostLinkRates{1e6, 1e6, 1e6}).brought_bytes(), 3 * 60 * 60 * 8);
}

void on_threads(int count, const std::function<void(Communicator&, Context&)>& body) {
    std::vector<Communicator> all = Communicator::local(count);
    std::vector<std::thread> threads;
    for (Communicator& mine : all) {
        threads.emplace_back([&body, ranks = std::move(mine)]() mutable {
            ContextOptions options;
            options.threads = 1;
            Context context(options);
            body(ranks, context);
        });
    }
    for (std::thread& thread : threads) thread.join();
}

DistributedPlan rank_plan(Communicator& ranks, Context& context,
                          const std::optional<RankRates>& rates) {
    const Distribution rows = distribute("a,b", {ranks.ranks()}, {{"a", {0}}});
    DistributedOptions options;
    options.rates = rates;
    return plan_contraction(ranks, context, "D(a,b)=L(a,k)*R(k,b)",
                            std::vector<DistributedLayout>(3, {DType::float64, {24, 24}, rows, {}}),
                            options);
}

TEST(LinkRates, OfTheEnvironmentServeRanks) {
    on_threads(2, [](Communicator& ranks, Context& context) {
        EXPECT_THAT(rank_plan(ranks, context, {}).explain(),
                    AllOf(HasSubstr("rates measured on 2 x "),
                          HasSubstr("/links.json: 4 GFLOP/s, 3 GB/s from rank to rank, 2 us a "
                                    "message, 1 GB/s in memory")));
    });
    on_threads(3, [](Communicator& ranks, Context& context) {
        EXPECT_THAT(rank_plan(ranks, context, {}).explain(), HasSubstr("rates built in"));
    });
}

TEST(LinkRates, GivenOnesWinForRanks) {
    on_threads(2, [](Communicator& ranks, Context& context) {
        EXPECT_THAT(rank_plan(ranks, context, RankRates{}).explain(),
                    AllOf(HasSubstr("rates given: 30 GFLOP/s"), Not(HasSubstr("measured on"))));
    });
}

TEST(LinkRates, ThatOneRankAloneIsGivenAreRefusedOnAll) {
    on_threads(2, [](Communicator& ranks, Context& context) {
        const auto mine = ranks.rank() == 0 ? std::optional(RankRates{}) : std::nullopt;
        EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)rank_plan(ranks, context, mine); }),
                    HasSubstr("the rates of ranks must be the same on every rank"));
    });
}

TEST(LinkRates, AreMeasuredOnDevicesAtWorkTogether) {
    const LinkRates rates = measure_link_rates({Device{}, Device{}}, 2);

    EXPECT_EQ(rates.name, device_name(Device{}));
    EXPECT_EQ(rates.kind, Device::Kind::cpu);
    EXPECT_EQ(rates.devices, 2);
    EXPECT_EQ(rates.transport, "threads");
    for (const double rate :
         {rates.host.to_device_bytes_per_second, rates.host.from_device_bytes_per_second,
          rates.host.device_bytes_per_second, rates.ranks.link_bytes_per_second,
          rates.ranks.flops_per_second, rates.ranks.memory_bytes_per_second}) {
        EXPECT_GT(rate, 1e6);
        EXPECT_LT(rate, 1e14);
    }
    EXPECT_GT(rates.ranks.message_seconds, 0);
    EXPECT_EQ(parse_link_rates(to_json(rates), "l.json"), rates);
}

TEST(LinkRates, OfNothingAreNotMeasured) {
    EXPECT_THAT(refusal_of<InvalidArgument>([] { (void)measure_link_rates({}); }),
                HasSubstr("there are no devices"));
    EXPECT_THAT(refusal_of<InvalidArgument>([] { (void)measure_link_rates({Device{}}, -1); }),
                HasSubstr("-1 threads"));
}

}  // namespace
}  // namespace ttgt::test

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const ttgt::test::TemporaryFolder folder;
    const std::string other =
        folder.write("other.json", ttgt::to_json(ttgt::test::odd_rates("another processor")));
    const std::string links = folder.write(
        "links.json", ttgt::to_json(ttgt::test::odd_rates(ttgt::device_name(ttgt::Device{}))));
    setenv("TTGT_CALIBRATION", (other + ":" + links).c_str(), 1);
    return RUN_ALL_TESTS();
}
