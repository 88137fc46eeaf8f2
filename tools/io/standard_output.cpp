// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/io/standard_output.h"

#include <cerrno>
#include <cstdio>

#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

int first_failure = 0;  // an errno value

}  // namespace

void print(std::string_view text) {
    const bool written =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!written && first_failure == 0) first_failure = errno;
}

void check_standard_output() {
    if (first_failure == 0) return;
    throw RunError("standard output cannot be written" + system_reason(first_failure));
}

}  // namespace ttgt::tool
