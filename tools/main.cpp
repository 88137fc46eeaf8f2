// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdio>
#include <string>
#include <vector>

#include "tools/command_line.h"
#include "tools/errors.h"

int main(int argc, char** argv) {
    try {
        const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
        ttgt::tool::parse_command_line(arguments)();
        if (std::fflush(stdout) != 0) {
            throw ttgt::tool::RunError("standard output cannot be written" +
                                       ttgt::tool::system_reason(errno));
        }
        return ttgt::tool::exit_ok;
    } catch (...) {
        return ttgt::tool::report_current_exception();
    }
}
