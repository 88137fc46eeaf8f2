// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/io/values.h"

#include <ttgt/context.h>
#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

/// True where `text` as a whole is a number, then stored in `value`.
template <class Number>
bool read_number(std::string_view text, Number& value) {
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, value);
    return failure == std::errc{} && stop == end;
}

double parse_real(std::string_view text, std::string_view what) {
    double value = 0;
    if (!read_number(text, value) || !std::isfinite(value)) {
        throw InvalidArgument(fmt::format("{}: {} is not a finite number", what, in_quotes(text)));
    }
    return value;
}

constexpr std::int64_t kibi = 1024;
constexpr std::array<std::pair<std::string_view, std::int64_t>, 10> units{{
    {"", 1},
    {"B", 1},
    {"kB", 1000},
    {"MB", 1000 * 1000},
    {"GB", 1000 * 1000 * 1000},
    {"TB", std::int64_t{1000} * 1000 * 1000 * 1000},
    {"KiB", kibi},
    {"MiB", kibi* kibi},
    {"GiB", kibi* kibi* kibi},
    {"TiB", kibi* kibi* kibi* kibi},
}};

}  // namespace

std::int64_t parse_integer(std::string_view text, std::int64_t least, std::string_view what) {
    std::int64_t value = 0;
    if (!read_number(text, value)) {
        throw InvalidArgument(
            fmt::format("{}: {} is not an integer of 64 bits", what, in_quotes(text)));
    }
    if (value < least) {
        throw InvalidArgument(fmt::format("{}: {} is below {}", what, value, least));
    }
    return value;
}

std::vector<std::int64_t> parse_integers(std::string_view text, std::int64_t least,
                                         std::string_view what) {
    std::vector<std::int64_t> values;
    if (text.empty()) return values;
    for (const std::string_view part : split(text, ',')) {
        values.push_back(parse_integer(part, least, what));
    }
    return values;
}

std::int64_t parse_size(std::string_view text, std::string_view what) {
    if (text == "unlimited") return unlimited;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view suffix = text.substr(digits);
    const auto* const unit = std::find_if(units.begin(), units.end(),
                                          [&](const auto& entry) { return entry.first == suffix; });
    std::int64_t count = 0;
    if (unit == units.end() || !read_number(text.substr(0, digits), count) ||
        count > std::numeric_limits<std::int64_t>::max() / unit->second) {
        throw InvalidArgument(fmt::format(
            "{}: {} is not a size such as 0, 64MiB, 1GiB or unlimited", what, in_quotes(text)));
    }
    return count * unit->second;
}

std::int64_t parse_count(std::string_view text, std::string_view what) {
    constexpr std::array<std::pair<char, std::int64_t>, 3> powers{
        {{'k', 1000}, {'M', 1000 * 1000}, {'G', 1000 * 1000 * 1000}}};
    std::string_view digits = text;
    std::int64_t factor = 1;
    for (const auto& [suffix, power] : powers) {
        if (!text.ends_with(suffix)) continue;
        digits.remove_suffix(1);
        factor = power;
    }
    std::int64_t count = 0;
    if (!read_number(digits, count) || count < 1 ||
        count > std::numeric_limits<std::int64_t>::max() / factor) {
        throw InvalidArgument(fmt::format("{}: {} is not a positive number such as 2000000 or 150M",
                                          what, in_quotes(text)));
    }
    return count * factor;
}

Scalar parse_scalar(std::string_view text, std::string_view what) {
    const std::vector<std::string_view> parts = split(text, ',');
    if (parts.size() > 2) {
        throw InvalidArgument(fmt::format("{}: {} has more than a real and an imaginary part", what,
                                          in_quotes(text)));
    }
    return Scalar(parse_real(parts[0], what), parts.size() == 2 ? parse_real(parts[1], what) : 0.0);
}

DType parse_numeric_dtype(std::string_view text, std::string_view what) {
    const std::optional<DType> dtype = parse_dtype(text);
    if (!dtype || is_opaque(*dtype)) {
        throw InvalidArgument(fmt::format(
            "{}: {} is none of float16, bfloat16, float32, float64, complex64, complex128", what,
            in_quotes(text)));
    }
    return *dtype;
}

ComputeType parse_compute(std::string_view text, std::string_view what) {
    const std::optional<ComputeType> compute = parse_compute_type(text);
    if (compute) return *compute;
    throw InvalidArgument(fmt::format("{}: {} is none of full, tf32, tf32x3, int8, int8-fast", what,
                                      in_quotes(text)));
}

DType opaque_dtype(std::int64_t element_bytes, std::string_view what) {
    for (const DType dtype :
         {DType::opaque1, DType::opaque2, DType::opaque4, DType::opaque8, DType::opaque16}) {
        if (size_bytes(dtype) == element_bytes) return dtype;
    }
    throw InvalidArgument(fmt::format("{}: {} is none of 1, 2, 4, 8, 16", what, element_bytes));
}

std::vector<int> parse_permutation(std::string_view text, std::size_t rank, std::string_view what) {
    std::vector<int> perm;
    std::vector<bool> seen(rank, false);
    for (const std::int64_t mode : parse_integers(text, 0, what)) {
        const bool fits = std::cmp_less(mode, rank) && !seen[static_cast<std::size_t>(mode)];
        if (!fits) {
            throw InvalidArgument(
                fmt::format("{}: {} is no permutation of {} modes: {} is {}", what, in_quotes(text),
                            rank, mode, std::cmp_less(mode, rank) ? "repeated" : "too large"));
        }
        seen[static_cast<std::size_t>(mode)] = true;
        perm.push_back(static_cast<int>(mode));
    }
    if (perm.size() != rank) {
        throw InvalidArgument(fmt::format("{}: {} has {} entries, the tensor has {} modes", what,
                                          in_quotes(text), perm.size(), rank));
    }
    return perm;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

}  // namespace ttgt::tool
