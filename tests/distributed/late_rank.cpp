// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Ranks of MPI whose last one comes to a contraction long after the others' time-out: every rank
// must get a DeviceError, in the order of seconds, and again at its next call. The program then
// finalises MPI, which must not wait either. With the argument "absent" a rank makes no call at
// all.
#include <ttgt/distributed.h>
#include <ttgt/distributed_tensor.h>
#include <ttgt/error.h>

#include <chrono>
#include <string>
#include <thread>

#include <fmt/core.h>
#include <mpi.h>

namespace {

constexpr double timeout = 0.5;  // seconds
constexpr auto delay = std::chrono::milliseconds(1500);

/// What a contraction of matrices over all ranks fails with; empty: it does not fail.
std::string failure(ttgt::Communicator& ranks) {
    const ttgt::Distribution by_rows = ttgt::distribute("i,j", {ranks.ranks()}, {{"i", {0, 1}}});
    ttgt::DistributedTensor a(ranks, ttgt::DType::float64, {8, 8}, by_rows);
    ttgt::DistributedTensor d(ranks, ttgt::DType::float64, {8, 8}, by_rows);
    try {
        ttgt::contract(ranks, "D(i,j)=A(i,k)*A(k,j)", d, {a, a});
    } catch (const ttgt::DeviceError& error) {
        return error.what();
    }
    return {};
}

/// Whether this rank does as documented; says on the output where it does not.
bool is_right() {
    ttgt::Communicator ranks = ttgt::Communicator::from_mpi(MPI_Comm_c2f(MPI_COMM_WORLD));
    const std::string in_time = failure(ranks);
    ranks.set_timeout(timeout);
    if (ranks.rank() == ranks.ranks() - 1) std::this_thread::sleep_for(delay);
    const std::string late = failure(ranks);
    const std::string again = failure(ranks);
    const std::string expected = fmt::format("rank {} has waited {} s for ", ranks.rank(), timeout);
    if (in_time.empty() && late.rfind(expected, 0) == 0 && again == late) return true;
    fmt::print("rank {}: '{}', '{}', '{}'\n", ranks.rank(), in_time, late, again);
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string(argv[1]) == "absent") {
        const ttgt::Communicator world = ttgt::Communicator::world();
        std::this_thread::sleep_for(std::chrono::minutes(1));
        return world.ranks() > 1 ? 0 : 1;
    }
    MPI_Init(&argc, &argv);
    const bool right = is_right();
    MPI_Finalize();
    return right ? 0 : 1;
}
