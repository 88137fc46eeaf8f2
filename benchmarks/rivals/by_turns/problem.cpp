// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/rivals/by_turns/problem.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string_view>

namespace ttgt::by_turns {
namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view why) {
    throw std::invalid_argument("'" + std::string(text) + "' " + std::string(why));
}

std::int64_t parse_number(std::string_view text, std::int64_t least) {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end || number < least) {
        refuse(text, "is not a number from " + std::to_string(least) + " on");
    }
    return number;
}

std::int64_t parse_element_bytes(std::string_view text) {
    if (text != "4" && text != "8") refuse(text, "bytes are not those of an element: 4 or 8");
    return text == "4" ? 4 : 8;
}

/// What stands between commas; nothing of an empty text.
std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        parts.push_back(text.substr(0, comma));
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    }
    return parts;
}

Extents packed_strides(const Extents& extents) {
    Extents strides;
    std::int64_t stride = 1;
    for (const std::int64_t extent : extents) {
        strides.push_back(stride);
        stride *= extent;
    }
    return strides;
}

/// The label lists in the three pairs of parentheses.
std::array<std::vector<std::string_view>, 3> label_lists(std::string_view expression) {
    std::array<std::vector<std::string_view>, 3> lists;
    std::size_t at = 0;
    for (auto& list : lists) {
        const std::size_t open = expression.find('(', at);
        const std::size_t close = expression.find(')', at);
        if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
            refuse(expression, "is not of the form D(...)=L(...)*R(...)");
        }
        list = split(expression.substr(open + 1, close - open - 1));
        at = close + 1;
    }
    if (at != expression.size()) refuse(expression, "goes on after its third tensor");
    return lists;
}

/// Letters and extents of the labels.
class Labels {
public:
    explicit Labels(std::string_view extents) {
        for (const std::string_view pair : split(extents)) {
            const std::size_t colon = pair.find(':');
            if (colon == std::string_view::npos) refuse(pair, "is not of the form label:extent");
            const auto number = static_cast<char>(known_.size());
            if (known_.size() == 26) refuse(extents, "has more than 26 labels");
            known_[std::string(pair.substr(0, colon))] = {static_cast<char>('a' + number),
                                                          parse_number(pair.substr(colon + 1), 1)};
        }
    }

    [[nodiscard]] Operand operand(const std::vector<std::string_view>& labels) const {
        Operand result;
        for (const std::string_view label : labels) {
            const auto found = known_.find(std::string(label));
            if (found == known_.end()) refuse(label, "has no extent");
            if (result.labels.find(found->second.letter) != std::string::npos) {
                refuse(label, "stands twice in one tensor");
            }
            result.labels += found->second.letter;
            result.extents.push_back(found->second.extent);
        }
        result.strides = packed_strides(result.extents);
        return result;
    }

private:
    struct Label {
        char letter;
        std::int64_t extent;
    };
    std::map<std::string, Label> known_;
};

void find_contracted(Contraction& result) {
    for (std::size_t mode = 0; mode < result.l.labels.size(); ++mode) {
        const char label = result.l.labels[mode];
        if (result.d.labels.find(label) != std::string::npos) continue;
        result.contracted += label;
        result.contracted_extents.push_back(result.l.extents[mode]);
    }
    for (const char label : result.r.labels) {
        const std::string& free = result.d.labels;
        if ((free.find(label) == std::string::npos) !=
            (result.contracted.find(label) != std::string::npos)) {
            refuse(result.expression, "sums over a label that one factor lacks");
        }
    }
}

}  // namespace

std::int64_t product(const Extents& extents) {
    std::int64_t result = 1;
    for (const std::int64_t extent : extents) result *= extent;
    return result;
}

std::int64_t Transpose::count() const { return product(extents); }

std::int64_t Operand::count() const { return product(extents); }

Transpose parse_transpose(const std::string& element_bytes, const std::string& extents,
                          const std::string& perm) {
    Transpose result;
    result.element_bytes = parse_element_bytes(element_bytes);
    for (const std::string_view text : split(extents)) {
        result.extents.push_back(parse_number(text, 1));
    }
    const Extents strides = packed_strides(result.extents);
    std::vector<bool> is_taken(result.extents.size(), false);
    for (const std::string_view text : split(perm)) {
        const auto mode = static_cast<std::size_t>(parse_number(text, 0));
        if (mode >= is_taken.size() || is_taken[mode]) refuse(perm, "is no permutation");
        is_taken[mode] = true;
        result.perm.push_back(static_cast<int>(mode));
        result.out_extents.push_back(result.extents[mode]);
        result.in_strides.push_back(strides[mode]);
    }
    if (result.perm.empty() || result.perm.size() != result.extents.size()) {
        refuse(perm, "is no permutation of the modes of " + extents);
    }
    return result;
}

Contraction parse_contraction(const std::string& element_bytes, const std::string& expression,
                              const std::string& extents) {
    Contraction result;
    result.element_bytes = parse_element_bytes(element_bytes);
    result.expression = expression;
    const auto lists = label_lists(expression);
    const Labels labels(extents);
    result.d = labels.operand(lists[0]);
    result.l = labels.operand(lists[1]);
    result.r = labels.operand(lists[2]);
    for (const char label : result.d.labels) {
        if ((result.l.labels + result.r.labels).find(label) == std::string::npos) {
            refuse(expression, "has a label that no factor has");
        }
    }
    find_contracted(result);
    return result;
}

}  // namespace ttgt::by_turns
