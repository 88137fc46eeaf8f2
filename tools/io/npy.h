// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstdint>
#include <string>

#include "src/core/files/npy_header.h"
#include "src/core/files/npy_part.h"
#include "src/core/files/regular_file.h"
#include "tools/io/output_file.h"

namespace ttgt::tool {

/// An .npy file open for reading; only the header has been read.
class NpyFile {
public:
    /// Throws FileError where the file cannot be read or is not an array that we read. What is no
    /// regular file is not even opened.
    explicit NpyFile(const std::string& path);

    [[nodiscard]] const std::string& path() const noexcept { return file_.path(); }
    [[nodiscard]] const NpyHeader& header() const noexcept { return header_; }

    /// Reads the elements as they lie in the file to `data`, header().data_bytes() bytes.
    void load(void* data, const OnBytes& on_bytes) const;
    /// Reads the elements into a tensor of the same extents but any strides, of the same dtype or
    /// of the complex one of the same precision. Holds a few MiB besides.
    void load_into(const TensorView& tensor, const OnBytes& on_bytes) const;

    /// Reads the elements at these indices of each mode, ascending, to `data`, packed, first mode
    /// fastest, and no others.
    void load_block(const PartIndices& indices, void* data, const OnBytes& on_bytes) const;

private:
    RegularFile file_;
    NpyHeader header_;
};

/// Writes `tensor`, packed in Fortran or C order, as an .npy file; the caller commits.
void write_npy(OutputFile& file, const ConstTensorView& tensor, bool fortran_order,
               const OnBytes& on_bytes);

}  // namespace ttgt::tool
