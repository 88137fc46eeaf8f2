// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace ttgt::test {

/// Where the built `ttgt` is.
[[nodiscard]] const char* command_path();

/// How one call of the `ttgt` command ended.
struct CommandResult {
    int exit_code = -1;  ///< -1 where a signal ended it
    std::string out;
    std::string err;
    std::int64_t peak_bytes = 0;  ///< largest resident set
};

/// Where the streams of a command go instead of to its result; empty: nowhere else.
struct Redirect {
    std::string out{};
    std::string err{};
};

/// A running `ttgt` command, neither of whose streams is a terminal unless it is redirected to one.
class CommandProcess {
public:
    explicit CommandProcess(const std::vector<std::string>& arguments, const Redirect& to = {});
    void send(int signal_number) const;
    /// Whether it has a file open whose name, or the name of whose folder, begins so; `but` is not
    /// looked at. A file that has no name yet counts as one of its folder.
    [[nodiscard]] bool has_open(const std::string& beginning, const std::string& but) const;
    [[nodiscard]] CommandResult wait();

private:
    TemporaryFolder streams_;
    pid_t process_ = -1;
};

/// Runs the command to its end.
[[nodiscard]] CommandResult run_command(const std::vector<std::string>& arguments,
                                        const Redirect& to = {});

/// Waits until `found()`, at most a minute.
template <class Condition>
[[nodiscard]] bool eventually(const Condition& found) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!found()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

}  // namespace ttgt::test
