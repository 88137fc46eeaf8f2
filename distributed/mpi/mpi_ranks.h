// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <mpi.h>

#include "distributed/transport.h"

namespace ttgt::mpi {

/// Throws TransportError naming the call and MPI's text where `code` is not success.
void check(int code, const char* call);
/// Whether MPI runs: initialised, and not yet finalised.
[[nodiscard]] bool is_running();

/// Ranks that are processes of MPI. Owns a duplicate of a communicator.
class MpiRanks : public Transport {
public:
    explicit MpiRanks(MPI_Comm given, bool finalises);
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
    MPI_Comm communicator_ = MPI_COMM_NULL;
    int rank_ = 0;
    int ranks_ = 1;
    bool finalises_;
    int exceptions_;  // under way when it was made
    std::map<std::string, std::shared_ptr<const MatrixGrid>> grids_;
};

/// A ScaLAPACK grid of the ranks of `group`: rank i is at row i mod rows. Collective.
[[nodiscard]] std::shared_ptr<const MatrixGrid> make_scalapack_grid(MPI_Comm group, int rows,
                                                                    int columns);

}  // namespace ttgt::mpi
