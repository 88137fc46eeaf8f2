// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_api.h>
#include <ttgt/report.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "bindings/c/arguments.h"
#include "bindings/c/status.h"

namespace ttgt::c {

/// Throws where the caller's structure and text cannot be filled. Call it before the run: nothing
/// is written then.
template <class Profile>
void check_profile(const Profile* profile, const char* text, std::size_t capacity) {
    if (profile != nullptr) (void)read_options(profile, Profile{}, "profile");
    if (capacity > 0) check_given(text, "text");
}

/// Writes as much of the numbers as the caller's version of the structure has; `profile` may be
/// null.
template <class Profile>
void write_numbers(const Profile& numbers, Profile* profile) {
    if (profile == nullptr) return;
    const std::size_t size = read_options(profile, Profile{}, "profile").size;
    std::memcpy(profile, &numbers, std::min(size, sizeof(numbers)));
    profile->size = size;
}

/// Writes as much of the numbers as the caller's version knows, and the report as text, as
/// write_text() does; `profile` may be null.
void write_profile(const Report& report, ttgt_profile* profile, char* text, std::size_t capacity,
                   std::size_t* length);

}  // namespace ttgt::c
