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
    [[nodiscard]] std::string parameters() const;
    void write_memory();
    /// Divides the variable `rest` up into the first index f_MODE of the tile along each mode.
    void write_firsts(bool is_reduced);
    /// Indices t_I of tile mode I from the variable n, of the tile modes given, the first fastest.
    void write_digits(const std::vector<std::size_t>& order);
    /// The condition under which the tile's element at t_0, ... is there, of its first `modes`
    /// modes.
    [[nodiscard]] std::string condition(std::size_t modes) const;
    void write_bases(const Instructions& instructions);
    [[nodiscard]] std::string offset(std::size_t use, std::size_t modes) const;
    [[nodiscard]] std::string output_offset() const;
    void write_staging();
    [[nodiscard]] std::string shared_index() const;
    [[nodiscard]] bool is_staged(std::size_t use) const;
    /// A loop over the thread's items n of the tile; `body` writes what is done with each.
    void write_items(FunctionRef<void()> body);
    /// The same for the items that are elements, whose indices in the tile are t_0, ....
    void write_element_items(FunctionRef<void()> body);
    /// Loads of the instructions into the variables v_USE, or arrays of them.
    void write_loads(const Instructions& instructions, std::size_t modes, const std::string& item);
    void declare_loads(const Instructions& instructions);
    /// The value of the instructions as an expression of these variables.
    [[nodiscard]] std::string value(const Instructions& instructions,
                                    const std::string& item) const;
    void write_elements();
    void write_reduction();
    void write_steps();
    void write_tree(std::int64_t kept, std::int64_t rows);
    void write_finish();
    void write_join();
    [[nodiscard]] std::string combined(const std::string& a, const std::string& b) const;
    [[nodiscard]] std::int64_t items() const;

    const OperatorProblem& problem_;
    EvaluationLaunch& launch_;
    const OperatorTile& tile_;
    SourceText out_;
};

/// Elements of a staged use's part of a tile in shared memory.
[[nodiscard]] std::int64_t staged_elements(const OperatorTile& tile);
/// Bytes of shared memory from the start of one staged use's part to the next.
[[nodiscard]] std::int64_t staged_bytes(const OperatorTile& tile, DType dtype);

}  // namespace ttgt::cuda
