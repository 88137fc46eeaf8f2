// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/io/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "src/core/files/replaced_path.h"
#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

/// The name that the kernel has for an open file without one.
std::string name_of_open(int descriptor) { return fmt::format("/proc/self/fd/{}", descriptor); }

/// A file in the target's folder that has no name: whatever ends the process, it is gone. Not open
/// where the file system has none, or could not give it a name later.
Descriptor open_without_name(const std::string& path, mode_t mode) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    Descriptor file(
        open(folder.empty() ? "." : folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode));
    if (file.is_open() && access(name_of_open(file.get()).c_str(), F_OK) != 0) file.reset();
    return file;
}

}  // namespace

template <class Make>
int OutputFile::make_temporary(const Make& make) {
    int failure = EEXIST;  // of a process that drew the same name
    for (int attempt = 0; attempt < 100 && failure == EEXIST; ++attempt) {
        const std::string name = temporary_beside(path_);
        auto guard = std::make_unique<TemporaryPath>(name);
        failure = make(name.c_str()) ? 0 : errno;
        if (failure != 0) continue;
        temporary_ = name;
        guard_ = std::move(guard);
    }
    return failure;
}

OutputFile::OutputFile(const std::string& path) : path_(replaced_path(path)) {
    struct stat status {};
    const bool replaces = stat(path_.c_str(), &status) == 0;
    const mode_t mode = replaces ? status.st_mode & 07777 : 0666;
    int failure = 0;
    descriptor_ = open_without_name(path_, mode);
    if (!descriptor_.is_open()) {
        failure = make_temporary([&](const char* name) {
            descriptor_ = Descriptor(open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
            return descriptor_.is_open();
        });
    }
    // The mode given to open() loses what the umask takes.
    if (failure == 0 && replaces && fchmod(descriptor_.get(), mode) != 0) failure = errno;
    if (failure == 0) return;
    discard();
    throw FileError(path, "cannot be written" + system_reason(failure));
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() noexcept {
    if (descriptor_.is_open() && !temporary_.empty()) unlink(temporary_.c_str());
    descriptor_.reset();
}

void OutputFile::write(const void* data, std::int64_t bytes) {
    write_all(descriptor_.get(), data, bytes, path_);
}

void OutputFile::write(std::string_view text) {
    write(text.data(), static_cast<std::int64_t>(text.size()));
}

Descriptor OutputFile::commit_open() {
    if (fsync(descriptor_.get()) != 0) {
        throw RunError(path_ + ": cannot be written to disk" + system_reason(errno));
    }
    int failure = 0;
    if (temporary_.empty()) {
        // A link does not replace a file; the name lasts for the time between two calls.
        failure = make_temporary([&](const char* name) {
            return linkat(AT_FDCWD, name_of_open(descriptor_.get()).c_str(), AT_FDCWD, name,
                          AT_SYMLINK_FOLLOW) == 0;
        });
    }
    if (failure == 0 && rename(temporary_.c_str(), path_.c_str()) != 0) failure = errno;
    if (failure != 0) throw RunError(path_ + ": cannot be put in place" + system_reason(failure));
    return std::move(descriptor_);
}

void OutputFile::commit() { (void)commit_open(); }

void write_all(int descriptor, const void* data, std::int64_t bytes, const std::string& path) {
    const int failure =
        write_bytes(descriptor, {static_cast<const char*>(data), static_cast<std::size_t>(bytes)});
    if (failure != 0) throw RunError(path + ": cannot be written" + system_reason(failure));
}

}  // namespace ttgt::tool
