// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "tools/commands/command_line.h"
#include "tools/commands/enough_stack.h"
#include "tools/commands/failure_on_ranks.h"
#include "tools/io/errors.h"
#include "tools/io/standard_output.h"

namespace {

/// What the arguments ask for. Arguments that cannot be read, but ask for ranks, are said once.
std::function<void()> task_of(const std::vector<std::string>& arguments) {
    try {
        return ttgt::tool::parse_command_line(arguments);
    } catch (...) {
        const bool asks_for_ranks =
            std::find(arguments.begin(), arguments.end(), "--ranks") != arguments.end();
        if (asks_for_ranks) ttgt::tool::say_once_of_all_ranks();
        throw;
    }
}

int run_command(int argc, char** argv) {
    try {
        task_of(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc))();
        ttgt::tool::check_standard_output();
        return ttgt::tool::exit_ok;
    } catch (...) {
        return ttgt::tool::report_current_exception();
    }
}

}  // namespace

int main(int argc, char** argv) {
    return ttgt::tool::with_enough_stack([&] { return run_command(argc, argv); });
}
