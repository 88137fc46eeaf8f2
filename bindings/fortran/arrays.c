/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "bindings/fortran/arrays.h"

#include <stdio.h>
#include <ttgt/c_api.h>

/* -1 for types that are none of ours. */
static int32_t dtype_of(CFI_type_t type) {
    if (type == CFI_type_float) return TTGT_FLOAT32;
    if (type == CFI_type_double) return TTGT_FLOAT64;
    if (type == CFI_type_float_Complex) return TTGT_COMPLEX64;
    if (type == CFI_type_double_Complex) return TTGT_COMPLEX128;
    return -1;
}

static void describe_dimension(const CFI_cdesc_t* descriptor, int mode, ttgt_fortran_array* array) {
    const CFI_dim_t dim = descriptor->dim[mode];
    const int64_t element = (int64_t)descriptor->elem_len;
    array->extents[mode] = dim.extent;
    array->strides[mode] = dim.sm / element;
    if (dim.extent < 0) {
        array->fault_length =
            snprintf(array->fault, sizeof array->fault,
                     "is of assumed size: nothing says the extent of its dimension %d", mode + 1);
    } else if (dim.extent > 1 && dim.sm % element != 0) {
        /* A component of an array of derived types may lie so. */
        array->fault_length = snprintf(
            array->fault, sizeof array->fault,
            "has elements %lld bytes apart in dimension %d, no multiple of the %lld of an element",
            (long long)dim.sm, mode + 1, (long long)element);
    }
}

void ttgt_fortran_describe(const CFI_cdesc_t* descriptor, ttgt_fortran_array* array) {
    int mode;
    array->dtype = dtype_of(descriptor->type);
    array->rank = 0;
    array->is_packed = 0;
    array->fault_length = 0;
    array->data = descriptor->base_addr;
    if (descriptor->base_addr == NULL) {
        /* Its extents are those of nothing, so they are not read. */
        array->fault_length =
            snprintf(array->fault, sizeof array->fault, "is not allocated, or a null pointer");
    } else if (array->dtype < 0) {
        array->fault_length = snprintf(array->fault, sizeof array->fault,
                                       "is neither real nor complex of 32-bit or 64-bit numbers");
    } else {
        array->rank = descriptor->rank;
    }
    for (mode = 0; mode < array->rank && array->fault_length == 0; ++mode) {
        describe_dimension(descriptor, mode, array);
    }
}
