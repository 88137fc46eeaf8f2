// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/files/replaced_path.h"

#include <ttgt/error.h>
#include <unistd.h>

#include <filesystem>
#include <random>
#include <system_error>

#include <fmt/format.h>

namespace ttgt {

namespace fs = std::filesystem;

std::string replaced_path(const std::string& path) {
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
    return target.string();
}

std::string temporary_beside(const std::string& path) {
    const fs::path target(path);
    std::random_device draw;
    const std::string name = fmt::format(".{}.{}.{:08x}{:08x}.tmp", target.filename().string(),
                                         getpid(), draw(), draw());
    return (target.parent_path() / name).string();
}

}  // namespace ttgt
