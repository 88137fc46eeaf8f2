// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// docs/guide/expressions.md says what the parser does: its examples, and its table of characters.
#include <ttgt/error.h>

#include <array>
#include <cstddef>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/expression/einsum.h"
#include "tests/support/source_folder.h"

namespace ttgt {
namespace {

/// The cells of a row of a table, with `\|` as the bar it stands for; nothing of another line.
std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    if (line.empty() || line.front() != '|') return cells;
    for (std::size_t place = 1; place < line.size(); ++place) {
        if (cells.empty()) cells.emplace_back();
        if (line.compare(place, 2, "\\|") == 0) {
            cells.back() += line[++place];
        } else if (line[place] == '|') {
            cells.emplace_back();
        } else {
            cells.back() += line[place];
        }
    }
    if (!cells.empty()) cells.pop_back();  // what follows the last bar
    return cells;
}

/// The rows of all tables with this heading, by cells.
std::vector<std::vector<std::string>> rows_below(const std::string& heading) {
    std::ifstream page(TTGT_SOURCE_DIR "/docs/guide/expressions.md");
    std::vector<std::vector<std::string>> rows;
    bool is_inside = false;
    for (std::string line; std::getline(page, line);) {
        if (line.empty() || line.front() != '|') is_inside = false;
        if (is_inside && line.compare(0, 4, "|---") != 0) rows.push_back(cells_of(line));
        if (line == heading) is_inside = true;
    }
    return rows;
}

/// What stands between the first and the last backtick of a cell.
std::string code_in(const std::string& cell) {
    const std::size_t begin = cell.find('`') + 1;
    return cell.substr(begin, cell.rfind('`') - begin);
}

bool is_accepted(const std::string& expression) {
    try {
        (void)read_expression(expression);
        return true;
    } catch (const ExpressionError&) {
        return false;
    }
}

TEST(ExpressionGuide, ExamplesAreAcceptedAndRefusedAsItSays) {
    const auto rows = rows_below("| rule | accepted | refused |");

    ASSERT_GT(rows.size(), 50U);
    for (const std::vector<std::string>& row : rows) {
        ASSERT_EQ(row.size(), 3U) << row.front();
        EXPECT_TRUE(is_accepted(code_in(row[1]))) << row[0] << ": " << row[1];
        EXPECT_FALSE(is_accepted(code_in(row[2]))) << row[0] << ": " << row[2];
    }
}

/// The bytes of each class: single ones, ranges such as `A`-`Z`, or codes such as `0x20`.
std::map<std::string, std::set<int>> classes_in_the_guide() {
    std::map<std::string, std::set<int>> classes;
    const std::regex token("`(0x[0-9A-F]{2}|.)`(-`(.)`)?");
    for (const std::vector<std::string>& row : rows_below("| class | bytes | where |")) {
        const std::string name = row[0].substr(1, row[0].size() - 2);
        const std::string& bytes = row[1];
        for (std::sregex_iterator match(bytes.begin(), bytes.end(), token), end; match != end;
             ++match) {
            const std::string text = (*match)[1];
            const int first = text.size() > 1 ? std::stoi(text, nullptr, 16) : text.front();
            const int last = (*match)[3].matched ? (*match)[3].str().front() : first;
            for (int byte = first; byte <= last; ++byte) classes[name].insert(byte);
        }
    }
    return classes;
}

/// The expression with the byte in the place of `?`.
bool accepts(std::string pattern, int byte) {
    for (char& character : pattern) {
        if (character == '?') character = static_cast<char>(byte);
    }
    return is_accepted(pattern);
}

TEST(ExpressionGuide, CharacterClassesAreTheParsers) {
    const auto classes = classes_in_the_guide();
    const auto is_in = [&](const char* name, int byte) { return classes.at(name).count(byte) > 0; };

    ASSERT_EQ(classes.size(), 7U);
    for (int byte = 0; byte < 256; ++byte) {
        SCOPED_TRACE("byte " + std::to_string(byte));
        const bool is_blank = is_in("blank", byte);
        const bool is_letter = is_in("letter", byte);
        const bool is_digit = is_in("digit", byte);
        EXPECT_EQ(accepts("D(?)=L(?)", byte), is_letter || is_blank);
        EXPECT_EQ(accepts("?(a)=L(a)", byte), is_letter);
        EXPECT_EQ(accepts("D(a?)=L(a?)", byte), is_letter || is_digit || is_blank);
        EXPECT_EQ(accepts("D(a?b)=L(a?b)", byte),
                  is_letter || is_digit || is_blank || is_in("separator", byte));
        EXPECT_EQ(accepts("D(a)=?*L(a)", byte), is_digit);
        EXPECT_EQ(accepts("D(a)=1?5*L(a)", byte),
                  is_digit || is_in("point", byte) || byte == '*' || byte == 'e' || byte == 'E');
    }
}

TEST(ExpressionGuide, BytesInNoClassAreRefusedEverywhere) {
    std::set<int> known;
    for (const auto& [name, bytes] : classes_in_the_guide())
        known.insert(bytes.begin(), bytes.end());
    ASSERT_LT(known.size(), 256U);
    const std::string expression = "D(a,b) += 2 * L+(a,k) * conj(R(k,b))";

    for (int byte = 0; byte < 256; ++byte) {
        if (known.count(byte) > 0) continue;
        for (std::size_t place = 0; place <= expression.size(); ++place) {
            std::string with = expression;
            with.insert(place, 1, static_cast<char>(byte));
            EXPECT_FALSE(is_accepted(with)) << "byte " << byte << " at " << place;
        }
    }
}

}  // namespace
}  // namespace ttgt
