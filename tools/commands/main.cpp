// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "tools/commands/command_line.h"
#include "tools/io/errors.h"
#include "tools/io/standard_output.h"

int main(int argc, char** argv) {
    try {
        const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
        ttgt::tool::parse_command_line(arguments)();
        ttgt::tool::check_standard_output();
        return ttgt::tool::exit_ok;
    } catch (...) {
        return ttgt::tool::report_current_exception();
    }
}
