// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/version.h>

namespace ttgt {

std::string_view version() noexcept { return TTGT_VERSION; }

}  // namespace ttgt
