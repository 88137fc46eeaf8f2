// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <mpi.h>

#include "distributed/run/timeout.h"
#include "distributed/run/transport.h"

namespace ttgt::mpi {

/// Throws TransportError, naming the MPI call and MPI's error text, where `code` is not
/// MPI_SUCCESS.
void check(int code, const char* call);
/// Whether MPI is initialised and not yet finalised.
[[nodiscard]] bool is_running();

/// A rank that is a process of MPI. Owns a duplicate of a communicator.
class MpiRanks : public Transport {
public:
    /// `finalises`: whether the destructor calls MPI_Finalize().
    explicit MpiRanks(MPI_Comm given, bool finalises = false);
    ~MpiRanks() override;
    MpiRanks(const MpiRanks&) = delete;
    MpiRanks(MpiRanks&&) = delete;
    MpiRanks& operator=(const MpiRanks&) = delete;
    MpiRanks& operator=(MpiRanks&&) = delete;

    [[nodiscard]] int rank() const noexcept override { return rank_; }
    [[nodiscard]] int ranks() const noexcept override { return ranks_; }
    [[nodiscard]] const char* name() const noexcept override { return "MPI"; }
    [[nodiscard]] bool carries(const Device& device) const noexcept override {
        return device.kind == Device::Kind::cpu;
    }
    [[nodiscard]] bool has_matrix_grids() const noexcept override { return true; }
    [[nodiscard]] std::vector<std::string> all_texts(const std::string& text) override;
    [[nodiscard]] std::vector<double> all_numbers(std::span<const double> numbers) override;
    void exchange(std::span<const Message> sends, std::span<const Message> receives,
                  std::int64_t most_bytes, Stream stream,
                  const std::function<void()>& meanwhile) override;
    [[nodiscard]] std::shared_ptr<const MatrixGrid> matrix_grid(const std::string& key,
                                                                const GridPlace& place) override;

private:
    /// Waits for the requests, whose messages are those of `peers`, at most timeout() seconds. Then
    /// cancels what can be cancelled, and throws TransportError.
    void wait(std::vector<MPI_Request>& requests, const std::vector<int>& peers);
    /// The numbers or texts of all ranks: `counts[rank]` items of rank `rank`.
    template <class T>
    [[nodiscard]] std::vector<T> gathered(std::span<const T> mine, const std::vector<int>& counts,
                                          MPI_Datatype type);

    MPI_Comm communicator_ = MPI_COMM_NULL;
    int rank_ = 0;
    int ranks_ = 1;
    bool finalises_;  // whether the destructor finalises MPI
    int exceptions_;  // number of exceptions being thrown when this object was made
    GivenUp given_up_;
    std::map<std::string, std::shared_ptr<const MatrixGrid>> grids_;  // by key
};

/// Makes a ScaLAPACK grid of the ranks of `group`. Rank i is at row i mod rows and column i / rows.
/// Collective over `group`.
[[nodiscard]] std::shared_ptr<const MatrixGrid> make_scalapack_grid(MPI_Comm group, int rows,
                                                                    int columns);

}  // namespace ttgt::mpi
