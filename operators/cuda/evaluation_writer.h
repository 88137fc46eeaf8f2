// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "operators/cuda/evaluation_source.h"
#include "src/core/function_ref.h"
#include "src/core/source_text.h"

namespace ttgt::cuda {

/// Writes the kernels of a problem whose tile and chunks have been chosen. A block evaluates one
/// tile, or reduces a chunk of those that have the same elements of D.
class EvaluationWriter {
public:
    EvaluationWriter(const OperatorProblem& problem, EvaluationLaunch& launch);
    /// Writes launch.source.
    void write();

private:
    /// The kernel of this name. `are_aligned`: the addresses suit vectors. Where they do not,
    /// threads of a reduction take the same elements one by one, so that it has the same bits.
    void write_kernel(const char* name, bool are_aligned);
    [[nodiscard]] std::string parameters() const;
    void write_memory();
    /// The problem's modes in the order in which tiles follow each other, the fastest first.
    [[nodiscard]] std::vector<std::size_t> order_of_tiles() const;
    /// Divides the variable `rest` up into the first index f_MODE of the tile along each mode.
    void write_firsts(bool is_reduced);
    /// Indices t_I of tile mode I from the variable n, of the tile modes given, the first fastest.
    void write_digits(const std::vector<std::size_t>& order);
    /// The condition under which the tile's element at t_0, ... is there, of the tile modes given;
    /// empty where it always is. `is_whole`: n is known to be in the tile.
    [[nodiscard]] std::string condition(const std::vector<std::size_t>& modes, bool is_whole) const;
    /// The condition under which all elements of the tile are there; empty where they always are.
    [[nodiscard]] std::string whole_condition() const;
    /// Writes `body` for tiles that are whole, where it needs no conditions, and for the others.
    void write_for_tiles(FunctionRef<void()> body);
    /// Opens a block for what is done under the condition.
    void open_condition(const std::string& condition);
    void write_bases(const Instructions& instructions);
    [[nodiscard]] std::string offset(std::size_t use, const std::vector<std::size_t>& modes) const;
    [[nodiscard]] std::string output_offset(const std::vector<std::size_t>& modes) const;
    [[nodiscard]] bool is_staged(std::size_t use) const;
    /// A loop over the thread's items: vectors of the tile that begin at its element n, which goes
    /// through the tile in this order; `body` writes what is done with each.
    void write_all_items(int vector, const std::vector<std::size_t>& order,
                         FunctionRef<void()> body);
    /// The same for the items that are there.
    void write_items(int vector, const std::vector<std::size_t>& order, FunctionRef<void()> body);
    /// Whether the items are the tile's elements, and no more.
    [[nodiscard]] bool are_items_whole(int vector) const;
    [[nodiscard]] std::string each_place(int vector) const;
    /// Reads all uses of the instructions into the arrays v_USE[item][k].
    void write_element_loads();
    void write_load(std::size_t use);
    void write_staging();
    /// The value of the instructions as an expression of v_USE followed by `place`.
    [[nodiscard]] std::string value(const Instructions& instructions,
                                    const std::string& place) const;
    void write_elements();
    void write_tile_elements();
    void write_reduction();
    void write_steps();
    void write_tile_sums();
    void write_sums();
    void write_tree(std::int64_t kept, std::int64_t rows);
    void write_finish(const std::string& total);
    void write_join();
    [[nodiscard]] std::string combined(const std::string& a, const std::string& b) const;
    [[nodiscard]] std::int64_t items(int vector) const;
    [[nodiscard]] std::string type_of(std::size_t use) const;

    const OperatorProblem& problem_;
    EvaluationLaunch& launch_;
    const OperatorTile& tile_;
    std::vector<std::size_t> all_;  // the numbers of the tile's modes
    // Of the kernel that is being written:
    int vector_ = 1;  // elements along the tile's first mode that a thread takes
    bool are_aligned_ = true;
    bool is_whole_ = false;  // whether all elements of the tile are known to be there
    SourceText out_;
};

}  // namespace ttgt::cuda
