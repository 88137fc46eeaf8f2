// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Ranks of an NCCL communicator that the program made. Without two GPUs or libnccl they are
// skipped.
#include <dlfcn.h>
#include <ttgt/distributed.h>
#include <ttgt/error.h>

#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nccl.h>

#include "tests/gpu/ranks/rank_shards.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

class NcclGpu : public GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped()) return;
        if (device_count() < 2) GTEST_SKIP() << "fewer than two CUDA devices";
        library_ = dlopen("libnccl.so.2", RTLD_LAZY);
        if (library_ == nullptr) GTEST_SKIP() << "no libnccl.so.2: " << dlerror();
        const auto init =
            reinterpret_cast<decltype(&ncclCommInitAll)>(dlsym(library_, "ncclCommInitAll"));
        communicators_.resize(static_cast<std::size_t>(device_count()));
        ASSERT_EQ(init(communicators_.data(), device_count(), nullptr), ncclSuccess);
    }
    void TearDown() override {
        if (communicators_.empty()) return;
        const auto destroy =
            reinterpret_cast<decltype(&ncclCommDestroy)>(dlsym(library_, "ncclCommDestroy"));
        for (ncclComm_t communicator : communicators_) {
            if (communicator != nullptr) (void)destroy(communicator);
        }
    }

    /// Ends what a rank's communicator waits for on its GPU.
    void abort(int rank) {
        const auto abort =
            reinterpret_cast<decltype(&ncclCommAbort)>(dlsym(library_, "ncclCommAbort"));
        (void)abort(std::exchange(communicators_[static_cast<std::size_t>(rank)], nullptr));
    }

    void on_ranks(const DeviceRankBody& body) {
        std::vector<std::thread> threads;
        for (int rank = 0; rank < ranks(); ++rank) {
            threads.emplace_back([&, rank] {
                call_on_device(body, Device{Device::Kind::cuda, rank}, [&] {
                    return Communicator::from_nccl(communicators_[static_cast<std::size_t>(rank)]);
                });
            });
        }
        for (std::thread& thread : threads) thread.join();
    }

    /// One for each device.
    [[nodiscard]] int ranks() const { return static_cast<int>(communicators_.size()); }

private:
    void* library_ = nullptr;
    std::vector<ncclComm_t> communicators_;
};

TEST_F(NcclGpu, RanksAreExactHoweverOperandsAreSpread) {
    for (const std::uint64_t seed : seeds(43000, 40)) {
        const SpreadCase drawn = draw_case(seed, ranks());
        const std::vector<Scalar> expected = expected_result(drawn);
        on_ranks([&](Communicator& ranks, Context& context) {
            run_on_device(drawn, seed, expected, ranks, context);
        });
        if (testing::Test::HasFailure()) return;
    }
}

TEST_F(NcclGpu, RanksThrowTheSame) {
    on_ranks([&](Communicator& ranks, Context& context) {
        const std::int64_t extent = 8 + ranks.rank();
        const DistributedLayout layout{
            DType::float64, {extent, 8}, distribute("a,b", {ranks.ranks()}, {{"a", {0}}}), {}};
        EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                        (void)plan_contraction(ranks, context, "D(a,b)=L(a,b)", {layout, layout});
                    }),
                    HasSubstr("must be the same on every rank"));
    });
}

TEST_F(NcclGpu, RanksDoNotWaitBeyondTheirTimeout) {
    const DistributedLayout layout{DType::float64, {8, 8}, replicated(ranks(), 2), {}};
    on_ranks([&](Communicator& ranks, Context& context) {
        const auto plan = [&] {
            (void)plan_contraction(ranks, context, "D(a,b)=L(a,b)", {layout, layout});
        };
        plan();  // which connects the ranks
        if (ranks.rank() > 0) return;
        ranks.set_timeout(0.5);
        EXPECT_EQ(refusal_of<DeviceError>(plan), "rank 0 has waited 0.5 s for other ranks");
        EXPECT_EQ(refusal_of<DeviceError>(plan), "rank 0 has waited 0.5 s for other ranks");
        abort(0);  // before anything waits for the whole device
    });
    for (int rank = 1; rank < ranks(); ++rank) abort(rank);
}

}  // namespace
}  // namespace ttgt::test
