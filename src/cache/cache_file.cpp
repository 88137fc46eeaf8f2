// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/cache/cache_file.h"

#include <ttgt/error.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "src/core/descriptor.h"

namespace ttgt {
namespace {

[[noreturn]] void refuse(const char* what, int error_number) {
    throw InvalidArgument(
        fmt::format("{}: {}", what, std::generic_category().message(error_number)));
}

/// A file under a name of its own that goes unless it is renamed.
class TemporaryCacheFile {
public:
    explicit TemporaryCacheFile(const std::string& path) : path_(unique_name(path)), file_(make()) {
        if (!file_.is_open()) refuse("cannot be written", errno);
    }
    ~TemporaryCacheFile() {
        if (!is_renamed_) (void)::unlink(path_.c_str());
    }
    TemporaryCacheFile(const TemporaryCacheFile&) = delete;
    TemporaryCacheFile& operator=(const TemporaryCacheFile&) = delete;

    void write(std::string_view bytes) const {
        const int failure = write_bytes(file_.get(), bytes);
        if (failure != 0) refuse("cannot be written", failure);
    }
    void rename_to(const std::string& path) {
        if (file_.close() != 0) refuse("cannot be written", errno);
        if (std::rename(path_.c_str(), path.c_str()) != 0) refuse("cannot be renamed", errno);
        is_renamed_ = true;
    }

private:
    /// No other process or thread has it, nor one of another machine with the same process number
    /// at the same time: it would be refused, not shared.
    static std::string unique_name(const std::string& path) {
        static std::atomic<unsigned> count{0};
        return fmt::format("{}.{}.{}{}", path, ::getpid(), count.fetch_add(1), temporary_suffix);
    }
    [[nodiscard]] int make() const {
        return ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    }

    std::string path_;
    Descriptor file_;
    bool is_renamed_ = false;
};

}  // namespace

std::string read_cache_file(const std::string& path) {
    // Neither a link nor a pipe is followed or waited for.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file.is_open() && errno == ENOENT) return "";
    if (!file.is_open()) refuse("cannot be read", errno);
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) refuse("cannot be read", errno);
    if (!S_ISREG(status.st_mode)) throw InvalidArgument("is no plain file");
    if (status.st_uid != ::geteuid()) throw InvalidArgument("belongs to another user");
    if (status.st_size > largest_cache_file) throw InvalidArgument("is larger than 16 MiB");
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t count = ::read(file.get(), bytes.data() + filled, bytes.size() - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse("cannot be read", errno);
        if (count == 0) break;
        filled += static_cast<std::size_t>(count);
    }
    if (filled == 0) throw InvalidArgument("is empty");
    bytes.resize(filled);
    return bytes;
}

void write_cache_file(const std::string& path, std::string_view bytes) {
    if (static_cast<std::int64_t>(bytes.size()) > largest_cache_file) {
        throw InvalidArgument("would be larger than 16 MiB");
    }
    TemporaryCacheFile file(path);
    file.write(bytes);
    file.rename_to(path);
}

bool check_cache_folder(const std::string& folder) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0) {
        if (errno == ENOENT) return false;
        refuse("cannot be read", errno);
    }
    if (!S_ISDIR(status.st_mode)) throw InvalidArgument("is no folder");
    if (status.st_uid != ::geteuid()) throw InvalidArgument("belongs to another user");
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        throw InvalidArgument("can be written by others");
    }
    return true;
}

void make_cache_folder(const std::string& folder) {
    std::error_code ignored;  // what fails here fails below, with a reason
    std::filesystem::create_directories(std::filesystem::path(folder).parent_path(), ignored);
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) refuse("cannot be made", errno);
    (void)check_cache_folder(folder);
}

}  // namespace ttgt
