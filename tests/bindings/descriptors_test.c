/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Descriptors that a Fortran compiler rarely makes: how bindings/fortran/arrays.c reads them. */
#include <stdio.h>
#include <string.h>

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

int main(void) {
    static mixed data[6];
    char message[64];
    const ttgt_fortran_text text = {message, sizeof message};
    CFI_CDESC_T(2) storage;
    CFI_cdesc_t* const descriptor = (CFI_cdesc_t*)&storage;
    const CFI_index_t extents[2] = {2, 3};
    ttgt_fortran_array array, other;

    expect(CFI_establish(descriptor, data, CFI_attribute_other, CFI_type_float_Complex, 0, 2,
                         extents) == CFI_SUCCESS,
           "a descriptor of complex numbers");
    descriptor->dim[1].sm = -24;
    expect(ttgt_fortran_read(&descriptor, 1, TTGT_HOST, &array, text) == TTGT_SUCCESS,
           "a negative step");
    expect(array.tensor.dtype == TTGT_COMPLEX64 && array.tensor.rank == 2, "dtype and rank");
    expect(array.strides[0] == 1 && array.strides[1] == -3, "strides in elements");

    other = array;
    other.strides[1] = 3;
    expect(ttgt_fortran_same(&array, &array) && !ttgt_fortran_same(&array, &other),
           "layouts that differ in a stride");

    descriptor->dim[0].sm = 12; /* a complex number in a type of three */
    expect(
        ttgt_fortran_read(&descriptor, 1, TTGT_HOST, &array, text) == TTGT_ERROR_INVALID_ARGUMENT,
        "a step that is no multiple of an element");
    expect(strncmp(message, "D has elements 12 bytes apart in dimension 1", 44) == 0, message);
    expect(message[63] != '\0', "the text is cut as Fortran has it, without a null");

    descriptor->dim[0].sm = 8;
    descriptor->dim[1].extent = -1;
    expect(
        ttgt_fortran_read(&descriptor, 1, TTGT_HOST, &array, text) == TTGT_ERROR_INVALID_ARGUMENT,
        "an array of assumed size");

    descriptor->dim[1].extent = 3;
    descriptor->type = CFI_type_int;
    expect(
        ttgt_fortran_read(&descriptor, 1, TTGT_HOST, &array, text) == TTGT_ERROR_INVALID_ARGUMENT,
        "integers");
    return failures == 0 ? 0 : 1;
}
