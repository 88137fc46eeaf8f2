// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/mpi/mpi_ranks.h"

#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <exception>
#include <numeric>

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
    // The calls below are collective. If an exception is being thrown, other ranks may never make
    // them, so this rank does not wait for them.
    if (!is_running() || std::uncaught_exceptions() > exceptions_) return;
    grids_.clear();
    MPI_Comm_free(&communicator_);
    if (finalises_) MPI_Finalize();
}

std::vector<std::string> MpiRanks::all_texts(const std::string& text) {
    const int mine = narrow<int>(static_cast<std::int64_t>(text.size()), "a text");
    std::vector<int> lengths(static_cast<std::size_t>(ranks_));
    check(MPI_Allgather(&mine, 1, MPI_INT, lengths.data(), 1, MPI_INT, communicator_),
          "MPI_Allgather");
    std::vector<int> begins(lengths.size(), 0);
    std::partial_sum(lengths.begin(), lengths.end() - 1, begins.begin() + 1);
    std::string all(static_cast<std::size_t>(begins.back() + lengths.back()), '\0');
    check(MPI_Allgatherv(text.data(), mine, MPI_CHAR, all.data(), lengths.data(), begins.data(),
                         MPI_CHAR, communicator_),
          "MPI_Allgatherv");
    std::vector<std::string> texts;
    for (std::size_t rank = 0; rank < lengths.size(); ++rank) {
        texts.push_back(all.substr(static_cast<std::size_t>(begins[rank]),
                                   static_cast<std::size_t>(lengths[rank])));
    }
    return texts;
}

std::vector<double> MpiRanks::all_numbers(std::span<const double> numbers) {
    const int each = narrow<int>(static_cast<std::int64_t>(numbers.size()), "numbers");
    std::vector<double> all(numbers.size() * static_cast<std::size_t>(ranks_));
    check(MPI_Allgather(numbers.data(), each, MPI_DOUBLE, all.data(), each, MPI_DOUBLE,
                        communicator_),
          "MPI_Allgather");
    return all;
}

void MpiRanks::exchange(std::span<const Message> sends, std::span<const Message> receives,
                        std::int64_t most_bytes, Stream, const std::function<void()>& meanwhile) {
    std::vector<MPI_Request> requests;
    // MPI keeps the address of each request, so the vector must not be reallocated.
    requests.reserve(
        static_cast<std::size_t>(slices(sends, most_bytes) + slices(receives, most_bytes)));
    start(receives, most_bytes, requests, [&](void* data, int bytes, int peer, MPI_Request* to) {
        check(MPI_Irecv(data, bytes, MPI_BYTE, peer, message_tag, communicator_, to), "MPI_Irecv");
    });
    start(sends, most_bytes, requests, [&](void* data, int bytes, int peer, MPI_Request* to) {
        check(MPI_Isend(data, bytes, MPI_BYTE, peer, message_tag, communicator_, to), "MPI_Isend");
    });
    meanwhile();
    check(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
          "MPI_Waitall");
}

std::shared_ptr<const MatrixGrid> MpiRanks::matrix_grid(const std::string& key,
                                                        const GridPlace& place) {
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
