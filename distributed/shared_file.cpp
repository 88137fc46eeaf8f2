// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/shared_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <ttgt/error.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "src/core/files/reasons.h"
#include "src/core/files/replaced_path.h"

namespace ttgt {

SharedFile::SharedFile(const std::string& path, const std::string& start, std::int64_t bytes)
    : path_(path), target_(replaced_path(path)) {
    struct stat status {};
    const bool replaces = stat(target_.c_str(), &status) == 0;
    const mode_t mode = replaces ? status.st_mode & 07777 : 0666;
    int failure = EEXIST;  // of a process that drew the same name
    for (int attempt = 0; attempt < 100 && failure == EEXIST; ++attempt) {
        const std::string name = temporary_beside(target_);
        descriptor_ = Descriptor(open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
        failure = descriptor_.is_open() ? 0 : errno;
        if (failure == 0) temporary_ = name;
    }
    // The mode given to open() loses what the umask takes.
    if (failure == 0 && replaces && fchmod(descriptor_.get(), mode) != 0) failure = errno;
    if (failure == 0) failure = write_bytes(descriptor_.get(), start);
    if (failure == 0 && ftruncate(descriptor_.get(), bytes) != 0) failure = errno;
    if (failure == 0) return;
    discard();
    throw FileError(path, "cannot be written" + system_reason(failure));
}

SharedFile::~SharedFile() { discard(); }

void SharedFile::discard() noexcept {
    if (!temporary_.empty()) unlink(temporary_.c_str());
    temporary_.clear();
    descriptor_.reset();
}

void SharedFile::commit() {
    close_shared(descriptor_, path_);
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) {
        throw FileError(path_, "cannot be put in place" + system_reason(errno));
    }
    temporary_.clear();
}

Descriptor open_shared(const std::string& temporary, const std::string& path) {
    Descriptor file(open(temporary.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.is_open()) {
        throw FileError(path,
                        "cannot be written, temporary file " + temporary + system_reason(errno));
    }
    return file;
}

void close_shared(Descriptor& file, const std::string& path) {
    if (fsync(file.get()) != 0 || file.close() != 0) {
        throw FileError(path, "cannot be written to disk" + system_reason(errno));
    }
}

}  // namespace ttgt
