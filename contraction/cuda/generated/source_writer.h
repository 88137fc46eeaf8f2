// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "contraction/cuda/generated/generated_shape.h"
#include "contraction/cuda/generated/offset_text.h"
#include "src/core/source_text.h"

namespace ttgt::cuda {

/// Writes the source of a variant: what the block reads first in source_writer.cpp, its stages in
/// source_stages.cpp.
class SourceWriter {
public:
    SourceWriter(const GeneratedProblem& problem, const GeneratedShape& shape);
    [[nodiscard]] std::string write();

private:
    /// A number that the compiler reads back as it is.
    [[nodiscard]] static std::string constant(double value);
    [[nodiscard]] bool is_read_first(std::size_t tensor) const;
    /// Whether a later stage reads what the stage writes, or adds to it.
    [[nodiscard]] bool is_used_later(std::size_t stage) const;
    void write_prelude();
    [[nodiscard]] std::string parameters() const;
    [[nodiscard]] bool is_cut_short(const BlockLabel& block) const;
    /// Name of the variable that has the number of the label's indices in the block. For a label
    /// whose last block has less than a chunk.
    [[nodiscard]] std::string rest_of(std::size_t label) const;
    [[nodiscard]] std::string first_of(std::size_t label) const;
    /// Writes the code that computes where the block lies along its labels, and where the block's
    /// parts of the tensors begin.
    void write_blocks();
    void write_memory();
    [[nodiscard]] std::string shared_name(std::size_t tensor) const;
    /// Divides a number up into one along each of these, the first fastest.
    struct Digit {
        std::string name;
        std::int64_t extent;
    };
    void write_digits(const std::string& number, const std::vector<Digit>& digits);
    /// Writes the code in which all threads read a tensor's part of the block into shared memory.
    void write_read(std::size_t tensor);
    [[nodiscard]] std::int64_t shared_stride(const GeneratedUse& use, std::size_t label) const;
    /// The labels along which a thread's elements of a use differ.
    [[nodiscard]] std::vector<TileLabel> tile_of(const GeneratedUse& use, std::size_t stage) const;
    [[nodiscard]] static std::string brackets(const std::vector<TileLabel>& tile,
                                              const std::function<std::string(std::size_t)>& text);
    [[nodiscard]] std::string declared(const std::vector<TileLabel>& tile) const;
    [[nodiscard]] std::string indexed(const std::vector<TileLabel>& tile) const;
    void open_tile(const std::vector<TileLabel>& tile);
    void close_tile(const std::vector<TileLabel>& tile);
    /// "s_u[i_l + i_j * 10]": the element at the labels' variables, and a register's further on.
    [[nodiscard]] std::string element(const GeneratedUse& use, std::size_t stage) const;
    [[nodiscard]] bool is_block_label(std::size_t label) const;
    /// Whether shared memory has the block's part of the label alone.
    [[nodiscard]] bool is_cut(const GeneratedUse& use, std::size_t label) const;
    void write_stage(std::size_t number);
    /// The labels of an output, the nearest elements in memory first.
    [[nodiscard]] std::vector<std::size_t> output_order(const GeneratedUse& output) const;
    void write_sum(std::size_t number);
    /// Opens the loops over the labels that a product sums, the innermost ones unrolled.
    void open_sums(const GeneratedProduct& product, const std::vector<TileLabel>& tile);
    void write_product(std::size_t number, const GeneratedProduct& product,
                       const std::vector<TileLabel>& tile);

    const GeneratedProblem& problem_;
    const GeneratedShape& shape_;
    GeneratedLayout layout_;
    std::vector<std::string> names_;   // of pointers
    std::vector<std::string> labels_;  // of the labels' variables
    SourceText out_;
};

}  // namespace ttgt::cuda
