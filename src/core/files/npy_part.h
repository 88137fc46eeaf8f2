// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "src/core/files/npy_header.h"
#include "src/core/files/regular_file.h"

/// A part of the array of an .npy file: for each mode some of its indices, ascending, the same for
/// all indices of the other modes.
namespace ttgt {

/// The indices of each mode that a part has, counted in the whole array.
using PartIndices = std::vector<std::vector<std::int64_t>>;

/// Elements of a part that follow each other in the file. The numbers count elements: `in_file`
/// from the first one of the array, `in_part` from the address of the part.
struct PartRun {
    std::int64_t in_file = 0;  ///< place of the first element in the file
    std::int64_t in_part = 0;  ///< place of the first element in the part's memory
    std::int64_t count = 0;    ///< number of elements
    std::int64_t stride = 1;   ///< distance of the elements in the part's memory
};

/// Calls `visit` for each run of a part, in runs as long as the file's and the part's strides
/// permit. `part` is the layout of the part in memory.
void for_each_run(const NpyHeader& header, const PartIndices& indices, const Layout& part,
                  const std::function<void(const PartRun&)>& visit);

/// Called with the bytes done since the last call.
using OnBytes = std::function<void(std::int64_t bytes)>;

/// Reads a part into memory, and no other byte of the file. Throws FileError.
void read_part(const RegularFile& file, const NpyHeader& header, const PartIndices& indices,
               const Layout& part, void* data, const OnBytes& on_bytes);
/// Writes a part to where it lies in the open file `descriptor`, which messages call `path`. Throws
/// FileError.
void write_part(int descriptor, const std::string& path, const NpyHeader& header,
                const PartIndices& indices, const Layout& part, const void* data);

}  // namespace ttgt
