// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace ttgt::test {

/// How one call of the `ttgt` command ended.
struct CommandResult {
    int exit_code = -1;  ///< -1 where a signal ended it
    std::string out;
    std::string err;
    std::int64_t peak_bytes = 0;  ///< largest resident set
};

/// A running `ttgt` command, neither of whose streams is a terminal.
class CommandProcess {
public:
    explicit CommandProcess(const std::vector<std::string>& arguments);
    void send(int signal_number) const;
    [[nodiscard]] CommandResult wait();

private:
    TemporaryFolder streams_;
    pid_t process_ = -1;
};

/// Runs the command to its end.
[[nodiscard]] CommandResult run_command(const std::vector<std::string>& arguments);

}  // namespace ttgt::test
