// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/run/grid_product.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "src/core/checked.h"

namespace ttgt {
namespace {

/// The number of index tuples of these labels that the rank holds of an operand.
std::int64_t held(const DistributedProblem& problem, const DistributedCandidate& candidate,
                  std::size_t operand, const std::vector<std::size_t>& labels, int rank) {
    if (rank >= ranks_of(candidate.work[operand].grid)) return 0;
    const SpreadOperand& of = problem.operands[operand];
    std::int64_t product = 1;
    for (const std::size_t label : labels) {
        const auto mode = static_cast<std::size_t>(mode_of(of, label));
        const Share share =
            share_of(candidate.work[operand], problem.labels[label].extent, mode, rank);
        product = checked_multiply(product, count(share), "the rows of a matrix");
    }
    return product;
}

/// For each coordinate on `axes`, the number of index tuples of these labels that a rank holds of
/// D.
std::vector<std::int64_t> all_held(const DistributedProblem& problem,
                                   const DistributedCandidate& candidate,
                                   const std::vector<std::size_t>& labels,
                                   const std::vector<int>& axes) {
    const std::vector<int> grid = grid_of(candidate);
    std::vector<std::int64_t> counts(static_cast<std::size_t>(ranks_along(grid, axes)), 0);
    for (int rank = 0; rank < ranks_of(grid); ++rank) {
        counts[static_cast<std::size_t>(coordinate(grid, rank, axes))] =
            held(problem, candidate, operand_d, labels, rank);
    }
    return counts;
}

}  // namespace

GridProduct::GridProduct(const DistributedProblem& problem, const DistributedCandidate& candidate,
                         std::int64_t int_limit)
    : dtype_(problem.operands[operand_d].dtype),
      int_limit_(int_limit),
      orders_(choose_orders(problem, candidate)),
      key_(to_string(problem, candidate)) {
    for (const GridAxis& axis : candidate.axes) {
        const Role role = axis.label < 0
                              ? Role::lone_l
                              : problem.labels[static_cast<std::size_t>(axis.label)].role;
        key_ += fmt::format(" {}:{}", axis.ranks, static_cast<int>(role));
    }
    size_dimensions(problem, candidate);
    size_inner(problem, candidate);
    lay_out(problem, candidate);
}

void GridProduct::size_dimensions(const DistributedProblem& problem,
                                  const DistributedCandidate& candidate) {
    const std::vector<int> grid = grid_of(candidate);
    const std::vector<int> row_axes = axes_of(problem, candidate, Role::free_l);
    const std::vector<int> column_axes = axes_of(problem, candidate, Role::free_r);
    const auto size = [&](const std::vector<std::size_t>& labels, const std::vector<int>& axes) {
        const std::vector<std::int64_t> counts = all_held(problem, candidate, labels, axes);
        Dimension of;
        of.block = std::max<std::int64_t>(*std::max_element(counts.begin(), counts.end()), 1);
        of.extent = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
        const auto parts = static_cast<std::int64_t>(counts.size());
        for (std::int64_t part = 0; part < parts; ++part) {
            of.is_padded = of.is_padded || counts[static_cast<std::size_t>(part)] !=
                                               count({of.extent, of.block, parts, part});
        }
        if (of.is_padded) of.extent = checked_multiply(of.block, parts, "a padded matrix");
        return of;
    };
    m_ = size(orders_.m, row_axes);
    n_ = size(orders_.n, column_axes);
    m_.held = held(problem, candidate, operand_d, orders_.m, problem.rank);
    n_.held = held(problem, candidate, operand_d, orders_.n, problem.rank);

    if (problem.rank >= ranks_of(grid)) return;
    std::vector<int> between;  // axes that are neither rows nor columns: they number the grids
    for (int axis = 0; axis < static_cast<int>(grid.size()); ++axis) {
        const auto is_in = [&](const std::vector<int>& axes) {
            return std::find(axes.begin(), axes.end(), axis) != axes.end();
        };
        if (!is_in(row_axes) && !is_in(column_axes)) between.push_back(axis);
    }
    const auto at = [&](const std::vector<int>& axes) {
        return static_cast<int>(coordinate(grid, problem.rank, axes));
    };
    place_ = {at(between), static_cast<int>(ranks_along(grid, row_axes)),
              static_cast<int>(ranks_along(grid, column_axes)), at(row_axes), at(column_axes)};
}

void GridProduct::size_inner(const DistributedProblem& problem,
                             const DistributedCandidate& candidate) {
    const std::vector<int> grid = grid_of(candidate);
    const std::vector<int> layers = axes_of(problem, candidate, Role::contracted);
    const std::int64_t carrier = problem.labels[static_cast<std::size_t>(candidate.carrier)].extent;
    std::int64_t inner = 1;
    for (const std::size_t label : orders_.k) {
        if (static_cast<int>(label) != candidate.carrier) inner *= problem.labels[label].extent;
    }
    block_k_ = inner * candidate.carrier_block;
    const std::int64_t blocks =
        std::lcm(ranks_along(grid, axes_of(problem, candidate, Role::free_l)),
                 ranks_along(grid, axes_of(problem, candidate, Role::free_r)));
    cycle_k_ = checked_multiply(block_k_, blocks, "the inner extent of a matrix product");
    if (problem.rank >= ranks_of(grid)) return;
    k_ = inner * count({carrier, candidate.carrier_block, ranks_along(grid, layers),
                        coordinate(grid, problem.rank, layers)});
    for (const std::size_t operand : {operand_l, operand_r}) {
        held_k_[operand] = held(problem, candidate, operand, orders_.k, problem.rank);
    }
}

void GridProduct::lay_out(const DistributedProblem& problem,
                          const DistributedCandidate& candidate) {
    for (const std::size_t label : orders_.batch) {
        Batch batch;
        for (std::size_t operand = 0; operand < operand_count; ++operand) {
            batch.modes[operand] = mode_of(problem.operands[operand], label);
        }
        batch.extent = held(problem, candidate, operand_d, {label}, problem.rank);
        batches_.push_back(batch);
    }
    for (std::size_t operand = 0; operand < operand_count; ++operand) {
        const SpreadOperand& of = problem.operands[operand];
        OperandMatrix& matrix = operands_[operand];
        matrix.layout.extents = shard_extents(candidate.work[operand], of.extents, problem.rank);
        matrix.layout.strides.assign(of.extents.size(), 1);
        std::int64_t stride = 1;
        const auto append = [&](const std::vector<std::size_t>& labels) {
            std::vector<std::size_t> modes;
            for (const std::size_t label : labels) {
                const auto mode = static_cast<std::size_t>(mode_of(of, label));
                modes.push_back(mode);
                matrix.layout.strides[mode] = stride;
                const std::int64_t extent = std::max<std::int64_t>(matrix.layout.extents[mode], 1);
                stride = checked_multiply(stride, extent, "the elements of a matrix");
            }
            return modes;
        };
        matrix.row_modes = append(rows_of(orders_, operand));
        if (operand != operand_r && m_.is_padded) stride = m_.block;
        matrix.leading = stride;
        matrix.column_modes = append(columns_of(orders_, operand));
        if (operand != operand_l && n_.is_padded) {
            stride = checked_multiply(matrix.leading, n_.block, "the elements of a matrix");
        }
        append(orders_.batch);
        matrix.elements = place_.grid < 0 ? 0 : stride;
    }
}

bool GridProduct::is_padded(std::size_t operand) const {
    return (operand != operand_r && m_.is_padded && m_.held < m_.block) ||
           (operand != operand_l && n_.is_padded && n_.held < n_.block);
}

bool GridProduct::use_in_place(std::size_t operand, const Layout& lies) {
    OperandMatrix& matrix = operands_[operand];
    if (is_padded(operand) || matrix.layout.extents != lies.extents) return false;
    const auto lie_side_by_side = [&](const std::vector<std::size_t>& modes, std::int64_t stride) {
        for (const std::size_t mode : modes) {
            if (lies.extents[mode] == 1) continue;
            if (lies.strides[mode] != stride) return std::int64_t{-1};
            stride *= lies.extents[mode];
        }
        return stride;
    };
    if (matrix.elements > 0 && volume(lies) > 0) {
        const std::int64_t rows = lie_side_by_side(matrix.row_modes, 1);
        const auto first = std::find_if(matrix.column_modes.begin(), matrix.column_modes.end(),
                                        [&](std::size_t mode) { return lies.extents[mode] > 1; });
        const std::int64_t leading =
            first == matrix.column_modes.end() ? rows : lies.strides[*first];
        if (rows < 0 || leading < rows || lie_side_by_side(matrix.column_modes, leading) < 0) {
            return false;
        }
        matrix.leading = leading;
    }
    matrix.layout = lies;
    matrix.elements = 0;
    return true;
}

void GridProduct::agree_on_slices(Transport& transport) {
    std::array<double, operand_count> leading{};
    for (std::size_t operand = 0; operand < operand_count; ++operand) {
        leading[operand] = largest(transport, static_cast<double>(operands_[operand].leading));
    }
    const auto bytes = static_cast<double>(size_bytes(dtype_));
    const auto limit = static_cast<double>(int_limit_);
    const auto at_least_one = [](double count) {
        return std::max<std::int64_t>(static_cast<std::int64_t>(std::min(count, 1e18)), 1);
    };
    slice_columns_ = at_least_one(limit / bytes / std::max(leading[operand_r], leading[operand_d]));
    const double cycle_columns = static_cast<double>(cycle_k_) / place_.columns;
    slice_k_ = cycle_k_ * std::min(at_least_one(limit / bytes / leading[operand_l] / cycle_columns),
                                   k_ / cycle_k_ + 1);
}

void GridProduct::run(const MatrixGrid& grid, void* d, const void* l, const void* r, Scalar alpha,
                      Scalar beta) const {
    // The pointers to L and R lose their const here, but L and R are only read.
    std::array<char*, operand_count> data{static_cast<char*>(d),
                                          const_cast<char*>(static_cast<const char*>(l)),
                                          const_cast<char*>(static_cast<const char*>(r))};
    std::vector<std::int64_t> turns(batches_.size(), 0);
    for (const Batch& batch : batches_) {
        if (batch.extent == 0) return;  // all ranks of the grid have the same batches and return
    }
    while (true) {
        multiply_batch(grid, data, alpha, beta);
        std::size_t batch = 0;
        for (; batch < batches_.size(); ++batch) {
            const bool wraps = ++turns[batch] == batches_[batch].extent;
            const std::int64_t steps = wraps ? 1 - batches_[batch].extent : 1;
            for (std::size_t operand = 0; operand < operand_count; ++operand) {
                const auto mode = static_cast<std::size_t>(batches_[batch].modes[operand]);
                data[operand] +=
                    steps * operands_[operand].layout.strides[mode] * size_bytes(dtype_);
            }
            if (!wraps) break;
            turns[batch] = 0;
        }
        if (batch == batches_.size()) return;
    }
}

void GridProduct::multiply_batch(const MatrixGrid& grid,
                                 const std::array<char*, operand_count>& data, Scalar alpha,
                                 Scalar beta) const {
    for (std::int64_t column = 0; column < n_.block; column += slice_columns_) {
        multiply_slice(grid, data, column, alpha, beta);
    }
}

/// The number of columns of D that all ranks of one row of the grid hold together in a slice. The
/// slice has the columns `first` to first + width - 1 of those that each rank holds; a rank that
/// holds fewer columns has fewer in the slice.
std::int64_t GridProduct::columns_of_slice(std::int64_t first, std::int64_t width) const {
    std::int64_t sum = 0;
    for (int column = 0; column < place_.columns; ++column) {
        const std::int64_t of = count({n_.extent, n_.block, place_.columns, column});
        sum += std::clamp<std::int64_t>(of - first, 0, width);
    }
    return sum;
}

void GridProduct::multiply_slice(const MatrixGrid& grid,
                                 const std::array<char*, operand_count>& data,
                                 std::int64_t first_column, Scalar alpha, Scalar beta) const {
    const std::int64_t bytes = size_bytes(dtype_);
    const std::int64_t width = std::min(slice_columns_, n_.block - first_column);
    MatrixProduct product;
    product.dtype = dtype_;
    product.m = m_.extent;
    product.n = columns_of_slice(first_column, width);
    product.block_m = m_.block;
    product.block_n = width;
    product.block_k = block_k_;
    product.lda = operands_[operand_l].leading;
    product.ldb = operands_[operand_r].leading;
    product.ldd = operands_[operand_d].leading;
    product.d = data[operand_d] + first_column * product.ldd * bytes;
    product.alpha = alpha;
    product.beta = beta;
    std::int64_t done = 0;
    do {  // runs at least once: if k_ is 0, the call scales D by beta
        const std::int64_t cycles = done / cycle_k_;
        product.k = std::min(slice_k_, k_ - done);
        product.a = data[operand_l] + cycles * (cycle_k_ / place_.columns) * product.lda * bytes;
        product.b = data[operand_r] +
                    (cycles * (cycle_k_ / place_.rows) + first_column * product.ldb) * bytes;
        grid.multiply(product);
        product.beta = 1.0;
        done += slice_k_;
    } while (done < k_);
}

std::int64_t GridProduct::calls() const {
    std::int64_t calls = one_block(n_.block, slice_columns_) * one_block(k_, slice_k_);
    for (const Batch& batch : batches_) calls *= batch.extent;
    return place_.grid < 0 ? 0 : calls;
}

std::int64_t GridProduct::bytes_received() const {
    std::int64_t elements =
        m_.held * (k_ - held_k_[operand_l]) + n_.held * (k_ - held_k_[operand_r]);
    for (const Batch& batch : batches_) elements *= batch.extent;
    return place_.grid < 0 ? 0 : elements * size_bytes(dtype_);
}

std::string GridProduct::describe() const {
    return fmt::format("m={} n={} k={} on {}x{}, blocks {}x{}x{}", m_.extent, n_.extent, k_,
                       place_.rows, place_.columns, m_.block, n_.block, block_k_);
}

}  // namespace ttgt
