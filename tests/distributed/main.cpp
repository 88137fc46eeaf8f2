// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// The tests on ranks: threads of this process, or under mpirun its processes, each of which goes
// through the same tests in the same order.
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <thread>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "tests/distributed/ranks.h"

namespace ttgt::test {
namespace {

/// Of this process, under mpirun.
std::optional<Communicator> world;

Context make_context() {
    ContextOptions options;
    options.threads = 1;
    return Context(options);
}

void call(const RankBody& body, Communicator& ranks) {
    try {
        Context context = make_context();
        body(ranks, context);
    } catch (const std::exception& error) {
        ADD_FAILURE() << "rank " << ranks.rank() << ": " << error.what();
    }
}

/// Failures alone, with the rank, from all processes but the first.
class QuietPrinter : public testing::EmptyTestEventListener {
    void OnTestPartResult(const testing::TestPartResult& result) override {
        if (!result.failed()) return;
        fmt::print("rank {}: {}:{}\n{}\n", world->rank(), result.file_name(), result.line_number(),
                   result.summary());
    }
};

}  // namespace

bool has_processes() { return world.has_value(); }

const std::vector<int>& rank_counts() {
    static const std::vector<int> counts =
        world ? std::vector<int>{world->ranks()} : std::vector<int>{1, 2, 3, 4, 6};
    return counts;
}

void on_ranks(int count, const RankBody& body) {
    if (world) return call(body, *world);
    std::vector<Communicator> all = Communicator::local(count);
    std::vector<std::thread> threads;
    for (Communicator& mine : all) {
        threads.emplace_back([&body, rank = std::move(mine)]() mutable { call(body, rank); });
    }
    for (std::thread& thread : threads) thread.join();
}

int run_all(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr) world = Communicator::world();
    if (world && world->rank() > 0) {
        testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
        delete listeners.Release(listeners.default_result_printer());
        listeners.Append(std::make_unique<QuietPrinter>().release());
    }
    const int status = RUN_ALL_TESTS();
    world.reset();
    return status;
}

}  // namespace ttgt::test

int main(int argc, char** argv) { return ttgt::test::run_all(argc, argv); }
