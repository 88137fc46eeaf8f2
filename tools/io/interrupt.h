// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace ttgt::tool {

/// What SIGINT, SIGTERM and SIGHUP do.
enum class OnInterrupt : std::uint8_t {
    leave_at_once,  ///< remove temporary files and exit with 130
    finish_row,     ///< set interrupted(); a second signal leaves at once
};

/// Installs handlers, for other signals that end a process too; what the parent ignores stays so.
void catch_interrupts(OnInterrupt policy);

[[nodiscard]] bool interrupted() noexcept;
/// Throws Interrupted where interrupted().
void throw_if_interrupted();

/// While this exists, leaving at once removes the file. At most 8 exist at a time; a path is at
/// most 4095 bytes.
class TemporaryPath {
public:
    explicit TemporaryPath(const std::string& path);
    ~TemporaryPath();
    TemporaryPath(const TemporaryPath&) = delete;  // one slot, one owner
    TemporaryPath& operator=(const TemporaryPath&) = delete;

private:
    std::size_t slot_;
};

}  // namespace ttgt::tool
