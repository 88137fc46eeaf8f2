/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Fortran arrays, as their descriptors say, to tensors of the C API. Nothing is copied: base
 * address, extents and byte steps become pointer, extents and strides. */
#ifndef TTGT_BINDINGS_FORTRAN_ARRAYS_H
#define TTGT_BINDINGS_FORTRAN_ARRAYS_H

#include <ISO_Fortran_binding.h>
#include <ttgt/c_api.h>

enum { ttgt_fortran_max_operands = 3 };

/* One array, with room for what its tensor points to. */
typedef struct ttgt_fortran_array {
    ttgt_tensor tensor;
    int64_t extents[CFI_MAX_RANK];
    int64_t strides[CFI_MAX_RANK];
} ttgt_fortran_array;

/* Where a failed call's text goes: Fortran characters, filled up with blanks; may be null. */
typedef struct ttgt_fortran_text {
    char* characters;
    size_t length;
} ttgt_fortran_text;

/* Puts the text there and returns the status. */
ttgt_status ttgt_fortran_fail(ttgt_status status, const char* message, ttgt_fortran_text text);
/* The same of a call of the C API: its last error, or blanks. */
ttgt_status ttgt_fortran_report(ttgt_status status, ttgt_fortran_text text);

/* Reads the descriptors of `count` arrays, the output first. A status with text where one has a
 * type that is none of ours, an unknown last extent, or steps that are no multiple of an element.
 */
ttgt_status ttgt_fortran_read(CFI_cdesc_t* const* descriptors, int count, ttgt_space space,
                              ttgt_fortran_array* arrays, ttgt_fortran_text text);

/* Tells whether two arrays have one dtype and layout. */
int ttgt_fortran_same(const ttgt_fortran_array* a, const ttgt_fortran_array* b);

#endif /* TTGT_BINDINGS_FORTRAN_ARRAYS_H */
