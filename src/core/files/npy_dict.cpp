// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/files/npy_dict.h"

#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "src/core/files/reasons.h"

namespace ttgt {
namespace {

constexpr std::array<std::string_view, 3> keys{"descr", "fortran_order", "shape"};

class DictParser {
public:
    DictParser(std::string_view text, const std::string& path) : text_(text), path_(path) {}

    NpyDict parse() {
        NpyDict dict;
        std::array<bool, keys.size()> seen{};
        expect('{');
        while (!accept('}')) {
            const std::string key = string("a key");
            expect(':');
            store(key, dict, seen);
            if (accept('}')) break;
            expect(',');
        }
        skip_blanks();
        if (position_ != text_.size()) fail("text after the dictionary");
        const auto* const missing = std::find(seen.begin(), seen.end(), false);
        if (missing != seen.end()) {
            const auto index = static_cast<std::size_t>(missing - seen.begin());
            throw FileError(path_, fmt::format("the .npy header has no key '{}'", keys[index]));
        }
        return dict;
    }

private:
    void store(const std::string& key, NpyDict& dict, std::array<bool, keys.size()>& seen) {
        const auto* const known = std::find(keys.begin(), keys.end(), key);
        if (known == keys.end()) {
            throw FileError(path_,
                            fmt::format("the .npy header has an unknown key {}", in_quotes(key)));
        }
        const auto index = static_cast<std::size_t>(known - keys.begin());
        if (seen[index]) {
            throw FileError(path_, fmt::format("the .npy header repeats the key '{}'", key));
        }
        seen[index] = true;
        if (key == "descr") {
            dict.descr = descr();
        } else if (key == "shape") {
            dict.shape = shape();
        } else {
            dict.fortran_order = boolean();
        }
    }

    std::string descr() {
        skip_blanks();
        if (position_ < text_.size() && (text_[position_] == '[' || text_[position_] == '(')) {
            throw FileError(path_, "holds structured elements; f2, f4, f8, c8 and c16 are read");
        }
        return string("the dtype");
    }

    std::string string(std::string_view what) {
        skip_blanks();
        if (position_ == text_.size() || (text_[position_] != '\'' && text_[position_] != '"')) {
            fail(fmt::format("no string where {} should be", what));
        }
        const std::size_t end = text_.find(text_[position_], position_ + 1);
        if (end == std::string_view::npos) fail("a string without an end");
        const std::string_view content = text_.substr(position_ + 1, end - position_ - 1);
        if (content.find('\\') != std::string_view::npos) fail("a backslash in a string");
        position_ = end + 1;
        return std::string(content);
    }

    bool boolean() {
        skip_blanks();
        for (const std::string_view word : {"True", "False"}) {
            if (text_.substr(position_).starts_with(word)) {
                position_ += word.size();
                return word == "True";
            }
        }
        fail("neither True nor False after 'fortran_order'");
    }

    std::vector<std::int64_t> shape() {
        std::vector<std::int64_t> extents;
        expect('(');
        bool comma = true;
        while (!accept(')')) {
            if (!comma) fail("no comma between two extents");
            extents.push_back(extent());
            comma = accept(',');
        }
        if (extents.size() == 1 && !comma) fail("a shape that is a number, not a tuple");
        return extents;
    }

    std::int64_t extent() {
        skip_blanks();
        std::int64_t value = 0;
        const char* const end = text_.data() + text_.size();
        const auto [stop, failure] = std::from_chars(text_.data() + position_, end, value);
        if (failure == std::errc::result_out_of_range) fail("an extent that does not fit 64 bits");
        if (failure != std::errc{}) fail("an extent that is not an integer");
        if (value < 0) fail("a negative extent");
        position_ = static_cast<std::size_t>(stop - text_.data());
        return value;
    }

    void skip_blanks() {
        while (position_ < text_.size() &&
               std::string_view(" \t\r\n").find(text_[position_]) != std::string_view::npos) {
            ++position_;
        }
    }

    bool accept(char character) {
        skip_blanks();
        const bool found = position_ < text_.size() && text_[position_] == character;
        if (found) ++position_;
        return found;
    }

    void expect(char character) {
        if (!accept(character)) fail(fmt::format("no '{}'", character));
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw FileError(path_, fmt::format("the .npy header has {} at byte {} of {}", what,
                                           position_, in_quotes(text_)));
    }

    std::string_view text_;
    const std::string& path_;
    std::size_t position_ = 0;
};

}  // namespace

NpyDict parse_npy_dict(std::string_view text, const std::string& path) {
    return DictParser(text, path).parse();
}

}  // namespace ttgt
