// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "src/core/descriptor.h"
#include "tools/io/npy_header.h"
#include "tools/io/output_file.h"

namespace ttgt::tool {

/// Called with the bytes done since the last call.
using OnBytes = std::function<void(std::int64_t bytes)>;

/// An .npy file open for reading; only the header has been read.
class NpyFile {
public:
    /// Throws FileError where the file cannot be read or is not an array that we read. What is no
    /// regular file is not even opened.
    explicit NpyFile(const std::string& path);

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    [[nodiscard]] const NpyHeader& header() const noexcept { return header_; }

    /// Reads the elements as they lie in the file to `data`, header().data_bytes() bytes.
    void load(void* data, const OnBytes& on_bytes) const;
    /// Reads the elements into a tensor of the same extents but any strides, of the same dtype or
    /// of the complex one of the same precision. Holds a few MiB besides.
    void load_into(const TensorView& tensor, const OnBytes& on_bytes) const;

    /// Reads the elements at these indices of each mode, ascending, to `data`, packed, first mode
    /// fastest. Reads nothing else but what lies between adjacent ones.
    void load_block(const std::vector<std::vector<std::int64_t>>& indices, void* data,
                    const OnBytes& on_bytes) const;

private:
    void read(void* data, std::int64_t bytes, std::int64_t offset) const;

    std::string path_;
    Descriptor file_;
    NpyHeader header_;
};

/// Writes `tensor`, packed in Fortran or C order, as an .npy file; the caller commits.
void write_npy(OutputFile& file, const ConstTensorView& tensor, bool fortran_order,
               const OnBytes& on_bytes);

}  // namespace ttgt::tool
