// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Draws contractions and transposes of every kind, on several threads that share a plan cache, runs
// them in every way there is, and compares with the reference: see docs/guide/stress.md.
#include <ttgt/device.h>
#include <ttgt/error.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include <CLI/CLI.hpp>

#include "tests/stress/own_process.h"
#include "tests/stress/program.h"

namespace {

constexpr int exit_failed = 1;
constexpr int exit_usage = 2;
constexpr int exit_skipped = 77;

bool is_there(const ttgt::Device& device) {
    const std::vector<ttgt::DeviceInfo> devices = ttgt::list_devices();
    return std::any_of(devices.begin(), devices.end(), [&](const ttgt::DeviceInfo& info) {
        return info.device == device && info.usable;
    });
}

int run(const ttgt::stress::Request& request) {
    if (!is_there(ttgt::parse_device(request.device))) {
        std::printf("skipped: there is no usable %s\n", request.device.c_str());
        return exit_skipped;
    }
    return ttgt::stress::run_cases(request) ? 0 : exit_failed;
}

}  // namespace

int main(int argc, char** argv) {
    ttgt::stress::restart_with_passive_waiting(argv);
    ttgt::stress::Request request;
    CLI::App app("Draws cases until the time is over; exits with 1 where one failed.");
    app.add_option("device", request.device, "cpu or cuda:N")->required();
    app.add_option("--seconds", request.seconds, "how long")->check(CLI::PositiveNumber);
    app.add_option("--threads", request.threads, "host threads")->check(CLI::Range(1, 256));
    app.add_option("--seed", request.seed, "of all that is drawn");
    app.add_option("--only", request.only, "cases of one class");
    app.add_option("--replay", request.replay, "one case: CLASS.SEED, as a failure prints it");
    app.add_flag("--here", request.here, "replay without a process of the case's own");
    CLI11_PARSE(app, argc, argv);
    try {
        return run(request);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "stress: %s\n", error.what());
        return exit_usage;
    }
}
