// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "src/core/descriptor.h"
#include "tools/io/interrupt.h"

namespace ttgt::tool {

/// A file that appears whole or not at all: bytes go to a temporary beside the target, and commit()
/// renames it over the target once all of them are on disk. Until then the temporary has no name
/// where the file system can do that, so that a process that is killed or crashes leaves nothing;
/// elsewhere it has a name that no other process has. Without commit() the target stays as it was
/// and the temporary is removed. A target that is replaced keeps its mode.
class OutputFile {
public:
    /// Opens the temporary. Throws FileError where the folder cannot be written, or where the
    /// target exists and is no regular file. A target that is a symbolic link is replaced where it
    /// points.
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;  // one descriptor, one temporary
    OutputFile& operator=(const OutputFile&) = delete;

    /// Throws RunError where the bytes cannot be written.
    void write(const void* data, std::int64_t bytes);
    void write(std::string_view text);
    /// Throws RunError; nothing has appeared then.
    void commit();
    /// As commit(); the file stays open, for more bytes, for the caller.
    [[nodiscard]] Descriptor commit_open();

    [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
    void discard() noexcept;
    /// Gives `make` names until one is free. Returns 0 or the error number; true of `make` is
    /// success.
    template <class Make>
    [[nodiscard]] int make_temporary(const Make& make);

    std::string path_;
    std::string temporary_;  ///< empty while the file has no name
    std::unique_ptr<TemporaryPath> guard_;
    Descriptor descriptor_;
};

/// Writes all bytes to a descriptor; throws RunError naming `path`.
void write_all(int descriptor, const void* data, std::int64_t bytes, const std::string& path);

}  // namespace ttgt::tool
