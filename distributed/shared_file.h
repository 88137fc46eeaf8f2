// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "src/core/descriptor.h"

namespace ttgt {

/// A file that one rank makes, that all ranks write to, and that appears whole or not at all: bytes
/// go to a hidden temporary file beside the target, and commit() renames it over the target.
/// Without commit() the target stays as it was and the temporary file is removed. A target that is
/// replaced keeps its mode; of a symbolic link the file that it points to is replaced.
class SharedFile {
public:
    /// Makes a temporary file of `bytes` bytes, of which the first are `start`. Throws FileError
    /// where the folder cannot be written, or the target exists and is no regular file.
    SharedFile(const std::string& path, const std::string& start, std::int64_t bytes);
    ~SharedFile();
    SharedFile(const SharedFile&) = delete;  // one temporary file, one owner
    SharedFile& operator=(const SharedFile&) = delete;

    /// The path by which other ranks open the temporary file.
    [[nodiscard]] const std::string& temporary() const noexcept { return temporary_; }
    /// Puts the file in place once all ranks have closed theirs. Throws FileError.
    void commit();

private:
    void discard() noexcept;

    std::string path_;       ///< as the caller gave it, for messages
    std::string target_;     ///< what is replaced
    std::string temporary_;  ///< empty where there is no temporary file
    Descriptor descriptor_;
};

/// Opens the temporary file of another rank for writing. `path` is the target's, for messages.
/// Throws FileError.
[[nodiscard]] Descriptor open_shared(const std::string& temporary, const std::string& path);
/// Brings what was written to the disk and closes the file. Throws FileError.
void close_shared(Descriptor& file, const std::string& path);

}  // namespace ttgt
