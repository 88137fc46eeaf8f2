// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases/block_case_file.h"

#include <ttgt/error.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/io/errors.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::string_view codes = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

Words words_of(std::string_view line) {
    Words words;
    for (const std::string_view word : split(line, ' ')) {
        if (!word.empty()) words.push_back(word);
    }
    return words;
}

/// One of A and B as the lines of a case describe it.
struct InputLines {
    std::vector<std::string> labels;
    std::optional<std::int64_t> count;
    bool is_rule = false;
    std::vector<std::string> blocks;
    std::vector<int> signs;
};

/// Collects the lines of one case.
class CaseReader {
public:
    CaseReader(std::size_t line, std::string_view name) {
        case_.line = line;
        case_.name = name;
    }

    /// Reads one line; its first word says what it is.
    void read(const Words& words) {
        const std::string_view kind = words[0];
        if (kind == "dtype") {
            case_.dtype = parse_numeric_dtype(word(words, 1), "dtype");
        } else if (kind == "A" || kind == "B" || kind == "D") {
            std::vector<std::string>& labels = kind == "D" ? output_ : input(kind).labels;
            labels.assign(words.begin() + 1, words.end());
        } else if (kind == "mode") {
            sections_[std::string(word(words, 1))] = integers(words, 2, 0);
        } else if (kind == "blocks") {
            read_blocks(words);
        } else if (kind == "charges") {
            read_charges(words);
        } else if (kind == "signs") {
            std::vector<int>& signs = input(word(words, 1)).signs;
            signs.clear();
            for (const std::int64_t sign : integers(words, 2, -1)) {
                signs.push_back(static_cast<int>(std::min<std::int64_t>(sign, 2)));
            }
        } else if (kind == "mod") {
            group_.moduli = integers(words, 1, 0);
        } else if (kind == "pairs") {
            case_.pairs = parse_integer(word(words, 1), 0, "pairs");
        } else if (kind == "dblocks") {
            case_.output_blocks = parse_integer(word(words, 1), 0, "dblocks");
        } else if (kind == "flops") {
            case_.flops = static_cast<double>(parse_integer(word(words, 1), 0, "flops"));
        } else {
            throw InvalidArgument(fmt::format("{} says nothing in a case", in_quotes(kind)));
        }
    }

    void set_note(std::string_view text) { case_.note = text; }

    [[nodiscard]] BlockCase finish() {
        case_.a = layout_of("A", a_);
        case_.b = layout_of("B", b_);
        case_.expression = fmt::format("D({})=A({})*B({})", fmt::join(output_, ","),
                                       fmt::join(a_.labels, ","), fmt::join(b_.labels, ","));
        return std::move(case_);
    }

private:
    static std::string_view word(const Words& words, std::size_t i) {
        if (i < words.size()) return words[i];
        throw InvalidArgument(fmt::format("the line ends behind {}", in_quotes(words.back())));
    }

    static std::vector<std::int64_t> integers(const Words& words, std::size_t first,
                                              std::int64_t least) {
        std::vector<std::int64_t> values;
        for (std::size_t i = first; i < words.size(); ++i) {
            values.push_back(parse_integer(words[i], least, words[0]));
        }
        return values;
    }

    InputLines& input(std::string_view name) {
        if (name == "A") return a_;
        if (name == "B") return b_;
        throw InvalidArgument(fmt::format("{} is neither A nor B", in_quotes(name)));
    }

    void read_blocks(const Words& words) {
        InputLines& its = input(word(words, 1));
        its.count = parse_integer(word(words, 2), 0, "blocks");
        its.is_rule = words.size() == 4 && words[3] == "rule";
        its.blocks.clear();
        if (!its.is_rule) its.blocks.assign(words.begin() + 3, words.end());
    }

    void read_charges(const Words& words) {
        std::vector<std::vector<std::int64_t>>& its = charges_[std::string(word(words, 1))];
        its.clear();
        for (std::size_t i = 2; i < words.size(); ++i) {
            its.push_back(
                parse_integers(words[i], std::numeric_limits<std::int32_t>::min(), "charges"));
        }
    }

    [[nodiscard]] const Sections& sections_of(const std::string& label) const {
        const auto found = sections_.find(label);
        if (found != sections_.end()) return found->second;
        throw InvalidArgument(fmt::format("label {} has no line `mode`", in_quotes(label)));
    }

    [[nodiscard]] BlockLayout by_rule(const char* name, const InputLines& its) const {
        if (its.signs.size() != its.labels.size()) {
            throw InvalidArgument(fmt::format("{} has {} modes, but {} signs", name,
                                              its.labels.size(), its.signs.size()));
        }
        std::vector<ChargedMode> modes;
        for (std::size_t mode = 0; mode < its.labels.size(); ++mode) {
            const auto found = charges_.find(its.labels[mode]);
            if (found == charges_.end()) {
                throw InvalidArgument(
                    fmt::format("label {} has no line `charges`", in_quotes(its.labels[mode])));
            }
            modes.push_back({sections_of(its.labels[mode]), found->second, its.signs[mode]});
        }
        return BlockLayout::from_charges(modes, std::vector<std::int64_t>(group_.moduli.size(), 0),
                                         group_);
    }

    [[nodiscard]] BlockLayout by_list(const char* name, const InputLines& its) const {
        std::vector<Sections> sections;
        for (const std::string& label : its.labels) sections.push_back(sections_of(label));
        std::vector<BlockCoordinates> blocks;
        for (const std::string& code : its.blocks) {
            BlockCoordinates& block = blocks.emplace_back();
            for (const char letter : code) {
                const std::size_t section = codes.find(letter);
                if (section == std::string_view::npos) {
                    throw InvalidArgument(fmt::format("{} in the blocks of {} is no section",
                                                      in_quotes({&letter, 1}), name));
                }
                block.push_back(static_cast<std::int32_t>(section));
            }
        }
        return BlockLayout(std::move(sections), blocks);
    }

    [[nodiscard]] BlockLayout layout_of(const char* name, const InputLines& its) const {
        if (!its.count) throw InvalidArgument(fmt::format("{} has no line `blocks`", name));
        BlockLayout layout = its.is_rule ? by_rule(name, its) : by_list(name, its);
        if (layout.blocks() == *its.count) return layout;
        throw InvalidArgument(fmt::format("{} has {} blocks, but the line `blocks` says {}", name,
                                          layout.blocks(), *its.count));
    }

    BlockCase case_;
    std::vector<std::string> output_;
    InputLines a_, b_;
    std::map<std::string, Sections> sections_;
    std::map<std::string, std::vector<std::vector<std::int64_t>>> charges_;
    ChargeGroup group_;
};

/// Reads lines one after the other.
class FileReader {
public:
    void read(std::size_t number, std::string_view line) {
        const Words words = words_of(line);
        if (words.empty() || line.starts_with('#')) return;
        if (words[0] == "case") {
            open(number, words);
        } else if (!reader_) {
            throw InvalidArgument(fmt::format("{} stands outside of a case", in_quotes(words[0])));
        } else if (words[0] == "end") {
            cases_.push_back(reader_->finish());
            reader_.reset();
        } else if (words[0] == "note") {
            reader_->set_note(line.substr(line.find("note") + 4));
        } else {
            reader_->read(words);
        }
    }

    [[nodiscard]] std::vector<BlockCase> finish() {
        if (reader_) throw InvalidArgument("the last case has no line `end`");
        return std::move(cases_);
    }

private:
    void open(std::size_t number, const Words& words) {
        if (reader_) throw InvalidArgument("the case before has no line `end`");
        if (words.size() != 2) throw InvalidArgument("a line `case` has one name");
        if (!names_.emplace(words[1]).second) {
            throw InvalidArgument(fmt::format("there are two cases {}", in_quotes(words[1])));
        }
        reader_.emplace(number, words[1]);
    }

    std::set<std::string> names_;
    std::optional<CaseReader> reader_;
    std::vector<BlockCase> cases_;
};

}  // namespace

std::vector<BlockCase> parse_block_cases(std::string_view text, const std::string& path) {
    FileReader reader;
    std::size_t number = 0;
    try {
        for (std::string_view line : split(text, '\n')) {
            ++number;
            if (line.ends_with('\r')) line.remove_suffix(1);
            reader.read(number, line);
        }
        return reader.finish();
    } catch (const Error& error) {
        throw FileError(fmt::format("{}:{}", path, number), error.what());
    }
}

}  // namespace ttgt::tool
