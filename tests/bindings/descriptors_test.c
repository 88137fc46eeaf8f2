/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Descriptors that a Fortran compiler rarely makes: how bindings/fortran/arrays.c reads them. */
#include <stdio.h>
#include <string.h>
#include <ttgt/c_api.h>

#include "bindings/fortran/arrays.h"

static int failures = 0;

static void expect(int right, const char* what) {
    if (right) return;
    fprintf(stderr, "failed: %s\n", what);
    ++failures;
}

typedef struct mixed {
    float x, y, z;
} mixed;

/* Whether the descriptor's fault begins so. */
static int has_fault(const CFI_cdesc_t* descriptor, const char* beginning) {
    ttgt_fortran_array array;
    ttgt_fortran_describe(descriptor, &array);
    return (size_t)array.fault_length >= strlen(beginning) &&
           strncmp(array.fault, beginning, strlen(beginning)) == 0;
}

int main(void) {
    static mixed data[6];
    CFI_CDESC_T(2) storage;
    CFI_cdesc_t* const descriptor = (CFI_cdesc_t*)&storage;
    const CFI_index_t extents[2] = {2, 3};
    ttgt_fortran_array array;

    expect(CFI_establish(descriptor, data, CFI_attribute_other, CFI_type_float_Complex, 0, 2,
                         extents) == CFI_SUCCESS,
           "a descriptor of complex numbers");
    descriptor->dim[1].sm = -24;
    ttgt_fortran_describe(descriptor, &array);
    expect(array.fault_length == 0, "no fault");
    expect(array.dtype == TTGT_COMPLEX64 && array.rank == 2, "dtype and rank");
    expect(array.extents[0] == 2 && array.extents[1] == 3, "extents");
    expect(array.strides[0] == 1 && array.strides[1] == -3, "strides in elements");
    expect(array.data == data, "the address");

    descriptor->dim[0].sm = 12; /* a complex number in a type of three */
    expect(has_fault(descriptor, "has elements 12 bytes apart in dimension 1"),
           "a step that is no multiple of an element");

    descriptor->dim[0].sm = 8;
    descriptor->dim[1].extent = -1;
    expect(has_fault(descriptor, "is of assumed size"), "an array of assumed size");

    descriptor->dim[1].extent = 3;
    descriptor->type = CFI_type_int;
    expect(has_fault(descriptor, "is neither real nor complex"), "integers");

    descriptor->type = CFI_type_double;
    descriptor->base_addr = NULL;
    expect(has_fault(descriptor, "is not allocated, or a null pointer"), "no array");
    descriptor->rank = 99;
    expect(has_fault(descriptor, "is not allocated, or a null pointer"), "no array's rank");
    return failures == 0 ? 0 : 1;
}
