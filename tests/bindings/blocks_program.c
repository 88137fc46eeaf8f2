/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A program in C99 that contracts tensors of blocks. Ends with 1 where the result is not right. */
#include <ttgt/c_blocks.h>

#include <stdio.h>

static int fails(const char* what) {
    fprintf(stderr, "%s: %s\n", what, ttgt_last_error());
    return 1;
}

int main(void) {
    /* Vectors over sections of 1 and 2; the charge of section i is i, and blocks have equal ones.
     */
    const int32_t counts[2] = {2, 2};
    const int64_t extents[4] = {1, 2, 1, 2};
    const int64_t charges[4] = {0, 1, 0, 1};
    const int32_t signs[2] = {1, -1};
    const double elements[5] = {1, 2, 3, 4, 5};
    double sums[5] = {1, 1, 1, 1, 1};
    ttgt_block_layout layout;
    if (ttgt_block_layout_create_charged(2, counts, extents, 1, charges, signs, NULL, NULL,
                                         &layout) != TTGT_SUCCESS) {
        return fails("layout");
    }
    const ttgt_block_tensor output = {TTGT_FLOAT64, TTGT_HOST, layout, sums, NULL};
    const ttgt_block_tensor input = {TTGT_FLOAT64, TTGT_HOST, layout, (void*)elements, NULL};
    const ttgt_block_options options = TTGT_BLOCK_OPTIONS;
    if (ttgt_block_contract((ttgt_context){0}, "D(j,i)+=L(i,j)", &output, &input, 1, NULL, NULL,
                            &options) != TTGT_SUCCESS) {
        return fails("contract");
    }
    if (sums[0] != 2 || sums[1] != 3 || sums[2] != 5 || sums[3] != 4 || sums[4] != 6) {
        return fails("a permutation of blocks");
    }
    return ttgt_block_layout_destroy(layout) == TTGT_SUCCESS ? 0 : fails("destroy");
}
