// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "tools/errors.h"

namespace ttgt::tool {
namespace {

namespace fs = std::filesystem;

/// Where the bytes shall go in the end: a link's target rather than the link.
fs::path resolve(const std::string& path) {
    std::error_code failure;
    fs::path target = path;
    if (fs::is_symlink(fs::symlink_status(target, failure))) {
        target = fs::weakly_canonical(target, failure);
        if (failure) throw FileError(path, "cannot be resolved: " + failure.message());
    }
    const fs::file_status status = fs::status(target, failure);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        throw FileError(path, "exists and is not a regular file");
    }
    if (!target.has_filename()) throw FileError(path, "is not the name of a file");
    return target;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(resolve(path).string()) {
    const fs::path target(path_);
    temporary_ =
        (target.parent_path() / fmt::format(".{}.{}.tmp", target.filename().string(), getpid()))
            .string();
    guard_ = std::make_unique<TemporaryPath>(temporary_);
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) throw FileError(path, "cannot be written" + system_reason(errno));
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) {
        close(descriptor_);
        unlink(temporary_.c_str());
    }
}

void OutputFile::write(const void* data, std::int64_t bytes) {
    write_all(descriptor_, data, bytes, path_);
}

void OutputFile::write(std::string_view text) {
    write(text.data(), static_cast<std::int64_t>(text.size()));
}

void OutputFile::commit() {
    if (fsync(descriptor_) != 0) {
        throw RunError(path_ + ": cannot be written to disk" + system_reason(errno));
    }
    if (rename(temporary_.c_str(), path_.c_str()) != 0) {
        throw RunError(path_ + ": cannot be put in place" + system_reason(errno));
    }
    close(descriptor_);
    descriptor_ = -1;
}

void write_all(int descriptor, const void* data, std::int64_t bytes, const std::string& path) {
    constexpr std::int64_t most_at_once = std::int64_t{1} << 26;
    const char* next = static_cast<const char*>(data);
    while (bytes > 0) {
        const auto step = static_cast<std::size_t>(std::min(bytes, most_at_once));
        const ssize_t written = ::write(descriptor, next, step);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) throw RunError(path + ": cannot be written" + system_reason(errno));
        next += written;
        bytes -= written;
    }
}

}  // namespace ttgt::tool
