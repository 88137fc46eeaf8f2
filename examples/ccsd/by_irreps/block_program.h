// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/blocks.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ccsd {

using BlockTensors = std::map<std::string, ttgt::BlockTensor<double>>;

/// A program of statements over tensors of blocks, one plan of blocks for each statement.
class BlockProgram {
public:
    /// Plans the statements of `text`, whose lines beyond the first of a statement are indented.
    /// What a statement writes and `tensors` do not have is added to them, with the blocks that its
    /// products reach. Throws what ttgt throws.
    BlockProgram(ttgt::Context& context, const std::string& text, BlockTensors& tensors);

    /// Computes all statements in their order.
    void run(BlockTensors& tensors) const;
    /// Operations of a run.
    [[nodiscard]] double operations() const;
    /// Products of blocks of a run.
    [[nodiscard]] std::int64_t pairs() const;

private:
    struct Statement {
        std::vector<std::string> names;  ///< of the output, then of the factors
        ttgt::BlockContractionPlan plan;
    };

    ttgt::Context& context_;
    std::vector<Statement> statements_;
};

/// The names of the tensors of a statement, in their order: words in front of a bracket.
[[nodiscard]] std::vector<std::string> tensor_names(const std::string& statement);
/// The statements of a text without its comments, which begin with '#'.
[[nodiscard]] std::vector<std::string> statements_of(const std::string& text);

}  // namespace ccsd
