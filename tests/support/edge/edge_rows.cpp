// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/edge/edge_rows.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <ostream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/support/source_folder.h"

namespace ttgt::test {
namespace {

using Labels = std::vector<std::string>;
using Extents = std::vector<std::int64_t>;

constexpr std::size_t column_count = 15;

/// Parts between separators; one empty part for an empty text.
std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

Extents parse_shape(const std::string& text) {
    Extents extents;
    if (text == "()" || text == "-") return extents;
    for (const std::string& part : split(text, 'x')) extents.push_back(std::stoll(part));
    return extents;
}

/// "12", "1-1i".
Scalar parse_check(const std::string& text) {
    if (text == "-") return {};
    char* rest = nullptr;
    const double re = std::strtod(text.c_str(), &rest);
    return {re, *rest == '\0' ? 0.0 : std::strtod(rest, nullptr)};
}

EdgeRow parse_row(const std::string& line) {
    const std::vector<std::string> fields = split(line, '\t');
    if (fields.size() != column_count) {
        throw std::runtime_error(fmt::format("{} fields in '{}'", fields.size(), line));
    }
    EdgeRow row;
    row.id = fields[0];
    row.category = fields[1];
    row.syntax = fields[2];
    row.subscripts = fields[3] == "(empty string)" ? "" : fields[3];
    for (const std::string& shape : split(fields[4], ';')) row.shapes.push_back(parse_shape(shape));
    row.dtype = fields[5];
    for (const char flag : fields[6]) row.conjugated.push_back(flag == '1');
    row.expected = fields[7];
    row.strict = fields[9];
    row.explicit_form = fields[10];
    row.out_shape = parse_shape(fields[11]);
    row.check = parse_check(fields[12]);
    return row;
}

/// "aXk" as labels; characters that cannot stand in one stay together: "i.." is i and "..".
Labels split_labels(const std::string& subscripts) {
    Labels labels;
    bool joins = false;
    for (const char c : subscripts) {
        const bool letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
        if (!letter && joins) {
            labels.back() += c;
        } else {
            labels.emplace_back(1, c);
        }
        joins = !letter;
    }
    return labels;
}

/// einsum's parts: inputs, what stands for the arrow, output.
struct Einsum {
    std::vector<std::string> inputs;
    std::string arrow;
    std::string output;
};

Einsum parse_einsum(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    for (const std::string arrow : {"->", ">", "-"}) {
        const std::size_t found = text.find(arrow);
        if (found != std::string::npos) {
            return {split(text.substr(0, found), ','), arrow == "->" ? "=" : arrow,
                    text.substr(found + arrow.size())};
        }
    }
    return {split(text, ','), "=", ""};
}

/// "..." as the labels Z, Y, X, … of the modes that the letters leave, the last one Z.
std::string spell_out_ellipsis(std::string subscripts, std::size_t rank) {
    const std::string ellipsis = "...";
    const std::size_t found = subscripts.find(ellipsis);
    if (found == std::string::npos) return subscripts;
    const std::size_t letters = subscripts.size() - ellipsis.size();
    std::string labels;
    for (std::size_t mode = letters; mode < rank; ++mode) {
        labels.insert(labels.begin(), static_cast<char>('Z' - static_cast<int>(labels.size())));
    }
    return subscripts.replace(found, ellipsis.size(), labels);
}

SpokenRow lower(const EdgeRow& row, const std::string& arrow, SpokenRow spoken) {
    spoken.expression = fmt::format("D({}){}", fmt::join(spoken.output_labels, ","), arrow);
    const std::string names = "LRSTU";
    for (std::size_t input = 0; input < spoken.input_labels.size(); ++input) {
        const bool conjugated = input < row.conjugated.size() && row.conjugated[input];
        spoken.expression +=
            fmt::format("{}{}{}({})", input > 0 ? "*" : "", names.at(input), conjugated ? "+" : "",
                        fmt::join(spoken.input_labels[input], ","));
    }
    return spoken;
}

SpokenRow speak_einsum(const EdgeRow& row, const std::string& text) {
    const bool keeps_dots = row.expected == "ERR_BAD_ELLIPSIS" || row.expected == "ERR_BAD_CHAR";
    const Einsum einsum = parse_einsum(text);
    SpokenRow spoken;
    for (std::size_t input = 0; input < einsum.inputs.size(); ++input) {
        const std::size_t rank = input < row.shapes.size() ? row.shapes[input].size() : 0;
        const std::string& subscripts = einsum.inputs[input];
        spoken.input_labels.push_back(
            split_labels(keeps_dots ? subscripts : spell_out_ellipsis(subscripts, rank)));
    }
    const bool empty_ellipsis = einsum.output == "...";
    spoken.output_labels = split_labels(empty_ellipsis && !keeps_dots ? "" : einsum.output);
    return lower(row, einsum.arrow, std::move(spoken));
}

/// "[0,51]" as n0, n51; a minus sign stays in front: "-n1".
Labels list_labels(const std::string& text) {
    const std::size_t open = text.find('[');
    Labels labels;
    for (const std::string& number : split(text.substr(open + 1, text.find(']') - open - 1), ',')) {
        labels.push_back(number[0] == '-' ? "-n" + number.substr(1) : "n" + number);
    }
    return labels;
}

/// "a[0,51] b[51,2] -> [0,2]".
SpokenRow speak_list(const EdgeRow& row) {
    std::istringstream words(row.subscripts);
    SpokenRow spoken;
    std::string word;
    while (words >> word && word != "->") spoken.input_labels.push_back(list_labels(word));
    words >> word;
    spoken.output_labels = list_labels(word);
    return lower(row, "=", std::move(spoken));
}

}  // namespace

void PrintTo(const EdgeRow& row, std::ostream* stream) {
    *stream << row.id << ' ' << row.subscripts;
}

std::vector<EdgeRow> read_edge_rows() {
    const std::string path = TTGT_SOURCE_DIR "/tests/data/edge.tsv";
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot open " + path);
    std::vector<EdgeRow> rows;
    std::string line;
    while (std::getline(file, line)) {
        if (!line.empty() && line[0] != '#') rows.push_back(parse_row(line));
    }
    return rows;
}

EdgeRow edge_row(const std::string& id) {
    for (const EdgeRow& row : read_edge_rows()) {
        if (row.id == id) return row;
    }
    throw std::runtime_error("no row " + id);
}

SpokenRow speak(const EdgeRow& row) {
    if (row.syntax == "einsum-list") return speak_list(row);
    const bool has_explicit = row.explicit_form != "-";
    SpokenRow spoken = speak_einsum(row, has_explicit ? row.explicit_form : row.subscripts);
    if (row.syntax == "talsh") spoken.expression = row.subscripts;
    return spoken;
}

}  // namespace ttgt::test
