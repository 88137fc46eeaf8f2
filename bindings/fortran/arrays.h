/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What Fortran's own compiler alone can say of an array: its type and the steps between its
 * elements, from its descriptor. Nothing is copied. */
#ifndef TTGT_BINDINGS_FORTRAN_ARRAYS_H
#define TTGT_BINDINGS_FORTRAN_ARRAYS_H

#include <ISO_Fortran_binding.h>
#include <stdint.h>

enum { ttgt_fortran_max_rank = 64, ttgt_fortran_fault_capacity = 128 };

/* Type ttgt_array of module ttgt. */
typedef struct ttgt_fortran_array {
    int32_t dtype; /* a ttgt_dtype */
    int32_t space; /* a ttgt_space, or -1: where the context's device works */
    int32_t rank;
    int32_t is_packed;    /* 1: strides are not set */
    int32_t fault_length; /* 0: the array can be used */
    void* data;
    int64_t extents[ttgt_fortran_max_rank];
    int64_t strides[ttgt_fortran_max_rank]; /* in elements */
    char fault[ttgt_fortran_fault_capacity];
} ttgt_fortran_array;

/* Reads a descriptor into all members but `space`. `fault` is why the array cannot be used, as what
 * follows its name: it is not allocated, of a type that is none of ours, of assumed size, or has
 * steps that are no multiple of an element. */
void ttgt_fortran_describe(const CFI_cdesc_t* descriptor, ttgt_fortran_array* array);

#endif /* TTGT_BINDINGS_FORTRAN_ARRAYS_H */
