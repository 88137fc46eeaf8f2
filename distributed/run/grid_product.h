// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "distributed/plan/candidate.h"
#include "distributed/plan/matrix_orders.h"
#include "distributed/run/transport.h"

namespace ttgt {

/// The plan of a DistributedGemm step on one rank: a matrix product that ScaLAPACK computes on a
/// grid of ranks. Loops around the library's calls go over batches, and over slices of matrices
/// with more bytes than 32-bit integers can count.
///
/// Each row of the grid holds one block of the matrix's rows, each column one block of its columns.
/// ScaLAPACK needs equal blocks, except that the last nonempty block may be shorter. If the blocks
/// do not have such sizes, all of them are padded to the largest.
class GridProduct {
public:
    GridProduct(const DistributedProblem& problem, const DistributedCandidate& candidate,
                std::int64_t int_limit);

    /// A text that identifies the arrangement of all ranks in grids, for Transport::matrix_grid().
    [[nodiscard]] const std::string& key() const noexcept { return key_; }
    /// This rank's place in the grids.
    [[nodiscard]] const GridPlace& place() const noexcept { return place_; }

    /// The layout that this rank's part of an operand has as a matrix, by the operand's modes.
    [[nodiscard]] const Layout& layout(std::size_t operand) const {
        return operands_[operand].layout;
    }
    /// The elements of workspace that the matrix of an operand takes on this rank, padding
    /// included; 0 if the operand is used in place.
    [[nodiscard]] std::int64_t elements(std::size_t operand) const {
        return operands_[operand].elements;
    }
    /// Whether this rank's matrix of an operand has padding: elements that belong to no index of
    /// the operand. Padding of inputs must be set to zero before run().
    [[nodiscard]] bool is_padded(std::size_t operand) const;
    /// If an operand with the layout `lies` is a matrix that the library can use, uses it in place
    /// and returns true. Otherwise changes nothing and returns false.
    [[nodiscard]] bool use_in_place(std::size_t operand, const Layout& lies);

    /// Finds the size of slices, which is the same on all ranks. Call it after use_in_place() was
    /// called for all operands, and before run(). Collective over all ranks.
    void agree_on_slices(Transport& transport);
    /// Computes D = alpha*L*R + beta*D on the matrices of this rank. Collective over the grid.
    void run(const MatrixGrid& grid, void* d, const void* l, const void* r, Scalar alpha,
             Scalar beta) const;
    /// The number of calls of the library in a run.
    [[nodiscard]] std::int64_t calls() const;
    /// The bytes of L and R that this rank receives during a run if the library uses the SUMMA
    /// algorithm.
    [[nodiscard]] std::int64_t bytes_received() const;
    /// The product as text, such as "m=64 n=64 k=32 on 2x2, blocks 32x32x16".
    [[nodiscard]] std::string describe() const;

private:
    /// This rank's part of an operand as a column-major matrix.
    struct OperandMatrix {
        Layout layout;                          ///< by the operand's modes
        std::vector<std::size_t> row_modes;     ///< modes that form the rows, fastest first
        std::vector<std::size_t> column_modes;  ///< modes that form the columns, fastest first
        std::int64_t leading = 1;               ///< elements from one column to the next
        std::int64_t elements = 0;              ///< elements in the workspace; 0 if in place
    };
    /// A batch label: a label in D, L and R. A loop computes one matrix product for each index.
    struct Batch {
        std::int64_t extent = 1;                          ///< indices that this rank holds
        std::array<std::int64_t, operand_count> modes{};  ///< mode numbers in D, L and R, from 0
    };
    /// The rows or the columns of the matrix D.
    struct Dimension {
        std::int64_t extent = 0;  ///< size of the whole matrix, padding included
        std::int64_t block = 1;   ///< size of one block
        std::int64_t held = 0;    ///< indices that this rank holds, without padding
        bool is_padded = false;   ///< whether blocks are padded to equal size
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
    std::int64_t int_limit_;  // the most bytes of a matrix in one call of the library
    MatrixOrders orders_;
    std::string key_;
    GridPlace place_;
    Dimension m_;         // rows of L and D
    Dimension n_;         // columns of R and D
    std::int64_t k_ = 0;  // inner size of the products of this rank's layer
    // Inner size of one block: the carrier's block times the extents of the other inner labels.
    std::int64_t block_k_ = 1;
    // Inner size of one cycle of blocks, after which both L and R continue at the first rank.
    std::int64_t cycle_k_ = 1;
    // Inner indices that this rank holds of L and of R.
    std::array<std::int64_t, operand_count> held_k_{};
    std::array<OperandMatrix, operand_count> operands_;
    std::vector<Batch> batches_;
    std::int64_t slice_columns_ = 1;  // columns of D on each rank in one slice
    std::int64_t slice_k_ = 1;        // inner size of one slice; a multiple of cycle_k_
};

}  // namespace ttgt
