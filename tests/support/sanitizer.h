// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__SANITIZE_THREAD__)
#define TTGT_TEST_THREAD_SANITIZED 1
#elif defined(__SANITIZE_ADDRESS__)
#define TTGT_TEST_SANITIZED 1
#elif defined(__has_feature)
#define TTGT_TEST_THREAD_SANITIZED __has_feature(thread_sanitizer)
#define TTGT_TEST_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#endif
#ifndef TTGT_TEST_THREAD_SANITIZED
#define TTGT_TEST_THREAD_SANITIZED 0
#endif
#ifndef TTGT_TEST_SANITIZED
#define TTGT_TEST_SANITIZED TTGT_TEST_THREAD_SANITIZED
#endif

namespace ttgt::test {

/// Whether ThreadSanitizer watches this build. A child of fork() cannot start threads there if its
/// parent had several.
inline constexpr bool is_thread_sanitized = TTGT_TEST_THREAD_SANITIZED != 0;

/// Whether AddressSanitizer or ThreadSanitizer watches this build, which makes long tests very
/// long.
inline constexpr bool is_sanitized = TTGT_TEST_SANITIZED != 0;

}  // namespace ttgt::test
