/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A user's program: TAPP's header is found, and the library answers. */
#include <tapp.h>

int main(void) {
    const int64_t extents[] = {2, 3};
    const int64_t strides[] = {1, 2};
    TAPP_tensor_info info;

    if (!TAPP_check_success(TAPP_create_tensor_info(&info, TAPP_F64, 2, extents, strides)))
        return 1;
    if (TAPP_get_nmodes(info) != 2) return 2;
    return TAPP_check_success(TAPP_destroy_tensor_info(info)) ? 0 : 3;
}
