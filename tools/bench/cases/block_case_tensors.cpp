// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases/block_case_tensors.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/io/errors.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::string_view codes = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

std::vector<std::int64_t> integers_of_line(const Words& words, std::size_t first,
                                           std::int64_t least) {
    std::vector<std::int64_t> values;
    for (std::size_t i = first; i < words.size(); ++i) {
        values.push_back(parse_integer(words[i], least, words[0]));
    }
    return values;
}

/// Coordinates from a character for each mode.
BlockCoordinates block_of_code(const std::string& code, const std::string& name) {
    BlockCoordinates block;
    for (const char letter : code) {
        const std::size_t section = codes.find(letter);
        if (section == std::string_view::npos) {
            throw InvalidArgument(
                fmt::format("{} in the blocks of {} is no section", in_quotes({&letter, 1}), name));
        }
        block.push_back(static_cast<std::int32_t>(section));
    }
    return block;
}

}  // namespace

std::string_view word_of_line(const Words& words, std::size_t place) {
    if (place < words.size()) return words[place];
    throw InvalidArgument(fmt::format("the line ends behind {}", in_quotes(words.back())));
}

void BlockCaseTensors::read_modes(std::string_view name, const Words& labels) {
    tensors_[std::string(name)].labels.assign(labels.begin(), labels.end());
}

void BlockCaseTensors::read_sections(const Words& words) {
    sections_[std::string(word_of_line(words, 1))] = integers_of_line(words, 2, 0);
}

void BlockCaseTensors::read_blocks(const Words& words) {
    Lines& its = lines(word_of_line(words, 1));
    its.count = parse_integer(word_of_line(words, 2), 0, "blocks");
    its.is_rule = words.size() == 4 && words[3] == "rule";
    its.blocks.clear();
    if (!its.is_rule) its.blocks.assign(words.begin() + 3, words.end());
}

void BlockCaseTensors::read_charges(const Words& words) {
    std::vector<std::vector<std::int64_t>>& its = charges_[std::string(word_of_line(words, 1))];
    its.clear();
    for (std::size_t i = 2; i < words.size(); ++i) {
        its.push_back(
            parse_integers(words[i], std::numeric_limits<std::int32_t>::min(), "charges"));
    }
}

void BlockCaseTensors::read_signs(const Words& words) {
    std::vector<int>& signs = lines(word_of_line(words, 1)).signs;
    signs.clear();
    for (const std::int64_t sign : integers_of_line(words, 2, -1)) {
        signs.push_back(static_cast<int>(std::min<std::int64_t>(sign, 2)));
    }
}

void BlockCaseTensors::read_moduli(const Words& words) {
    group_.moduli = integers_of_line(words, 1, 0);
}

bool BlockCaseTensors::has_blocks(const std::string& name) const {
    const auto found = tensors_.find(name);
    return found != tensors_.end() && found->second.count.has_value();
}

BlockLayout BlockCaseTensors::layout(const std::string& name) const {
    const auto found = tensors_.find(name);
    if (found == tensors_.end()) {
        throw InvalidArgument(fmt::format("{} has no line `tensor`", in_quotes(name)));
    }
    const Lines& its = found->second;
    if (!its.count) throw InvalidArgument(fmt::format("{} has no line `blocks`", name));
    BlockLayout layout = its.is_rule ? by_rule(name, its) : by_list(name, its);
    if (layout.blocks() == *its.count) return layout;
    throw InvalidArgument(fmt::format("{} has {} blocks, but the line `blocks` says {}", name,
                                      layout.blocks(), *its.count));
}

std::string BlockCaseTensors::factor(const std::string& name) const {
    return fmt::format("{}({})", name, fmt::join(tensors_.at(name).labels, ","));
}

BlockCaseTensors::Lines& BlockCaseTensors::lines(std::string_view name) {
    const auto found = tensors_.find(name);
    if (found != tensors_.end()) return found->second;
    throw InvalidArgument(
        fmt::format("{} is neither A, B nor D and has no line `tensor` before", in_quotes(name)));
}

const Sections& BlockCaseTensors::sections_of(const std::string& label) const {
    const auto found = sections_.find(label);
    if (found != sections_.end()) return found->second;
    throw InvalidArgument(fmt::format("label {} has no line `mode`", in_quotes(label)));
}

BlockLayout BlockCaseTensors::by_rule(const std::string& name, const Lines& its) const {
    if (its.signs.size() != its.labels.size()) {
        throw InvalidArgument(fmt::format("{} has {} modes, but {} signs", name, its.labels.size(),
                                          its.signs.size()));
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
    const std::vector<std::int64_t> total(group_.moduli.size(), 0);
    return BlockLayout::from_charges(modes, total, group_);
}

BlockLayout BlockCaseTensors::by_list(const std::string& name, const Lines& its) const {
    std::vector<Sections> sections;
    for (const std::string& label : its.labels) sections.push_back(sections_of(label));
    std::vector<BlockCoordinates> blocks;
    blocks.reserve(its.blocks.size());
    for (const std::string& code : its.blocks) blocks.push_back(block_of_code(code, name));
    return BlockLayout(std::move(sections), blocks);
}

}  // namespace ttgt::tool
