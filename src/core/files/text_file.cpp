// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/files/text_file.h"

#include <ttgt/error.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace ttgt {
namespace {

[[noreturn]] void fail(const std::string& path, int error_number) {
    throw InvalidArgument(
        fmt::format("{}: cannot be read: {}", path, std::generic_category().message(error_number)));
}

struct Close {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
};

}  // namespace

std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

std::string_view wide_encoding(std::string_view text) {
    using namespace std::string_view_literals;
    // The mark of UTF-32 with the low byte first begins as that of UTF-16 does.
    if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
    return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ? "UTF-16" : "";
}

std::string read_text_file(const std::string& path) {
    constexpr std::size_t largest = std::size_t{64} << 20;
    // No stream: they do not say why they fail, and throw on folders.
    const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rbe"));
    if (!file) fail(path, errno);
    std::string text;
    std::vector<char> chunk(std::size_t{1} << 16);  // not on the stack, which may be as small
    while (const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
        text.append(chunk.data(), got);
        if (text.size() > largest) throw InvalidArgument(path + ": is larger than 64 MiB");
    }
    if (std::ferror(file.get()) != 0) fail(path, errno);
    if (const std::string_view encoding = wide_encoding(text); !encoding.empty()) {
        throw InvalidArgument(fmt::format("{}: is text of {}; save it as UTF-8", path, encoding));
    }
    text.erase(0, text.size() - without_byte_order_mark(text).size());
    return text;
}

}  // namespace ttgt
