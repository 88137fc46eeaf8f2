// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>
#include <ttgt/layout.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/core/files/regular_file.h"

namespace ttgt {

/// What an .npy file says of its array (NumPy's NEP 1 format): little-endian f2, f4, f8, c8
/// or c16, rank 0 to 64. `fortran_order`: the first axis is fastest.
struct NpyHeader {
    DType dtype = DType::float64;
    bool fortran_order = false;
    std::vector<std::int64_t> shape;
    std::int64_t data_offset = 0;  ///< bytes from the start of the file to the first element

    /// Axis i of the array is mode i, whatever the memory order.
    [[nodiscard]] Layout layout() const;
    [[nodiscard]] std::int64_t data_bytes() const;
};

/// NumPy's since its version 2, and ours.
inline constexpr std::size_t npy_max_rank = max_rank;
/// A header that parse_npy_header accepts lies within this many bytes of the file's start: all that
/// format version 1.0 can have, and more than any array needs.
inline constexpr std::size_t npy_max_header_bytes = 10 + 65535;

/// Reads the header at the start of `bytes`, which holds the first npy_max_header_bytes of a file
/// of `file_bytes`, or the whole file. Throws FileError naming `path` on everything that is not an
/// array as above whose data ends with the file.
[[nodiscard]] NpyHeader parse_npy_header(std::string_view bytes, std::int64_t file_bytes,
                                         const std::string& path);

/// Reads the header of a file. Throws FileError.
[[nodiscard]] NpyHeader read_npy_header(const RegularFile& file);

/// The bytes before the data of such an array (format version 1.0, data aligned to 64 bytes).
[[nodiscard]] std::string format_npy_header(DType dtype, bool fortran_order,
                                            const std::vector<std::int64_t>& shape);

}  // namespace ttgt
