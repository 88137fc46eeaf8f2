// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_contraction.h>
#include <ttgt/block_layout.h>
#include <ttgt/dtype.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt::tool {

/// A contraction of tensors of blocks, or a program of statements on them.
struct BlockCase {
    std::size_t line = 0;  ///< of `case`, from 1
    std::string name;
    std::string note;
    DType dtype = DType::float64;
    std::string expression;           ///< such as "D(a,c)=A(a,k)*B(k,c)"; statements, one per line
    bool is_program = false;          ///< whether there are several statements
    bool adds_to_output = false;      ///< whether the old output is read
    std::string output_name;          ///< "D"; of a program, what the last statement writes
    std::vector<std::string> names;   ///< of the factors of all terms, from left to right; of a
                                      ///< program, of its inputs, each once
    std::vector<BlockLayout> inputs;  ///< of these
    std::optional<BlockLayout> output;  ///< unset: the blocks that products reach
    bool leaves_out_missing = false;    ///< as of BlockPlanOptions
    /// What the file says for checking; unset where it does not.
    std::optional<std::int64_t> pairs, output_blocks;
    std::optional<double> flops;
};

/// The output's operand, then those of the inputs.
[[nodiscard]] std::vector<BlockOperand> operands_of(const BlockCase& its);

/// Reads cases of blocks: lines of words separated by blanks; lines that are blank or start with
/// `#` say nothing. A case is
///
///     case NAME                        opens a case; `end` closes it
///     note TEXT                        where it comes from
///     dtype float64                    or float32, complex128, complex64
///     expression TEXT                  such as D(a,c)=A(a,k)*B(k,c)-2*C(a,c); without this line it
///                                      is D = A * B, summed over labels that D lacks
///                                      Several such lines are a program. The last one writes the
///                                      output, whose blocks a line lists; what others write has no
///                                      lines: it is a temporary
///     A|B|D LABEL ...                  the modes of each tensor, the first one fastest
///     tensor NAME LABEL ...            the modes of a tensor of another name
///     mode LABEL E0 E1 ...             the extents of a label's sections
///     blocks NAME COUNT CODE ...       the blocks: a word each, a character for each mode, of
///                                      0-9a-zA-Z for section 0 to 61; or the word `rule`; of the
///                                      output unless it has the blocks that products reach
///     leaves_out_missing               products into blocks that the output lacks are left out
///     charges LABEL Q0 Q1 ...          for a rule: the charge of each section, its components
///                                      joined by commas
///     signs NAME S0 S1 ...             for a rule: 1 or -1 for each mode
///     mod M0 M1 ...                    for a rule: 0 for integers, n for Z_n, for each component;
///                                      the signed sum of a block's charges is 0
///     pairs N / dblocks N / flops N    for checking: products, blocks of the output, flops
///
/// A tensor's lines `blocks` and `signs` stand behind its line `tensor`.
/// Throws FileError naming path, line and word.
[[nodiscard]] std::vector<BlockCase> parse_block_cases(std::string_view text,
                                                       const std::string& path);

}  // namespace ttgt::tool
