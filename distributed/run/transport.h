// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ttgt {

/// A message to another rank or from it. Messages between two ranks keep their order.
struct Message {
    int peer = 0;            ///< the other rank
    void* data = nullptr;    ///< the message's memory; only read if the message is sent
    std::int64_t bytes = 0;  ///< size of the message
};

/// One matrix product D (m x n) = alpha*A*B + beta*D on a grid of ranks. The matrices are
/// column-major and distributed in blocks (block-cyclic): block (i, j) of a matrix is held by the
/// rank at row i mod rows and column j mod columns of the grid. A rank's blocks of one matrix form
/// one column-major matrix in its memory.
struct MatrixProduct {
    DType dtype = DType::float64;  ///< dtype of all three matrices
    std::int64_t m = 0;            ///< rows of the whole A and D
    std::int64_t n = 0;            ///< columns of the whole B and D
    std::int64_t k = 0;            ///< columns of the whole A, rows of the whole B
    std::int64_t block_m = 1;      ///< rows of a block of A and D
    std::int64_t block_n = 1;      ///< columns of a block of B and D
    std::int64_t block_k = 1;      ///< columns of a block of A, rows of a block of B
    std::int64_t lda = 1;          ///< elements from column to column of A in this rank's memory
    std::int64_t ldb = 1;          ///< elements from column to column of B in this rank's memory
    std::int64_t ldd = 1;          ///< elements from column to column of D in this rank's memory
    const void* a = nullptr;       ///< this rank's part of A
    const void* b = nullptr;       ///< this rank's part of B
    void* d = nullptr;             ///< this rank's part of D
    Scalar alpha{1.0, 0.0};        ///< factor of the product
    Scalar beta{};                 ///< factor of the old D
};

/// A grid of ranks that multiply matrices together.
class MatrixGrid {
public:
    virtual ~MatrixGrid() = default;
    /// Computes a matrix product. Collective over the grid.
    virtual void multiply(const MatrixProduct& product) const = 0;

protected:
    MatrixGrid() = default;
    MatrixGrid(const MatrixGrid&) = default;
    MatrixGrid(MatrixGrid&&) = default;
    MatrixGrid& operator=(const MatrixGrid&) = default;
    MatrixGrid& operator=(MatrixGrid&&) = default;
};

/// A rank's place in grids of equal shape: each rank is in one of these grids, or in none.
struct GridPlace {
    int grid = -1;    ///< number of the grid, from 0; -1: the rank is in no grid
    int rows = 1;     ///< number of rows of each grid
    int columns = 1;  ///< number of columns of each grid
    int row = 0;      ///< row of the grid in which the rank is, from 0
    int column = 0;   ///< column of the grid in which the rank is, from 0
};

/// The communication between ranks. There is one implementation for each library or mechanism that
/// carries messages. The functions that are not const are collective, except set_timeout(). After
/// one of them has thrown, no function may be called any more, unless it threw DeviceError because
/// a rank did not come: then collective calls throw that error again.
class Transport {
public:
    virtual ~Transport() = default;
    /// Sets the most seconds that a collective call waits for other ranks; infinity: no limit.
    void set_timeout(double seconds) noexcept { timeout_ = seconds; }
    [[nodiscard]] virtual int rank() const noexcept = 0;
    [[nodiscard]] virtual int ranks() const noexcept = 0;
    /// The name of the mechanism that carries the messages, such as "MPI" or "threads".
    [[nodiscard]] virtual const char* name() const noexcept = 0;
    /// Whether exchange() can use the memory of `device` on this rank.
    [[nodiscard]] virtual bool carries(const Device& device) const noexcept = 0;
    /// Whether matrix_grid() is implemented.
    [[nodiscard]] virtual bool has_matrix_grids() const noexcept = 0;

    /// Returns the texts of all ranks, in the order of ranks.
    [[nodiscard]] virtual std::vector<std::string> all_texts(const std::string& text) = 0;
    /// Returns the numbers of all ranks one after the other, in the order of ranks. Each rank must
    /// give as many numbers.
    [[nodiscard]] virtual std::vector<double> all_numbers(std::span<const double> numbers) = 0;
    /// Sends and receives messages in slices of at most `most_bytes` bytes. Each message in `sends`
    /// must have a counterpart in the peer's `receives`. Calls `meanwhile` once; what it does or
    /// enqueues may overlap with the messages and must not use them.
    ///
    /// For host memory, `stream` is empty and the call returns when all messages have arrived. For
    /// device memory, the exchange is enqueued on `stream`, after the work enqueued there before
    /// and before the work enqueued there later, and the call does not wait for it.
    virtual void exchange(std::span<const Message> sends, std::span<const Message> receives,
                          std::int64_t most_bytes, Stream stream,
                          const std::function<void()>& meanwhile) = 0;
    /// Makes the grids in which all ranks multiply matrices, and returns this rank's. Each rank
    /// gives its own `place`. `key` identifies the arrangement of all ranks: the same key returns
    /// the same grid again.
    [[nodiscard]] virtual std::shared_ptr<const MatrixGrid> matrix_grid(const std::string& key,
                                                                        const GridPlace& place) = 0;

protected:
    Transport() = default;
    Transport(const Transport&) = default;
    Transport(Transport&&) = default;
    Transport& operator=(const Transport&) = default;
    Transport& operator=(Transport&&) = default;
    /// The most seconds that a collective call waits for other ranks.
    [[nodiscard]] double timeout() const noexcept { return timeout_; }

private:
    double timeout_ = std::numeric_limits<double>::infinity();
};

/// Returns the largest `number` of all ranks. Collective.
[[nodiscard]] double largest(Transport& transport, double number);

/// Makes `ranks` ranks that are threads of this process, one object for each thread.
[[nodiscard]] std::vector<std::shared_ptr<Transport>> make_thread_ranks(int ranks);

/// Makes ranks that are threads of this process with GPUs, one object for each of `devices`, which
/// may name a device several times. Gives the devices access to each other's memory where the
/// machine supports it. Throws Unsupported where a device is not a CUDA device, and what Context's
/// constructor throws.
[[nodiscard]] std::vector<std::shared_ptr<Transport>> make_device_ranks(
    const std::vector<Device>& devices);

/// Makes this process's or thread's rank of an NCCL communicator, an ncclComm_t that must outlive
/// the rank. Throws Unsupported where this build has no NCCL or the program has not loaded it.
[[nodiscard]] std::shared_ptr<Transport> make_nccl_rank(void* communicator);

/// Makes this process's rank from a duplicate of an MPI communicator, given as MPI_Comm_c2f()
/// returns it. Collective. Throws Unsupported where this build has no MPI.
[[nodiscard]] std::shared_ptr<Transport> make_mpi_ranks(int fortran_handle);
/// Makes this process's rank among all processes that mpirun started; initialises MPI if needed.
/// Collective. Throws Unsupported where this build has no MPI.
[[nodiscard]] std::shared_ptr<Transport> make_mpi_world();

}  // namespace ttgt
