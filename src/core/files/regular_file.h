// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "src/core/descriptor.h"

namespace ttgt {

/// A regular file open for reading. Nothing else is even opened: a FIFO would wait for a writer,
/// and a device may do anything.
class RegularFile {
public:
    /// Throws FileError where the path names no regular file or it cannot be read.
    explicit RegularFile(const std::string& path);

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    /// Bytes of the file when it was opened.
    [[nodiscard]] std::int64_t bytes() const noexcept { return bytes_; }
    /// Reads `bytes` bytes that begin `offset` bytes behind the file's start. Throws FileError.
    void read(void* data, std::int64_t bytes, std::int64_t offset) const;

private:
    std::string path_;
    Descriptor descriptor_;
    std::int64_t bytes_ = 0;
};

}  // namespace ttgt
