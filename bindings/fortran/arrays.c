/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "bindings/fortran/arrays.h"

#include <stdio.h>
#include <string.h>

static const char* const names[ttgt_fortran_max_operands] = {"D", "L", "R"};

ttgt_status ttgt_fortran_fail(ttgt_status status, const char* message, ttgt_fortran_text text) {
    size_t length = strlen(message);
    if (text.characters == NULL) return status;
    if (length > text.length) length = text.length;
    memcpy(text.characters, message, length);
    memset(text.characters + length, ' ', text.length - length);
    return status;
}

ttgt_status ttgt_fortran_report(ttgt_status status, ttgt_fortran_text text) {
    return ttgt_fortran_fail(status, status == TTGT_SUCCESS ? "" : ttgt_last_error(), text);
}

/* -1 for types that are none of ours. */
static ttgt_dtype dtype_of(CFI_type_t type) {
    if (type == CFI_type_float) return TTGT_FLOAT32;
    if (type == CFI_type_double) return TTGT_FLOAT64;
    if (type == CFI_type_float_Complex) return TTGT_COMPLEX64;
    if (type == CFI_type_double_Complex) return TTGT_COMPLEX128;
    return -1;
}

static ttgt_status read_array(const CFI_cdesc_t* descriptor, const char* name, ttgt_space space,
                              ttgt_fortran_array* array, ttgt_fortran_text text) {
    char message[160];
    int mode;
    array->tensor.dtype = dtype_of(descriptor->type);
    array->tensor.space = space;
    array->tensor.rank = descriptor->rank;
    array->tensor.extents = array->extents;
    array->tensor.strides = array->strides;
    array->tensor.data = descriptor->base_addr;
    if (array->tensor.dtype < 0) {
        snprintf(message, sizeof message,
                 "%s is neither real nor complex of 32-bit or 64-bit numbers", name);
        return ttgt_fortran_fail(TTGT_ERROR_INVALID_ARGUMENT, message, text);
    }
    for (mode = 0; mode < descriptor->rank; ++mode) {
        const CFI_dim_t dim = descriptor->dim[mode];
        const int64_t element = (int64_t)descriptor->elem_len;
        if (dim.extent < 0) {
            snprintf(message, sizeof message,
                     "%s is of assumed size: nothing says the extent of its dimension %d", name,
                     mode + 1);
            return ttgt_fortran_fail(TTGT_ERROR_INVALID_ARGUMENT, message, text);
        }
        /* A component of an array of derived types may lie so. */
        if (dim.extent > 1 && dim.sm % element != 0) {
            snprintf(message, sizeof message,
                     "%s has elements %lld bytes apart in dimension %d, no multiple of the %lld of "
                     "an element",
                     name, (long long)dim.sm, mode + 1, (long long)element);
            return ttgt_fortran_fail(TTGT_ERROR_INVALID_ARGUMENT, message, text);
        }
        array->extents[mode] = dim.extent;
        array->strides[mode] = dim.sm / element;
    }
    return TTGT_SUCCESS;
}

ttgt_status ttgt_fortran_read(CFI_cdesc_t* const* descriptors, int count, ttgt_space space,
                              ttgt_fortran_array* arrays, ttgt_fortran_text text) {
    int i;
    for (i = 0; i < count; ++i) {
        const ttgt_status status = read_array(descriptors[i], names[i], space, &arrays[i], text);
        if (status != TTGT_SUCCESS) return status;
    }
    return TTGT_SUCCESS;
}

int ttgt_fortran_same(const ttgt_fortran_array* a, const ttgt_fortran_array* b) {
    int mode;
    if (a->tensor.dtype != b->tensor.dtype || a->tensor.rank != b->tensor.rank) return 0;
    for (mode = 0; mode < a->tensor.rank; ++mode) {
        if (a->extents[mode] != b->extents[mode] || a->strides[mode] != b->strides[mode]) return 0;
    }
    return 1;
}
