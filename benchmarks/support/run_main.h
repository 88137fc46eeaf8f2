// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <exception>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace ttgt::bench {

/// What a program's main() returns: reads the command line and works, with errors on one line of
/// standard error.
template <class Work>
[[nodiscard]] int run_main(CLI::App& app, int argc, char** argv, Work&& work) {
    CLI11_PARSE(app, argc, argv);
    try {
        std::forward<Work>(work)();
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", app.get_name(), error.what());
        return 1;
    }
    return 0;
}

}  // namespace ttgt::bench
