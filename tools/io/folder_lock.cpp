// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/io/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "tools/io/errors.h"
#include "tools/io/output_file.h"

namespace ttgt::tool {
namespace {

std::string host_name() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "an unknown host";
}

/// What the holder wrote; it may not have got there yet.
std::string holder(int descriptor) {
    std::array<char, 1000> text{};
    const ssize_t bytes = pread(descriptor, text.data(), text.size(), 0);
    if (bytes <= 0) return "another process";
    return {text.data(), static_cast<std::size_t>(bytes)};
}

/// Whether the path still leads to the open file, which its last holder may have removed.
bool leads_to(const std::string& path, int descriptor) {
    struct stat by_path {};
    struct stat opened {};
    return stat(path.c_str(), &by_path) == 0 && fstat(descriptor, &opened) == 0 &&
           by_path.st_dev == opened.st_dev && by_path.st_ino == opened.st_ino;
}

}  // namespace

FolderLock::FolderLock(const std::string& folder, const std::string& what_runs)
    : path_((std::filesystem::path(folder) / ".ttgt.lock").string()) {
    while (!try_lock(folder)) {
    }
    const std::string text = fmt::format("process {} on {}: {}", getpid(), host_name(), what_runs);
    if (ftruncate(descriptor_.get(), 0) != 0) {
        throw RunError(path_ + ": cannot be written" + system_reason(errno));
    }
    write_all(descriptor_.get(), text.data(), static_cast<std::int64_t>(text.size()), path_);
    guard_ = std::make_unique<TemporaryPath>(path_);
}

FolderLock::~FolderLock() { unlink(path_.c_str()); }

bool FolderLock::try_lock(const std::string& folder) {
    descriptor_ = Descriptor(open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!descriptor_.is_open()) throw FileError(folder, "cannot be locked" + system_reason(errno));
    if (flock(descriptor_.get(), LOCK_EX | LOCK_NB) != 0) {
        const int failure = errno;
        if (failure == EWOULDBLOCK) {
            throw RunError(fmt::format("{}: is in use by {}", folder, holder(descriptor_.get())));
        }
        std::fprintf(stderr, "ttgt: note: %s cannot be locked%s; let no other run write to it\n",
                     folder.c_str(), system_reason(failure).c_str());
        return true;
    }
    return leads_to(path_, descriptor_.get());
}

}  // namespace ttgt::tool
