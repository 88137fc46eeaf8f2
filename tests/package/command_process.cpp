// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/package/command_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

namespace ttgt::test {

const char* command_path() { return TTGT_COMMAND; }

CommandProcess::CommandProcess(const std::vector<std::string>& arguments, const Redirect& to) {
    std::vector<std::string> words{command_path()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const std::string out_path = to.out.empty() ? streams_.file("out") : to.out;
    const std::string err_path = to.err.empty() ? streams_.file("err") : to.err;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out_path.c_str(), O_WRONLY | O_CREAT,
                                     0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err_path.c_str(), O_WRONLY | O_CREAT,
                                     0600);
    const int failure = posix_spawn(&process_, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) throw std::runtime_error("cannot start " + words[0]);
}

void CommandProcess::send(int signal_number) const { kill(process_, signal_number); }

bool CommandProcess::has_open(const std::string& beginning, const std::string& but) const {
    namespace fs = std::filesystem;
    std::error_code failure;
    for (const fs::directory_entry& file :
         fs::directory_iterator(fmt::format("/proc/{}/fd", process_), failure)) {
        const std::string name = fs::read_symlink(file.path(), failure).string();
        if (!failure && name.starts_with(beginning) && name != but) return true;
    }
    return false;
}

CommandResult CommandProcess::wait() {
    int status = 0;
    struct rusage usage {};
    if (wait4(process_, &status, 0, &usage) != process_) throw std::runtime_error("wait4 failed");
    CommandResult result;
    if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
    result.out = read_file(streams_.file("out"));
    result.err = read_file(streams_.file("err"));
    result.peak_bytes = std::int64_t{usage.ru_maxrss} * 1024;
    return result;
}

CommandResult run_command(const std::vector<std::string>& arguments, const Redirect& to) {
    return CommandProcess(arguments, to).wait();
}

}  // namespace ttgt::test
