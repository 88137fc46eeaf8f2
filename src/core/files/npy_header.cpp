// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/files/npy_header.h"

#include <ttgt/error.h>

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/core/checked.h"
#include "src/core/files/npy_dict.h"
#include "src/core/files/reasons.h"

static_assert(std::endian::native == std::endian::little,
              "arrays are read and written without swapping bytes");

namespace ttgt {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

std::string_view kind_name(std::string_view code) {
    if (code.empty()) return "unknown elements";
    switch (code.front()) {
        case 'b':
            return "booleans or bytes";
        case 'i':
        case 'u':
            return "integers";
        case 'O':
            return "Python objects";
        case 'S':
        case 'a':
        case 'U':
            return "strings";
        case 'V':
            return "structured or raw elements, bfloat16 among them";
        case 'M':
        case 'm':
            return "dates";
        case 'f':
        case 'c':
            return "floating point of another size";
        default:
            return "unknown elements";
    }
}

DType dtype_of_descr(const std::string& descr, const std::string& path) {
    const char order = descr.empty() ? '\0' : descr.front();
    const std::string_view code =
        descr.empty() ? std::string_view{} : std::string_view(descr).substr(1);
    if (order == '>') {
        throw FileError(path,
                        fmt::format("dtype {} is big-endian; arrays are read little-endian only",
                                    in_quotes(descr)));
    }
    if (order == '<' || order == '=') {
        if (code == "f2") return DType::float16;
        if (code == "f4") return DType::float32;
        if (code == "f8") return DType::float64;
        if (code == "c8") return DType::complex64;
        if (code == "c16") return DType::complex128;
    }
    const bool has_order = order == '<' || order == '=' || order == '|';
    throw FileError(
        path, fmt::format("dtype {} ({}) is none of <f2, <f4, <f8, <c8, <c16", in_quotes(descr),
                          kind_name(has_order ? code : std::string_view(descr))));
}

std::string_view descr_of(DType dtype) {
    switch (dtype) {
        case DType::float16:
            return "<f2";
        case DType::float32:
            return "<f4";
        case DType::float64:
            return "<f8";
        case DType::complex64:
            return "<c8";
        case DType::complex128:
            return "<c16";
        default:
            throw Unsupported(
                fmt::format("{} cannot be written as .npy, which has no such type", name(dtype)));
    }
}

/// Unsigned, little-endian.
std::size_t read_length(std::string_view bytes) {
    std::size_t value = 0;
    for (std::size_t i = bytes.size(); i > 0; --i) {
        value = value * 256 + static_cast<unsigned char>(bytes[i - 1]);
    }
    return value;
}

/// The dictionary's text, and through `data_offset` where it ends.
std::string_view header_text(std::string_view bytes, const std::string& path,
                             std::int64_t& data_offset) {
    if (bytes.substr(0, magic.size()) != magic) {
        throw FileError(path, "is not an .npy file: it does not start with \\x93NUMPY");
    }
    if (bytes.size() < 8) throw FileError(path, "ends inside the .npy format version");
    const int major = static_cast<unsigned char>(bytes[6]);
    const int minor = static_cast<unsigned char>(bytes[7]);
    if (major < 1 || major > 3 || minor != 0) {
        throw FileError(
            path,
            fmt::format("has .npy format version {}.{}; 1.0, 2.0 and 3.0 are read", major, minor));
    }
    const std::size_t length_bytes = major == 1 ? 2 : 4;
    const std::size_t start = 8 + length_bytes;
    if (bytes.size() < start) throw FileError(path, "ends inside the .npy header's length");
    const std::size_t length = read_length(bytes.substr(8, length_bytes));
    if (start + length > npy_max_header_bytes) {
        throw FileError(path, fmt::format("has an .npy header that ends at byte {}; {} are read",
                                          start + length, npy_max_header_bytes));
    }
    if (bytes.size() < start + length) {
        throw FileError(path, fmt::format("is truncated: {} bytes hold no .npy header of {}",
                                          bytes.size(), length));
    }
    data_offset = static_cast<std::int64_t>(start + length);
    return bytes.substr(start, length);
}

void check_size(const NpyHeader& header, std::int64_t file_bytes, const std::string& path) {
    if (header.shape.size() > npy_max_rank) {
        throw FileError(path, fmt::format("has rank {}; arrays of rank {} at most are read",
                                          header.shape.size(), npy_max_rank));
    }
    std::int64_t needed = 0;
    try {
        check_layout(header.layout(), size_bytes(header.dtype), "the array");
        needed = header.data_bytes();
    } catch (const SizeOverflow&) {
        throw FileError(path, fmt::format("shape ({}) of {} does not fit 64 bits",
                                          fmt::join(header.shape, ","), name(header.dtype)));
    }
    const std::int64_t present = file_bytes - header.data_offset;
    if (present == needed) return;
    throw FileError(path,
                    fmt::format("{}: shape ({}) of {} needs {} bytes of data, the file holds {}",
                                present < needed ? "is truncated" : "has bytes after its array",
                                fmt::join(header.shape, ","), name(header.dtype), needed, present));
}

}  // namespace

Layout NpyHeader::layout() const {
    return fortran_order ? packed(shape) : packed_last_fastest(shape);
}

std::int64_t NpyHeader::data_bytes() const {
    return checked_multiply(checked_product(shape, "the volume of the array"), size_bytes(dtype),
                            "the size of the array");
}

NpyHeader parse_npy_header(std::string_view bytes, std::int64_t file_bytes,
                           const std::string& path) {
    NpyHeader header;
    NpyDict dict = parse_npy_dict(header_text(bytes, path, header.data_offset), path);
    header.dtype = dtype_of_descr(dict.descr, path);
    header.fortran_order = dict.fortran_order;
    header.shape = std::move(dict.shape);
    check_size(header, file_bytes, path);
    return header;
}

NpyHeader read_npy_header(const RegularFile& file) {
    const std::int64_t most = std::min(file.bytes(), std::int64_t{npy_max_header_bytes});
    std::string start(static_cast<std::size_t>(most), '\0');
    file.read(start.data(), most, 0);
    return parse_npy_header(start, file.bytes(), file.path());
}

std::string format_npy_header(DType dtype, bool fortran_order,
                              const std::vector<std::int64_t>& shape) {
    constexpr std::size_t alignment = 64;
    constexpr std::size_t prefix_bytes = 10;
    std::string dict = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}{}), }}",
                                   descr_of(dtype), fortran_order ? "True" : "False",
                                   fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    const std::size_t used = prefix_bytes + dict.size() + 1;
    dict.append((alignment - used % alignment) % alignment, ' ');
    dict += '\n';
    std::string header(magic);
    header += '\x01';
    header += '\x00';
    header += static_cast<char>(dict.size() % 256);
    header += static_cast<char>(dict.size() / 256);
    return header + dict;
}

}  // namespace ttgt
