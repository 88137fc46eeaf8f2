// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Which runs of a plan are kept and replayed: those whose key comes again, at a bounded cost.
#include "contraction/execute/run_replay.h"

#include <ttgt/error.h>

#include <array>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt {
namespace {

/// What fake runs and their keeper did.
struct Log {
    int kept = 0;
    int renewed = 0;
    int enqueued = 0;
    bool can_keep = true;
    bool is_captured = false;
    bool is_out_of_memory = false;
    Stream last{};
};

class FakeRun final : public KeptRun {
public:
    explicit FakeRun(Log& log) : log_(log) {}
    void enqueue(Stream stream) const override {
        if (log_.is_out_of_memory) throw OutOfMemory("the graph's memory");
        ++log_.enqueued;
        log_.last = stream;
    }

private:
    Log& log_;
};

class FakeKeeper final : public RunKeeper {
public:
    explicit FakeKeeper(Log& log) : log_(log) {}
    [[nodiscard]] bool takes_kept_runs(Stream) const noexcept override { return !log_.is_captured; }
    [[nodiscard]] std::unique_ptr<KeptRun> keep(const EnqueueRun& enqueue,
                                                std::unique_ptr<KeptRun> old) const override {
        if (!log_.can_keep) return nullptr;
        enqueue({});
        ++(old ? log_.renewed : log_.kept);
        return std::make_unique<FakeRun>(log_);
    }

private:
    Log& log_;
};

class RunReplays : public testing::Test {
protected:
    RunReplays() : replay_(std::make_unique<FakeKeeper>(log_), Stream{&own_stream_}, 2) {}

    /// A run with this address as output, whose steps are enqueued here unless it is replayed.
    bool run(std::size_t output, Scalar alpha = 1.0, std::size_t workspace = 0) {
        const std::array<const void*, 1> rest{&memory_[99]};
        RunKey key;
        key.first = &memory_[output];
        key.rest = rest;
        key.workspace = &memory_[workspace];
        key.alpha = alpha;
        return replay_.run(key, {}, [this](Stream) { ++steps_; });
    }

    std::array<char, 100> memory_{};
    char own_stream_ = 0;
    int steps_ = 0;
    Log log_;
    RunReplay replay_;
};

TEST_F(RunReplays, TheSecondRunIsKeptAndLaterOnesReplayed) {
    EXPECT_FALSE(run(0));
    EXPECT_EQ(log_.kept, 0);
    EXPECT_TRUE(run(0));
    EXPECT_TRUE(run(0));
    EXPECT_TRUE(run(0));

    EXPECT_EQ(log_.kept, 1);
    EXPECT_EQ(log_.enqueued, 3);
    EXPECT_EQ(steps_, 1);  // while the run was kept
    EXPECT_EQ(log_.last, Stream{&own_stream_});
    EXPECT_EQ(replay_.counts().builds, 1);
    EXPECT_EQ(replay_.counts().replays, 2);
}

TEST_F(RunReplays, AddressWorkspaceAndScalarsTellRunsApart) {
    EXPECT_FALSE(run(0));
    EXPECT_TRUE(run(0));
    EXPECT_FALSE(run(1));
    EXPECT_FALSE(run(0, 2.0));
    EXPECT_FALSE(run(0, 1.0, 7));
    EXPECT_TRUE(run(0));
    EXPECT_TRUE(run(0, 2.0));
    EXPECT_EQ(log_.kept, 2);
}

TEST_F(RunReplays, AddressesThatNeverComeAgainAreNotKept) {
    for (std::size_t output = 0; output < 90; ++output) EXPECT_FALSE(run(output));
    EXPECT_EQ(log_.kept, 0);
    EXPECT_EQ(log_.enqueued, 0);
}

TEST_F(RunReplays, WhatComesAgainTooLateIsNotKept) {
    for (int turn = 0; turn < 5; ++turn) {
        for (std::size_t output = 0; output <= RunReplay::most_seen; ++output) {
            EXPECT_FALSE(run(output));
        }
    }
    EXPECT_EQ(log_.kept, 0);
}

TEST_F(RunReplays, FourInTurnAreReplayedAndMoreTakeThePlaceOfTheOldest) {
    constexpr int turns = 60;
    for (int turn = 0; turn < turns; ++turn) {
        for (std::size_t output = 0; output < RunReplay::most_kept; ++output) (void)run(output);
    }
    EXPECT_EQ(log_.kept, 4);
    EXPECT_EQ(replay_.counts().replays, (turns - 2) * 4);

    for (int i = 0; i < 3; ++i) (void)run(20);

    EXPECT_EQ(log_.kept, 4);
    EXPECT_EQ(log_.renewed, 1);
    for (std::size_t output = 1; output < RunReplay::most_kept; ++output) EXPECT_TRUE(run(output));
    EXPECT_EQ(log_.renewed, 1);
    EXPECT_TRUE(run(0));  // it was used least recently, so it had lost its place
    EXPECT_EQ(log_.renewed, 2);
}

TEST_F(RunReplays, RunsAreKeptOnlyWhileThatHasPaid) {
    for (int turn = 0; turn < 100; ++turn) {
        for (std::size_t output = 0; output < 7; ++output) (void)run(output);
    }
    const ReplayCounts counts = replay_.counts();
    EXPECT_GT(counts.replays, 200);
    EXPECT_LE((counts.builds - 1) * RunReplay::replays_per_build, counts.replays);
}

TEST_F(RunReplays, WhatCannotBeKeptIsNotTriedAgain) {
    log_.can_keep = false;
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(run(0));
    log_.can_keep = true;
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(run(0));
    EXPECT_EQ(steps_, 0);
}

TEST_F(RunReplays, WithoutMemoryTheStepsRun) {
    (void)run(0);
    EXPECT_TRUE(run(0));
    log_.is_out_of_memory = true;
    EXPECT_FALSE(run(0));
    log_.is_out_of_memory = false;
    EXPECT_FALSE(run(0));
}

TEST_F(RunReplays, NothingIsReplayedIntoACapture) {
    for (int i = 0; i < 3; ++i) (void)run(0);
    log_.is_captured = true;
    EXPECT_FALSE(run(0));
    EXPECT_FALSE(run(1));
    log_.is_captured = false;
    EXPECT_TRUE(run(0));
    EXPECT_FALSE(run(1));
}

TEST_F(RunReplays, AnErrorOfTheStepsIsTheCallersAndKeepsNothing) {
    (void)run(0);
    const std::array<const void*, 1> rest{&memory_[99]};
    RunKey key;
    key.first = key.workspace = &memory_[0];
    key.rest = rest;
    EXPECT_THROW((void)replay_.run(key, {}, [](Stream) { throw std::runtime_error("a step"); }),
                 std::runtime_error);
    EXPECT_EQ(replay_.counts().builds, 0);
    EXPECT_TRUE(run(0));
}

TEST_F(RunReplays, ThreadsShareOne) {
    std::vector<std::thread> threads;
    std::array<int, 4> replays{};
    for (std::size_t thread = 0; thread < replays.size(); ++thread) {
        threads.emplace_back([&, thread] {
            const std::array<const void*, 1> rest{&memory_[99]};
            RunKey key;
            key.first = &memory_[thread];
            key.rest = rest;
            for (int i = 0; i < 100; ++i) {
                if (replay_.run(key, {}, [](Stream) {})) ++replays.at(thread);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const int count : replays) EXPECT_EQ(count, 99);
    EXPECT_EQ(replay_.counts().builds, 4);
}

}  // namespace
}  // namespace ttgt
