// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/files/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <ttgt/error.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "src/core/files/reasons.h"

namespace ttgt {
namespace {

std::string_view kind_of(mode_t mode) {
    if (S_ISDIR(mode)) return "a folder";
    if (S_ISFIFO(mode)) return "a FIFO";
    if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
    return "a socket";
}

void check_regular(mode_t mode, const std::string& path) {
    if (S_ISREG(mode)) return;
    throw FileError(path, fmt::format("is {}, not a regular file", kind_of(mode)));
}

Descriptor open_regular(const std::string& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) {
        throw FileError(path, "cannot be read" + system_reason(errno));
    }
    check_regular(status.st_mode, path);
    // Should it have been replaced in between, the opening does not wait either.
    Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file.is_open()) throw FileError(path, "cannot be read" + system_reason(errno));
    return file;
}

}  // namespace

RegularFile::RegularFile(const std::string& path) : path_(path), descriptor_(open_regular(path)) {
    struct stat status {};
    if (fstat(descriptor_.get(), &status) != 0) {
        throw FileError(path, "cannot be read" + system_reason(errno));
    }
    check_regular(status.st_mode, path);
    bytes_ = status.st_size;
}

void RegularFile::read(void* data, std::int64_t bytes, std::int64_t offset) const {
    char* next = static_cast<char*>(data);
    while (bytes > 0) {
        const ssize_t got = pread(descriptor_.get(), next, static_cast<std::size_t>(bytes), offset);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw FileError(path_, "cannot be read" + system_reason(errno));
        if (got == 0) throw FileError(path_, "became shorter while it was read");
        next += got;
        bytes -= got;
        offset += got;
    }
}

}  // namespace ttgt
