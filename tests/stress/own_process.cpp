// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/own_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

namespace ttgt::stress {
namespace {

std::string output_of(const std::string& command, int& status) {
    std::FILE* const pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return "no process could be started";
    std::string text;
    std::array<char, 512> part{};
    while (std::fgets(part.data(), part.size(), pipe) != nullptr) text += part.data();
    status = pclose(pipe);
    return text;
}

}  // namespace

std::string replay_in_own_process(const std::string& device, const std::string& key,
                                  const std::string& environment) {
    const std::string program = std::filesystem::read_symlink("/proc/self/exe");
    int status = -1;
    std::string output = output_of(fmt::format("exec env {} '{}' {} --replay {} --here 2>&1",
                                               environment, program, device, key),
                                   status);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    if (WIFSIGNALED(status)) {
        output += fmt::format(" ended by {}", strsignal(WTERMSIG(status)));
    }
    return fmt::format("in a process of its own with '{}': {}", environment, output);
}

void restart_with_passive_waiting(char** argv) {
    constexpr const char* setting = "OMP_WAIT_POLICY";
    if (std::getenv(setting) != nullptr) return;
    setenv(setting, "passive", 1);
    execv("/proc/self/exe", argv);
    std::perror("cannot start again");  // still of use
}

}  // namespace ttgt::stress
