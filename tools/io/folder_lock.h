// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "src/core/descriptor.h"
#include "tools/io/interrupt.h"

namespace ttgt::tool {

/// While this exists, no other process has the folder's lock: flock(2) of a file in it that says
/// who holds it. A process that ends, however it ends, holds it no longer.
class FolderLock {
public:
    /// `what_runs` is for those who come in vain. Throws RunError naming the holder where there is
    /// one, FileError where nothing can be written there. A file system that knows no locks is
    /// noted on standard error.
    FolderLock(const std::string& folder, const std::string& what_runs);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;  // one holder
    FolderLock& operator=(const FolderLock&) = delete;

private:
    [[nodiscard]] bool try_lock(const std::string& folder);

    std::string path_;
    std::unique_ptr<TemporaryPath> guard_;
    Descriptor descriptor_;
};

}  // namespace ttgt::tool
