// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_api.h>
#include <ttgt/report.h>

#include <cstddef>

namespace ttgt::c {

/// Throws where the caller's structure and text cannot be filled. Call it before the run: nothing
/// is written then.
void check_profile(const ttgt_profile* profile, const char* text, std::size_t capacity);

/// As much of the numbers as the caller's version knows; `profile` may be null.
void write_profile(const Report& report, ttgt_profile* profile);

}  // namespace ttgt::c
