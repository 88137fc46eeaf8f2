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

/// Writes as much of the numbers as the caller's version knows, and the report as text, as
/// write_text() does; `profile` may be null.
void write_profile(const Report& report, ttgt_profile* profile, char* text, std::size_t capacity,
                   std::size_t* length);

}  // namespace ttgt::c
