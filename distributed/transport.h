// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ttgt {

/// Bytes that go to a rank, or come from it. Messages between two ranks keep their order.
struct Message {
    int peer = 0;
    void* data = nullptr;  ///< of a message to send: only read
    std::int64_t bytes = 0;
};

/// One matrix product spread over a grid of ranks, D = alpha*A*B + beta*D, column-major. Block
/// (i, j) of a matrix lies at row i mod rows and column j mod columns of the grid; this rank's
/// blocks lie one below and beside the other in its memory.
struct MatrixProduct {
    DType dtype = DType::float64;
    std::int64_t m = 0;  ///< of the whole matrices
    std::int64_t n = 0;
    std::int64_t k = 0;
    std::int64_t block_m = 1;
    std::int64_t block_n = 1;
    std::int64_t block_k = 1;
    std::int64_t lda = 1;  ///< of this rank's memory
    std::int64_t ldb = 1;
    std::int64_t ldd = 1;
    const void* a = nullptr;
    const void* b = nullptr;
    void* d = nullptr;
    Scalar alpha{1.0, 0.0};
    Scalar beta{};
};

/// A grid of ranks that multiply matrices together.
class MatrixGrid {
public:
    virtual ~MatrixGrid() = default;
    /// Collective over the grid.
    virtual void multiply(const MatrixProduct& product) const = 0;

protected:
    MatrixGrid() = default;
    MatrixGrid(const MatrixGrid&) = default;
    MatrixGrid(MatrixGrid&&) = default;
    MatrixGrid& operator=(const MatrixGrid&) = default;
    MatrixGrid& operator=(MatrixGrid&&) = default;
};

/// Where this rank stands: in which of several grids of rows x columns, and where in that.
struct GridPlace {
    int grid = -1;  ///< -1: in none
    int rows = 1;
    int columns = 1;
    int row = 0;
    int column = 0;
};

/// What ranks do together, one implementation for each library that carries messages. All calls
/// are collective; after a failed one no other is made.
class Transport {
public:
    virtual ~Transport() = default;
    [[nodiscard]] virtual int rank() const noexcept = 0;
    [[nodiscard]] virtual int ranks() const noexcept = 0;
    /// "MPI", "threads": what carries the messages.
    [[nodiscard]] virtual const char* name() const noexcept = 0;
    /// Whether exchange() takes memory of this rank's device.
    [[nodiscard]] virtual bool carries(const Device& device) const noexcept = 0;
    /// Whether matrix_grid() gives one.
    [[nodiscard]] virtual bool has_matrix_grids() const noexcept = 0;

    /// Every rank's text, in the order of ranks.
    [[nodiscard]] virtual std::vector<std::string> all_texts(const std::string& text) = 0;
    /// Every rank's numbers, as many on each, in the order of ranks.
    [[nodiscard]] virtual std::vector<double> all_numbers(std::span<const double> numbers) = 0;
    /// Sends and receives; every message sent is received by its peer, in slices of at most
    /// `most_bytes`. In host memory (`stream` is empty) returns when all that is to be received is
    /// there; in that of a device when it is enqueued on `stream`: what was enqueued before comes
    /// before it, what is enqueued after comes after it. What `meanwhile` does or enqueues on
    /// `stream` needs nothing of what arrives and may overlap it.
    virtual void exchange(std::span<const Message> sends, std::span<const Message> receives,
                          std::int64_t most_bytes, Stream stream,
                          const std::function<void()>& meanwhile) = 0;
    /// The grids that the ranks form, each naming its own place. `key` stands for the whole
    /// arrangement: the same key gives the same grid again.
    [[nodiscard]] virtual std::shared_ptr<const MatrixGrid> matrix_grid(const std::string& key,
                                                                        const GridPlace& place) = 0;

protected:
    Transport() = default;
    Transport(const Transport&) = default;
    Transport(Transport&&) = default;
    Transport& operator=(const Transport&) = default;
    Transport& operator=(Transport&&) = default;
};

/// The largest of all ranks' numbers.
[[nodiscard]] double largest(Transport& transport, double number);

/// Ranks of one process, one object for each.
[[nodiscard]] std::vector<std::shared_ptr<Transport>> make_thread_ranks(int ranks);

/// Ranks of this process on GPUs, one object for each device, which may stand there several times;
/// lets the devices reach each other's memory where the machine does. Throws Unsupported where a
/// device is none of CUDA's, and as a context on one of them.
[[nodiscard]] std::vector<std::shared_ptr<Transport>> make_device_ranks(
    const std::vector<Device>& devices);

/// Of an NCCL communicator, a ncclComm_t that outlives the rank; where it is not built, or the
/// program has no NCCL, throws Unsupported.
[[nodiscard]] std::shared_ptr<Transport> make_nccl_rank(void* communicator);

/// Of MPI; where it is not built, these throw Unsupported.
[[nodiscard]] std::shared_ptr<Transport> make_mpi_ranks(int fortran_handle);
[[nodiscard]] std::shared_ptr<Transport> make_mpi_world();

}  // namespace ttgt
