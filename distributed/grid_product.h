// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "distributed/candidate.h"
#include "distributed/matrix_orders.h"
#include "distributed/transport.h"

namespace ttgt {

/// The plan of a DistributedGemm step on one rank: its blocks of the three matrices, and the loops
/// around the library's calls: over batches, and over slices where a matrix would be too long for
/// 32-bit ints.
///
/// A row of the grid holds one block of rows. Where the counts do not fall off as a block-cyclic
/// matrix wants it (all the same, then a shorter one, then none), each is padded to the longest.
class GridProduct {
public:
    GridProduct(const DistributedProblem& problem, const DistributedCandidate& candidate,
                std::int64_t int_limit);

    /// What stands for the arrangement of all ranks, and this rank's place in it.
    [[nodiscard]] const std::string& key() const noexcept { return key_; }
    [[nodiscard]] const GridPlace& place() const noexcept { return place_; }

    /// How an operand lies where it is packed as a matrix, in the order of its modes.
    [[nodiscard]] const Layout& layout(std::size_t operand) const {
        return operands_[operand].layout;
    }
    [[nodiscard]] std::int64_t elements(std::size_t operand) const {
        return operands_[operand].elements;
    }
    /// Whether there are elements beside the operand's own, which nobody writes.
    [[nodiscard]] bool is_padded(std::size_t operand) const;
    /// Takes an operand where it lies, if it lies as a matrix; whether it does.
    [[nodiscard]] bool use_in_place(std::size_t operand, const Layout& lies);

    /// Finds how long slices may be, the same for all ranks, once it is known where each operand
    /// lies. Collective over all ranks.
    void agree_on_slices(Transport& transport);
    /// D = alpha*L*R + beta*D of matrices. Collective over the grid.
    void run(const MatrixGrid& grid, void* d, const void* l, const void* r, Scalar alpha,
             Scalar beta) const;
    /// Calls of the library in a run.
    [[nodiscard]] std::int64_t calls() const;
    /// Bytes that this rank receives of L and R during a run, as SUMMA does it.
    [[nodiscard]] std::int64_t bytes_received() const;
    /// "pdgemm m=64 n=64 k=32 on 2x2, blocks 32x32x16".
    [[nodiscard]] std::string describe() const;

private:
    struct OperandMatrix {
        Layout layout;
        std::vector<std::size_t> row_modes;  ///< fastest first
        std::vector<std::size_t> column_modes;
        std::int64_t leading = 1;
        std::int64_t elements = 0;
    };
    struct Batch {
        std::int64_t extent = 1;
        std::array<std::int64_t, operand_count> modes{};
    };
    /// One dimension of the matrices.
    struct Dimension {
        std::int64_t extent = 0;  ///< of the whole matrix
        std::int64_t block = 1;
        std::int64_t held = 0;  ///< by this rank
        bool is_padded = false;
    };

    void size_dimensions(const DistributedProblem& problem, const DistributedCandidate& candidate);
    void size_inner(const DistributedProblem& problem, const DistributedCandidate& candidate);
    void lay_out(const DistributedProblem& problem, const DistributedCandidate& candidate);
    void multiply_batch(const MatrixGrid& grid, const std::array<char*, operand_count>& data,
                        Scalar alpha, Scalar beta) const;
    void multiply_slice(const MatrixGrid& grid, const std::array<char*, operand_count>& data,
                        std::int64_t first_column, Scalar alpha, Scalar beta) const;
    [[nodiscard]] std::int64_t columns_of_slice(std::int64_t first, std::int64_t width) const;

    DType dtype_;
    std::int64_t int_limit_;
    MatrixOrders orders_;
    std::string key_;
    GridPlace place_;
    Dimension m_;
    Dimension n_;
    std::int64_t k_ = 0;        // of this layer
    std::int64_t block_k_ = 1;  // inner labels times the carrier's block
    std::int64_t cycle_k_ = 1;  // after which both operands' blocks begin again
    std::array<std::int64_t, operand_count> held_k_{};
    std::array<OperandMatrix, operand_count> operands_;
    std::vector<Batch> batches_;
    std::int64_t slice_columns_ = 1;  // of n, on each rank
    std::int64_t slice_k_ = 1;        // a multiple of cycle_k_
};

}  // namespace ttgt
