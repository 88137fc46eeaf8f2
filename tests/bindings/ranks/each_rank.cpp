// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// The tests of the C API on ranks: threads of this process, or under mpirun its processes, each of
// which goes through the same tests in the same order.
#include "tests/bindings/ranks/each_rank.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

namespace ttgt::test {
namespace {

ttgt_communicator all_processes{};

}  // namespace

ttgt_communicator world() { return all_processes; }

std::vector<int> counts_of_ranks() {
    std::int32_t count = 0;
    if (all_processes.id == 0) return {1, 2, 3, 4, 6};
    EXPECT_EQ(ttgt_communicator_rank(all_processes, nullptr, &count), TTGT_SUCCESS);
    return {count};
}

void on_each_rank(int count, const RankBody& body) {
    if (all_processes.id != 0) return body(all_processes);
    std::vector<ttgt_communicator> ranks(static_cast<std::size_t>(count));
    ASSERT_EQ(ttgt_communicator_create_local(count, nullptr, ranks.data()), TTGT_SUCCESS);
    std::vector<std::thread> threads;
    for (const ttgt_communicator mine : ranks) threads.emplace_back(body, mine);
    for (std::thread& thread : threads) thread.join();
    for (const ttgt_communicator mine : ranks) {
        EXPECT_EQ(ttgt_communicator_destroy(mine), TTGT_SUCCESS);
    }
}

int rank_of(ttgt_communicator communicator) {
    std::int32_t rank = -1;
    EXPECT_EQ(ttgt_communicator_rank(communicator, &rank, nullptr), TTGT_SUCCESS);
    return rank;
}

int run_all_on_ranks(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr &&
        ttgt_communicator_create_world(&all_processes) != TTGT_SUCCESS) {
        return EXIT_FAILURE;
    }
    const int status = RUN_ALL_TESTS();
    return ttgt_communicator_destroy(all_processes) == TTGT_SUCCESS ? status : EXIT_FAILURE;
}

}  // namespace ttgt::test

int main(int argc, char** argv) { return ttgt::test::run_all_on_ranks(argc, argv); }
