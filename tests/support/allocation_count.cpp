// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/allocation_count.h"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "tests/support/sanitizer.h"

namespace {

std::atomic<std::int64_t> count{0};

}  // namespace

namespace ttgt::test {

std::int64_t allocation_count() noexcept { return count.load(std::memory_order_relaxed); }

}  // namespace ttgt::test

#if !TTGT_TEST_SANITIZED

namespace {

void* allocate(std::size_t bytes) {
    count.fetch_add(1, std::memory_order_relaxed);
    if (void* memory = std::malloc(bytes)) return memory;
    throw std::bad_alloc();
}

void* allocate(std::size_t bytes, std::align_val_t alignment) {
    count.fetch_add(1, std::memory_order_relaxed);
    const auto step = static_cast<std::size_t>(alignment);
    if (void* memory = std::aligned_alloc(step, (bytes / step + 1) * step)) return memory;
    throw std::bad_alloc();
}

}  // namespace

// The array and nothrow forms of the standard library call these.
void* operator new(std::size_t bytes) { return allocate(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, alignment);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

#ifdef __GLIBC__

// glibc's own functions stay reachable under these names, and its free takes what they return.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t number, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
// The linker's: the ends of the executable's code.
extern const char __executable_start;
extern const char etext;
}

namespace {

void count_call_from(const void* caller) {
    const auto address = reinterpret_cast<std::uintptr_t>(caller);
    if (address >= reinterpret_cast<std::uintptr_t>(&__executable_start) &&
        address < reinterpret_cast<std::uintptr_t>(&etext)) {
        count.fetch_add(1, std::memory_order_relaxed);
    }
}

}  // namespace

#define TTGT_TEST_VISIBLE __attribute__((visibility("default")))

extern "C" {
TTGT_TEST_VISIBLE void* malloc(std::size_t bytes) {
    count_call_from(__builtin_return_address(0));
    return __libc_malloc(bytes);
}
TTGT_TEST_VISIBLE void* calloc(std::size_t number, std::size_t bytes) {
    count_call_from(__builtin_return_address(0));
    return __libc_calloc(number, bytes);
}
TTGT_TEST_VISIBLE void* realloc(void* memory, std::size_t bytes) {
    count_call_from(__builtin_return_address(0));
    return __libc_realloc(memory, bytes);
}
TTGT_TEST_VISIBLE void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
    count_call_from(__builtin_return_address(0));
    return __libc_memalign(alignment, bytes);
}
TTGT_TEST_VISIBLE void* memalign(std::size_t alignment, std::size_t bytes) {
    count_call_from(__builtin_return_address(0));
    return __libc_memalign(alignment, bytes);
}
TTGT_TEST_VISIBLE int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
    count_call_from(__builtin_return_address(0));
    *memory = __libc_memalign(alignment, bytes);
    return *memory == nullptr ? ENOMEM : 0;
}
}

#endif
#endif
