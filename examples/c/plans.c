/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The engine from C99: one call on blocks of a row-major array, a plan that runs in a loop with a
 * workspace of the program's own, a transpose alone, and what an error says. Exits with 1 where a
 * result is wrong. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ttgt/c_api.h>

/* Ends the program where a call fails, with the library's reason. */
static void must(ttgt_status status) {
    if (status == TTGT_SUCCESS) return;
    fprintf(stderr, "%s: %s\n", ttgt_status_name(status), ttgt_last_error());
    exit(1);
}

static void check(int right, const char* what) {
    if (right) return;
    fprintf(stderr, "wrong: %s\n", what);
    exit(1);
}

static ttgt_tensor tensor_of(double* data, int32_t rank, const int64_t* extents,
                             const int64_t* strides) {
    ttgt_tensor tensor;
    tensor.dtype = TTGT_FLOAT64;
    tensor.space = TTGT_HOST;
    tensor.rank = rank;
    tensor.extents = extents;
    tensor.strides = strides;
    tensor.data = data;
    return tensor;
}

/* Rows 1 and 2 of a C array times its columns 0 to 2: strides say where a block lies. */
static void contract_blocks(void) {
    double a[4][5];
    double d[2][3];
    const int64_t d_extents[] = {2, 3}, d_strides[] = {3, 1};
    const int64_t l_extents[] = {2, 4}, r_extents[] = {4, 3}, strides[] = {5, 1};
    const ttgt_context own = {0};
    ttgt_tensor output, inputs[2];
    int i, j;
    for (i = 0; i < 4; ++i) {
        for (j = 0; j < 5; ++j) a[i][j] = i + j;
    }
    output = tensor_of(&d[0][0], 2, d_extents, d_strides);
    inputs[0] = tensor_of(&a[1][0], 2, l_extents, strides);
    inputs[1] = tensor_of(&a[0][0], 2, r_extents, strides);

    must(ttgt_contract(own, "ik,kj->ij", &output, inputs, 2, NULL, NULL, NULL));

    check(d[0][0] == 1 * 0 + 2 * 1 + 3 * 2 + 4 * 3, "the product of two blocks");
    check(d[1][2] == 2 * 2 + 3 * 3 + 4 * 4 + 5 * 5, "the product of two blocks");
}

enum { extent = 12, square = extent * extent };

/* A plan is made for shapes; data and scalars come with each run. */
static void run_in_a_loop(ttgt_context context) {
    static double d[square], l[square * extent], r[square * extent];
    const int64_t d_extents[] = {extent, extent}, extents[] = {extent, extent, extent};
    const void* data[2];
    ttgt_tensor output, inputs[2];
    ttgt_run_options options = TTGT_RUN_OPTIONS;
    ttgt_plan plan;
    void* memory;
    int i, turn;
    for (i = 0; i < square * extent; ++i) {
        l[i] = 1;
        r[i] = 2;
    }
    output = tensor_of(NULL, 2, d_extents, NULL);
    inputs[0] = tensor_of(NULL, 3, extents, NULL);
    inputs[1] = inputs[0];
    must(ttgt_plan_create(context, "D(a,b)+=L(k,a,l)*R(b,l,k)", &output, inputs, 2, NULL, &plan));
    must(ttgt_plan_workspace_bytes(plan, &options.workspace_bytes));

    /* 256 bytes more, to begin on a multiple of 256. */
    memory = malloc((size_t)options.workspace_bytes + 256);
    check(memory != NULL, "the program's own memory");
    options.workspace = (char*)memory + (256 - (uintptr_t)memory % 256);
    data[0] = l;
    data[1] = r;
    for (turn = 1; turn <= 3; ++turn) {
        const ttgt_scalar alpha = {0.5 * turn, 0};
        must(ttgt_plan_run(plan, d, data, 2, &alpha, NULL, &options));
    }
    check(d[0] == 3 * 2.0 * square && d[square - 1] == d[0], "three accumulated runs");
    free(memory);
    must(ttgt_plan_destroy(plan));
    check(ttgt_plan_destroy(plan) == TTGT_ERROR_STALE_HANDLE, "a destroyed plan is refused");
}

/* Mode i of the output is mode perm[i] of the input. */
static void transpose_alone(ttgt_context context) {
    double in[6] = {1, 2, 3, 4, 5, 6}, out[6];
    const double expected[6] = {1, 3, 5, 2, 4, 6};
    const int64_t in_extents[] = {2, 3}, out_extents[] = {3, 2};
    const int32_t perm[] = {1, 0};
    const ttgt_tensor input = tensor_of(NULL, 2, in_extents, NULL);
    const ttgt_tensor output = tensor_of(NULL, 2, out_extents, NULL);
    ttgt_transpose_plan plan;
    int i;

    must(ttgt_transpose_plan_create(context, &output, &input, perm, NULL, &plan));
    must(ttgt_transpose_plan_run(plan, out, in, NULL, NULL, NULL));
    must(ttgt_transpose_plan_destroy(plan));

    for (i = 0; i < 6; ++i) check(out[i] == expected[i], "the transpose of a small matrix");
}

static void show_an_error(ttgt_context context) {
    double d[4], l[6];
    const int64_t d_extents[] = {2, 2}, l_extents[] = {2, 3};
    const ttgt_tensor output = tensor_of(d, 2, d_extents, NULL);
    const ttgt_tensor input = tensor_of(l, 2, l_extents, NULL);

    const ttgt_status status =
        ttgt_contract(context, "D(b,a)=L(a,b)", &output, &input, 1, NULL, NULL, NULL);

    check(status == TTGT_ERROR_SHAPE, "extents that differ are refused");
    check(strstr(ttgt_last_error(), "label 'b'") != NULL, "the text names the label");
    printf("as it should be: %s\n", ttgt_last_error());
}

int main(void) {
    ttgt_context_options options = TTGT_CONTEXT_OPTIONS;
    ttgt_context context;
    options.threads = 1;
    options.workspace_limit = 1 << 20;
    must(ttgt_context_create(&options, &context));
    printf("ttgt %s, %d CUDA device(s)\n", ttgt_version(),
           (int)ttgt_query(TTGT_CAPABILITY_CUDA_DEVICES));
    contract_blocks();
    run_in_a_loop(context);
    transpose_alone(context);
    show_an_error(context);
    must(ttgt_context_destroy(context));
    return 0;
}
