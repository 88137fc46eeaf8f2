// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TTGT_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TTGT_TEST_SANITIZED 1
#endif
#endif
#ifndef TTGT_TEST_SANITIZED
#define TTGT_TEST_SANITIZED 0
#endif

namespace ttgt::test {

/// Whether AddressSanitizer or ThreadSanitizer watches this build, which makes long tests very
/// long.
inline constexpr bool is_sanitized = TTGT_TEST_SANITIZED != 0;

}  // namespace ttgt::test
