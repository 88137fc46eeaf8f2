// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/mpi/mpi_ranks.h"

#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <exception>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "distributed/run/transport_error.h"
#include "src/core/checked.h"
#include "src/core/rounding.h"

namespace ttgt {
namespace mpi {
namespace {

constexpr int message_tag = 25;

/// Calls `transfer` for each slice of the messages, of at most `most_bytes` bytes, and appends a
/// request for each to `requests`.
template <class Start>
void start(std::span<const Message> messages, std::int64_t most_bytes,
           std::vector<MPI_Request>& requests, Start&& transfer) {
    for (const Message& message : messages) {
        for (std::int64_t done = 0; done < message.bytes; done += most_bytes) {
            const std::int64_t bytes = std::min(most_bytes, message.bytes - done);
            requests.push_back(MPI_REQUEST_NULL);
            transfer(static_cast<char*>(message.data) + done, narrow<int>(bytes, "a message"),
                     message.peer, &requests.back());
        }
    }
}

std::int64_t slices(std::span<const Message> messages, std::int64_t most_bytes) {
    std::int64_t sum = 0;
    for (const Message& message : messages) sum += divide_up(message.bytes, most_bytes);
    return sum;
}

/// The memory of one collective operation that gathers items of all ranks.
template <class T>
struct Gathering {
    Gathering(std::span<const T> given, std::vector<int> of_ranks)
        : mine(given.begin(), given.end()), counts(std::move(of_ranks)), begins(counts.size()) {
        std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), 0);
        all.resize(static_cast<std::size_t>(begins.back()) +
                   static_cast<std::size_t>(counts.back()));
    }

    std::vector<T> mine;
    std::vector<int> counts;  ///< number of items of each rank
    std::vector<int> begins;  ///< where the items of each rank begin in `all`
    std::vector<T> all;
};

/// Cancels the receives among these requests that have not matched a message, and returns the peers
/// of all that are not complete, in ascending order.
std::vector<int> cancelled(std::vector<MPI_Request>& requests, const std::vector<int>& peers) {
    std::set<int> late;
    for (std::size_t number = 0; number < peers.size(); ++number) {
        int is_done = 0;
        MPI_Test(&requests[number], &is_done, MPI_STATUS_IGNORE);
        if (is_done != 0) continue;
        late.insert(peers[number]);
        MPI_Cancel(&requests[number]);
        MPI_Test(&requests[number], &is_done, MPI_STATUS_IGNORE);
    }
    return {late.begin(), late.end()};
}

}  // namespace

void check(int code, const char* call) {
    if (code == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    throw TransportError(fmt::format("{} failed: {}", call, text.data()));
}

bool is_running() {
    int is_initialised = 0;
    int is_finalised = 0;
    MPI_Initialized(&is_initialised);
    MPI_Finalized(&is_finalised);
    return is_initialised != 0 && is_finalised == 0;
}

MpiRanks::MpiRanks(MPI_Comm given, bool finalises)
    : finalises_(finalises), exceptions_(std::uncaught_exceptions()) {
    check(MPI_Comm_dup(given, &communicator_), "MPI_Comm_dup");
    check(MPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check(MPI_Comm_rank(communicator_, &rank_), "MPI_Comm_rank");
    check(MPI_Comm_size(communicator_, &ranks_), "MPI_Comm_size");
}

MpiRanks::~MpiRanks() {
    // The calls below are collective. If an exception is being thrown or another rank did not come
    // in time, other ranks may never make them, so this rank does not wait for them.
    if (!is_running() || std::uncaught_exceptions() > exceptions_ || given_up_) return;
    grids_.clear();
    MPI_Comm_free(&communicator_);
    if (finalises_) MPI_Finalize();
}

void MpiRanks::wait(std::vector<MPI_Request>& requests, const std::vector<int>& peers) {
    const int count = static_cast<int>(requests.size());
    if (timeout() >= longest_timeout) {
        check(MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
        return;
    }
    const auto are_done = [&] {
        int flag = 0;
        check(MPI_Testall(count, requests.data(), &flag, MPI_STATUSES_IGNORE), "MPI_Testall");
        return flag != 0;
    };
    if (is_done_within(timeout(), are_done)) return;
    given_up_.give_up(rank_, timeout(), cancelled(requests, peers));
}

template <class T>
std::vector<T> MpiRanks::gathered(std::span<const T> mine, const std::vector<int>& counts,
                                  MPI_Datatype type) {
    given_up_.check();
    auto all = std::make_unique<Gathering<T>>(mine, counts);
    const int count = static_cast<int>(all->mine.size());
    if (timeout() >= longest_timeout) {
        check(MPI_Allgatherv(all->mine.data(), count, type, all->all.data(), all->counts.data(),
                             all->begins.data(), type, communicator_),
              "MPI_Allgatherv");
        return std::move(all->all);
    }
    std::vector<MPI_Request> request(1, MPI_REQUEST_NULL);
    check(MPI_Iallgatherv(all->mine.data(), count, type, all->all.data(), all->counts.data(),
                          all->begins.data(), type, communicator_, request.data()),
          "MPI_Iallgatherv");
    try {
        wait(request, {});
    } catch (...) {
        // A collective operation cannot be cancelled, and MPI may still write to its memory.
        static auto& abandoned = *new std::vector<std::unique_ptr<Gathering<T>>>;
        abandoned.push_back(std::move(all));
        throw;
    }
    return std::move(all->all);
}

std::vector<std::string> MpiRanks::all_texts(const std::string& text) {
    const int mine = narrow<int>(static_cast<std::int64_t>(text.size()), "a text");
    const std::vector<int> ones(static_cast<std::size_t>(ranks_), 1);
    const std::vector<int> lengths = gathered<int>({&mine, 1}, ones, MPI_INT);
    const std::vector<char> all = gathered<char>(text, lengths, MPI_CHAR);
    std::vector<std::string> texts;
    auto begin = all.begin();
    for (const int length : lengths) {
        texts.emplace_back(begin, begin + length);
        begin += length;
    }
    return texts;
}

std::vector<double> MpiRanks::all_numbers(std::span<const double> numbers) {
    const int each = narrow<int>(static_cast<std::int64_t>(numbers.size()), "numbers");
    return gathered(numbers, std::vector<int>(static_cast<std::size_t>(ranks_), each), MPI_DOUBLE);
}

void MpiRanks::exchange(std::span<const Message> sends, std::span<const Message> receives,
                        std::int64_t most_bytes, Stream, const std::function<void()>& meanwhile) {
    given_up_.check();
    std::vector<MPI_Request> requests;
    std::vector<int> peers;
    // MPI keeps the address of each request, so the vector must not be reallocated.
    requests.reserve(
        static_cast<std::size_t>(slices(sends, most_bytes) + slices(receives, most_bytes)));
    start(receives, most_bytes, requests, [&](void* data, int bytes, int peer, MPI_Request* to) {
        peers.push_back(peer);
        check(MPI_Irecv(data, bytes, MPI_BYTE, peer, message_tag, communicator_, to), "MPI_Irecv");
    });
    start(sends, most_bytes, requests, [&](void* data, int bytes, int peer, MPI_Request* to) {
        peers.push_back(peer);
        check(MPI_Isend(data, bytes, MPI_BYTE, peer, message_tag, communicator_, to), "MPI_Isend");
    });
    meanwhile();
    wait(requests, peers);
}

std::shared_ptr<const MatrixGrid> MpiRanks::matrix_grid(const std::string& key,
                                                        const GridPlace& place) {
    given_up_.check();
    const auto found = grids_.find(key);
    if (found != grids_.end()) return found->second;
    MPI_Comm group = MPI_COMM_NULL;
    check(MPI_Comm_split(communicator_, place.grid < 0 ? MPI_UNDEFINED : place.grid,
                         place.row + place.rows * place.column, &group),
          "MPI_Comm_split");
    std::shared_ptr<const MatrixGrid> grid;
    if (group != MPI_COMM_NULL) {
        grid = make_scalapack_grid(group, place.rows, place.columns);
        check(MPI_Comm_free(&group), "MPI_Comm_free");
    }
    grids_.emplace(key, grid);
    return grid;
}

}  // namespace mpi

std::shared_ptr<Transport> make_mpi_ranks(int fortran_handle) {
    if (!mpi::is_running()) throw InvalidArgument("MPI is not running: call MPI_Init first");
    return std::make_shared<mpi::MpiRanks>(MPI_Comm_f2c(fortran_handle));
}

std::shared_ptr<Transport> make_mpi_world() {
    int is_finalised = 0;
    MPI_Finalized(&is_finalised);
    if (is_finalised != 0) throw InvalidArgument("MPI has been finalised and cannot start again");
    const bool starts = !mpi::is_running();
    if (starts) {
        int provided = 0;
        mpi::check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided),
                   "MPI_Init_thread");
    }
    return std::make_shared<mpi::MpiRanks>(MPI_COMM_WORLD, starts);
}

}  // namespace ttgt
