// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ttgt::test {

/// Heap allocations of the whole process so far, by operator new and, where no sanitizer owns malloc,
/// by malloc and its relatives; an operator new that mallocs counts twice. Only an executable that
/// compiles allocation_count.cpp in has it, because that file replaces those functions.
[[nodiscard]] std::int64_t allocation_count() noexcept;

}  // namespace ttgt::test
