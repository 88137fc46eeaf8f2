// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ttgt::test {

/// Heap allocations so far by code of this executable, the library in it included: by operator new
/// and, with glibc, by malloc and its relatives; an operator new that mallocs counts twice. Those
/// inside shared libraries do not count: what a BLAS does is its own affair (OpenBLAS allocates in
/// some kernels for small matrices). Only an executable that compiles allocation_count.cpp in has
/// this function, because that file replaces the allocating ones. Always 0 where is_sanitized: the
/// sanitizer owns the allocator then.
[[nodiscard]] std::int64_t allocation_count() noexcept;

}  // namespace ttgt::test
