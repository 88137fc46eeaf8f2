// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "distributed/run/transport.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {

/// A fresh folder of all ranks, which rank 0 makes and removes. Construction and destruction are
/// collective.
class SharedFolder {
public:
    explicit SharedFolder(Communicator& ranks) : transport_(ranks.transport()) {
        if (ranks.rank() == 0) folder_.emplace();
        path_ = transport_->all_texts(folder_ ? folder_->path() : std::string()).front();
    }
    ~SharedFolder() { wait(); }
    SharedFolder(const SharedFolder&) = delete;
    SharedFolder& operator=(const SharedFolder&) = delete;

    [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
    /// Writes a file on rank 0. Collective.
    std::string write(const std::string& name, const std::string& content) const {
        if (folder_) folder_->write(name, content);
        wait();
        return file(name);
    }
    /// The bytes of a file.
    [[nodiscard]] std::string read(const std::string& name) const {
        std::ifstream stream(file(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    /// The names of all files.
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(path_)) {
            found.push_back(entry.path().filename().string());
        }
        return found;
    }
    /// Waits for all ranks. Collective.
    void wait() const { (void)largest(*transport_, 0); }

private:
    std::shared_ptr<Transport> transport_;
    std::optional<TemporaryFolder> folder_;  ///< of rank 0
    std::string path_;
};

}  // namespace ttgt::test
