// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ttgt::tool {

using ttgt::FileError;

/// Something failed that the input is not to blame for: a full disk, a closed pipe.
class RunError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The result differs from the reference by more than rounding allows.
class CheckFailed : public RunError {
public:
    using RunError::RunError;
};

/// The user asked to stop.
class Interrupted : public std::runtime_error {
public:
    Interrupted() : std::runtime_error("interrupted") {}
};

/// A rank failed together with the others, of which the first says why: nothing to print here.
class SaidByFirstRank : public std::runtime_error {
public:
    explicit SaidByFirstRank(int exit_code)
        : std::runtime_error("said by the first rank"), exit_code_(exit_code) {}
    [[nodiscard]] int exit_code() const noexcept { return exit_code_; }

private:
    int exit_code_;
};

/// Calls `work`; what it throws of the engine then begins with the expression, unless it shows that
/// anyhow. Errors of files begin with their paths as ever.
template <class Work>
auto naming(const std::string& expression, Work&& work) -> decltype(work()) {
    const auto named = [&](const Error& error) {
        const std::string message = error.what();
        return message.find(expression) == std::string::npos ? expression + ": " + message
                                                             : message;
    };
    try {
        return work();
    } catch (const FileError&) {
        throw;
    } catch (const InvalidArgument& error) {
        throw InvalidArgument(named(error));
    } catch (const Unsupported& error) {
        throw Unsupported(named(error));
    } catch (const OutOfMemory& error) {
        throw OutOfMemory(named(error));
    } catch (const DeviceError& error) {
        throw DeviceError(named(error));
    }
}

/// The text in single quotes, control characters as \xNN, shortened to a line's worth: what a
/// message may show of a file nobody has looked at.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// `: No such file or directory` for an errno value, to end a message with.
[[nodiscard]] std::string system_reason(int error_number);

enum ExitCode : int {
    exit_ok = 0,
    exit_failed = 1,
    exit_bad_input = 2,
    exit_interrupted = 130,
};

/// What the process ends with for this exception.
[[nodiscard]] int exit_code_of(const std::exception_ptr& exception) noexcept;

/// To be called in a catch block: writes "ttgt: " and the message to standard error (one line, plus
/// the caret lines of an ExpressionError) and returns the exit code the exception stands for.
[[nodiscard]] int report_current_exception() noexcept;

}  // namespace ttgt::tool
