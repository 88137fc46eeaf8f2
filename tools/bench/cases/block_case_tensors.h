// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_layout.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt::tool {

/// The tensors of a case as its lines describe them (block_case_file.h).
class BlockCaseTensors {
public:
    /// A line of each kind, as words; the first is the kind. Each throws InvalidArgument for words
    /// that do not fit.
    void read_modes(std::string_view name, const std::vector<std::string_view>& labels);
    void read_sections(const std::vector<std::string_view>& words);
    void read_blocks(const std::vector<std::string_view>& words);
    void read_charges(const std::vector<std::string_view>& words);
    void read_signs(const std::vector<std::string_view>& words);
    void read_moduli(const std::vector<std::string_view>& words);

    /// Whether a line says which blocks the tensor has.
    [[nodiscard]] bool has_blocks(const std::string& name) const;
    /// Throws InvalidArgument where the lines do not say what the tensor is, or contradict.
    [[nodiscard]] BlockLayout layout(const std::string& name) const;
    /// "A(a,k)".
    [[nodiscard]] std::string factor(const std::string& name) const;

private:
    struct Lines {
        std::vector<std::string> labels;
        std::optional<std::int64_t> count;
        bool is_rule = false;
        std::vector<std::string> blocks;
        std::vector<int> signs;
    };
    [[nodiscard]] Lines& lines(std::string_view name);
    [[nodiscard]] const Sections& sections_of(const std::string& label) const;
    [[nodiscard]] BlockLayout by_rule(const std::string& name, const Lines& its) const;
    [[nodiscard]] BlockLayout by_list(const std::string& name, const Lines& its) const;

    std::map<std::string, Lines, std::less<>> tensors_{{"A", {}}, {"B", {}}, {"D", {}}};
    std::map<std::string, Sections> sections_;
    std::map<std::string, std::vector<std::vector<std::int64_t>>> charges_;
    ChargeGroup group_;
};

/// The word at that place of a line; throws InvalidArgument where the line ends before.
[[nodiscard]] std::string_view word_of_line(const std::vector<std::string_view>& words,
                                            std::size_t place);

}  // namespace ttgt::tool
