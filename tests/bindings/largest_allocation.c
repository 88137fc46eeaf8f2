/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Allocating functions of glibc that note the largest request of the whole process, shared
 * libraries included. A program that links this file has them in place of glibc's own. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* data, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);
void forget_allocations(void);
int64_t largest_allocation(void);

static size_t largest = 0;

static void note(size_t bytes) {
    if (bytes > largest) largest = bytes;
}

void forget_allocations(void) { largest = 0; }
int64_t largest_allocation(void) { return (int64_t)largest; }

void* malloc(size_t bytes) {
    note(bytes);
    return __libc_malloc(bytes);
}

void* calloc(size_t count, size_t bytes) {
    note(count * bytes);
    return __libc_calloc(count, bytes);
}

void* realloc(void* data, size_t bytes) {
    note(bytes);
    return __libc_realloc(data, bytes);
}

void* memalign(size_t alignment, size_t bytes) {
    note(bytes);
    return __libc_memalign(alignment, bytes);
}

void* aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void** data, size_t alignment, size_t bytes) {
    *data = memalign(alignment, bytes);
    return *data == NULL ? ENOMEM : 0;
}
