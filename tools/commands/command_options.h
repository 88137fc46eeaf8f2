// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "tools/operands/device_choice.h"

/// What the parsers of several subcommands share.
namespace ttgt::tool {

using Task = std::function<void()>;

/// Accepts integers from `least` to `most`; CLI11's own say 309 digits of what is out of range.
[[nodiscard]] CLI::Validator integer_in(std::int64_t least, std::int64_t most);
[[nodiscard]] inline CLI::Validator count_from(std::int64_t least) {
    return integer_in(least, std::numeric_limits<int>::max());
}

/// Accepts times from 0 to 11 days.
[[nodiscard]] CLI::Validator seconds();

/// Adds a subcommand whose options fill a `Command`; selecting it makes running it the task.
template <class Command>
std::pair<CLI::App*, Command*> add_command(CLI::App& parent, Task& task, const char* name,
                                           const char* description) {
    const auto command = std::make_shared<Command>();
    CLI::App* const app = parent.add_subcommand(name, description);
    app->callback([command, &task] { task = [command] { run(*command); }; });
    return {app, command.get()};
}

inline void add_run_options(CLI::App& app, DeviceChoice& choice) {
    app.add_option("--device", choice.device, "cpu or cuda:N")->capture_default_str();
    app.add_option("--threads", choice.threads, "CPU threads; 0: as many as OpenMP uses")
        ->check(count_from(0))
        ->capture_default_str();
}

/// In place of --device; after that.
inline CLI::Option* add_devices(CLI::App& app, std::string& devices, const char* what) {
    return app.add_option("--devices", devices, what)->excludes("--device");
}

template <class Command>
void add_repeats(CLI::App& app, Command& command) {
    app.add_option("--repeats", command.repeats, "timed calls, after one that is not timed")
        ->check(count_from(1))
        ->capture_default_str();
}

template <class Command>
void add_compute(CLI::App& app, Command& command) {
    app.add_option("--compute", command.compute,
                   "full; tf32: products of float32 and complex64 on CUDA may round their inputs; "
                   "tf32x3: they may take them as sums of two rounded numbers; int8: products on "
                   "CUDA may be made of INT8 products, about as exact as full; int8-fast: of fewer")
        ->capture_default_str();
}

template <class Command>
void add_measure(CLI::App& app, Command& command) {
    app.add_flag("--measure", command.measure,
                 "plan by running the likeliest ways, on memory as large as the tensors");
}

template <class Command>
void add_generated(CLI::App& app, Command& command) {
    app.add_flag("--generated", command.generated,
                 "kernels written for the problem and compiled by NVRTC may be chosen, too (CUDA)");
    app.add_option("--search-seconds", command.search_seconds,
                   "what --measure may take to compile and time them")
        ->check(seconds())
        ->capture_default_str();
}

/// `bench` and its subcommands. `arguments`: the whole command line, for the run.json.
void add_bench(CLI::App& parent, Task& task, const std::vector<std::string>& arguments);

}  // namespace ttgt::tool
