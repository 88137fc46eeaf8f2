// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/descriptor.h"

#include <cerrno>
#include <cstddef>

namespace ttgt {

int write_bytes(int descriptor, std::string_view bytes) {
    constexpr std::size_t most_at_once = std::size_t{1} << 26;
    while (!bytes.empty()) {
        const std::string_view step = bytes.substr(0, most_at_once);
        const ssize_t written = ::write(descriptor, step.data(), step.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return errno;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

}  // namespace ttgt
