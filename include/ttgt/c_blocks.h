/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Tensors of dense blocks, most of which are absent, in C: docs/guide/blocks.md says what they are.
 * What ttgt/c_api.h says of failures, threads and handles holds here, too.
 *
 * Long: layouts, contractions and programs share the struct of a tensor and its options. */
#ifndef TTGT_C_BLOCKS_H
#define TTGT_C_BLOCKS_H

#include <ttgt/c_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Layouts ---- */

/* A handle of a layout: where the nonzero blocks of a tensor are. Each mode is cut into sections; a
 * block is one section of each mode, named by its coordinates, the numbers of these sections. A
 * layout never changes. Destroying it leaves the plans that were made with it usable. */
typedef struct ttgt_block_layout {
    uint64_t id;
} ttgt_block_layout;

/* Makes a layout of the blocks with these coordinates, in this order. Mode i has section_counts[i]
 * sections; `extents` has those of all sections of the first mode, then of the second, and so on.
 * The coordinates of block j are the `rank` numbers from coordinates[j * rank] on, counted from 0.
 *
 * `strides` has `rank` strides for each block, in elements; null: each block is packed, its first
 * mode fastest. `offsets` has the elements from the begin of one array to each block; null: the
 * blocks lie one after the other if `strides` is null too, else each has an address of its own. */
TTGT_C_API ttgt_status ttgt_block_layout_create(int32_t rank, const int32_t* section_counts,
                                                const int64_t* extents, int64_t block_count,
                                                const int32_t* coordinates, const int64_t* strides,
                                                const int64_t* offsets, ttgt_block_layout* layout);
/* Makes a layout of all blocks that a symmetry allows: those for which the charges of their
 * sections, each times the sign of its mode (1 or -1), add up to `total`. A charge has
 * `component_count` numbers, counted modulo moduli[i] where that is not 0; those of a section stand
 * together, and `charges` has the sections in the order of `extents`. A null `moduli` is of zeros,
 * a null `total` too. Blocks are packed; the first mode's section runs fastest. */
TTGT_C_API ttgt_status ttgt_block_layout_create_charged(
    int32_t rank, const int32_t* section_counts, const int64_t* extents, int32_t component_count,
    const int64_t* charges, const int32_t* signs, const int64_t* moduli, const int64_t* total,
    ttgt_block_layout* layout);
/* Makes a layout of the blocks of the output that products of the inputs' blocks reach: packed, the
 * first mode's section fastest. `inputs` are in the order of the expression. */
TTGT_C_API ttgt_status ttgt_block_layout_create_output(const char* expression,
                                                       const ttgt_block_layout* inputs,
                                                       int32_t input_count,
                                                       ttgt_block_layout* layout);
/* Destroys a layout. Destroying the handle 0 does nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_block_layout_destroy(ttgt_block_layout layout);
/* Gives the numbers of modes, of blocks, and of elements of all blocks together. Each pointer may
 * be null. */
TTGT_C_API ttgt_status ttgt_block_layout_counts(ttgt_block_layout layout, int32_t* rank,
                                                int64_t* block_count, int64_t* element_count);
/* Gives the number of sections of each mode in the `rank` numbers `section_counts`, and the extents
 * of all sections in `extents`. Each pointer may be null. */
TTGT_C_API ttgt_status ttgt_block_layout_sections(ttgt_block_layout layout, int32_t* section_counts,
                                                  int64_t* extents);
/* Gives the coordinates of all blocks, `rank` numbers each, and where in one array each block
 * begins, in elements. Each pointer may be null; `offsets` must be where blocks have addresses of
 * their own. */
TTGT_C_API ttgt_status ttgt_block_layout_blocks(ttgt_block_layout layout, int32_t* coordinates,
                                                int64_t* offsets);
/* Gives the number of the block with these `rank` coordinates, -1 if there is none. */
TTGT_C_API ttgt_status ttgt_block_layout_find(ttgt_block_layout layout, const int32_t* coordinates,
                                              int64_t* block);

/* ---- Contractions ---- */

/* A tensor of blocks of the caller's. A dense tensor is one block of one section a mode. */
typedef struct ttgt_block_tensor {
    ttgt_dtype dtype;         /* dtype of the elements */
    ttgt_space space;         /* memory of all blocks */
    ttgt_block_layout layout; /* sections, blocks, strides */
    void* data;               /* the array of all blocks; null: each has an address of its own */
    void* const* blocks;      /* if `data` is null: the address of element (0, 0, ...) of each
                               * block. Planning uses neither. */
} ttgt_block_tensor;

typedef int32_t ttgt_block_method;
enum {
    TTGT_BLOCK_METHOD_CHEAPEST = 0,   /* for each component, the way with the lowest prediction */
    TTGT_BLOCK_METHOD_PAIRS = 1,      /* one contraction for each pair of blocks */
    TTGT_BLOCK_METHOD_COMPONENTS = 2, /* one contraction for each component, on gathered blocks */
    TTGT_BLOCK_METHOD_TOGETHER = 3 /* all pairs in one launch, for tiny blocks; as PAIRS on CPUs */
};

/* Options of contractions of blocks. TTGT_BLOCK_OPTIONS sets all members to their defaults. */
typedef struct ttgt_block_options {
    size_t size;                           /* sizeof(ttgt_block_options) in the caller's header */
    const ttgt_contract_options* planning; /* null: defaults. `measure` and `copy_host_operands`
                                            * must be 0 */
    ttgt_block_method method;              /* how products of blocks are done */
    int32_t leaves_out_missing; /* 1: products into blocks that the output lacks are left out; 0:
                                 * such a product is TTGT_ERROR_MISSING_BLOCK */
} ttgt_block_options;
#define TTGT_BLOCK_OPTIONS \
    { sizeof(ttgt_block_options), NULL, TTGT_BLOCK_METHOD_CHEAPEST, 0 }

/* Computes output = alpha * s * (product of the inputs) + beta * output as ttgt_contract() does, on
 * tensors of blocks. Blocks of the output that no product reaches are multiplied by beta. Plans
 * each call anew. */
TTGT_C_API ttgt_status ttgt_block_contract(ttgt_context context, const char* expression,
                                           const ttgt_block_tensor* output,
                                           const ttgt_block_tensor* inputs, int32_t input_count,
                                           const ttgt_scalar* alpha, const ttgt_scalar* beta,
                                           const ttgt_block_options* options);

/* A handle of a plan. */
typedef struct ttgt_block_plan {
    uint64_t id;
} ttgt_block_plan;

/* Plans a contraction for tensors of these dtypes and layouts. Uses no address. */
TTGT_C_API ttgt_status ttgt_block_plan_create(ttgt_context context, const char* expression,
                                              const ttgt_block_tensor* output,
                                              const ttgt_block_tensor* inputs, int32_t input_count,
                                              const ttgt_block_options* options,
                                              ttgt_block_plan* plan);
/* Destroys a plan. A run that another thread has begun is completed. Destroying the handle 0 does
 * nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_block_plan_destroy(ttgt_block_plan plan);
/* Gives the bytes of workspace that a run uses. */
TTGT_C_API ttgt_status ttgt_block_plan_workspace_bytes(ttgt_block_plan plan, int64_t* bytes);
/* Gives the number of pairs of blocks that a run multiplies; with one input, of blocks that it
 * adds. */
TTGT_C_API ttgt_status ttgt_block_plan_pairs(ttgt_block_plan plan, int64_t* pairs);
/* Describes the plan and at most `components` components, those with the most flops first. `text`,
 * `capacity` and `length` are those of ttgt_plan_explain(). */
TTGT_C_API ttgt_status ttgt_block_plan_explain(ttgt_block_plan plan, int32_t components, char* text,
                                               size_t capacity, size_t* length);
/* Runs the plan. The tensors have the dtypes and blocks that it was made for, at any addresses.
 * `alpha`, `beta` and `options` are those of ttgt_plan_run(). */
TTGT_C_API ttgt_status ttgt_block_plan_run(ttgt_block_plan plan, const ttgt_block_tensor* output,
                                           const ttgt_block_tensor* inputs, int32_t input_count,
                                           const ttgt_scalar* alpha, const ttgt_scalar* beta,
                                           const ttgt_run_options* options);
/* Runs the plan, times every stage, and reports as ttgt_plan_profile() does; m, n and k are 1. */
TTGT_C_API ttgt_status ttgt_block_plan_profile(ttgt_block_plan plan,
                                               const ttgt_block_tensor* output,
                                               const ttgt_block_tensor* inputs, int32_t input_count,
                                               const ttgt_scalar* alpha, const ttgt_scalar* beta,
                                               const ttgt_run_options* options,
                                               ttgt_profile* profile, char* text, size_t capacity,
                                               size_t* length);

/* ---- Programs ---- */

/* A handle of the plan of a program. */
typedef struct ttgt_block_program {
    uint64_t id;
} ttgt_block_program;

/* Plans several statements together, one per line or separated by `;`, with the rules of
 * ttgt_program_create(). Tensors bind by name: `names[i]` is the name of `tensors[i]`. A tensor
 * that a statement writes and that has no name here is a temporary in the workspace, with the
 * blocks that its statements reach. `beta_is_zero` of the options' `planning` must be negative.
 * Uses no address. */
TTGT_C_API ttgt_status ttgt_block_program_create(ttgt_context context, const char* statements,
                                                 const char* const* names,
                                                 const ttgt_block_tensor* tensors,
                                                 int32_t tensor_count,
                                                 const ttgt_block_options* options,
                                                 ttgt_block_program* program);
/* Destroys a program. A run that another thread has begun is completed. Destroying the handle 0
 * does nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_block_program_destroy(ttgt_block_program program);
/* Gives the bytes of workspace that a run uses. */
TTGT_C_API ttgt_status ttgt_block_program_workspace_bytes(ttgt_block_program program,
                                                          int64_t* bytes);
/* Gives the number of pairs of blocks that all statements multiply or add. */
TTGT_C_API ttgt_status ttgt_block_program_pairs(ttgt_block_program program, int64_t* pairs);
/* Describes every statement as ttgt_block_plan_explain() describes a plan. */
TTGT_C_API ttgt_status ttgt_block_program_explain(ttgt_block_program program, int32_t components,
                                                  char* text, size_t capacity, size_t* length);
/* Computes all statements in order. The tensors are in the order of planning and have the dtypes
 * and blocks that the program was made for, at any addresses. A tensor that is written overlaps no
 * other one. All tensors are checked before the first statement runs. `options` are those of
 * ttgt_plan_run(). */
TTGT_C_API ttgt_status ttgt_block_program_run(ttgt_block_program program,
                                              const ttgt_block_tensor* tensors,
                                              int32_t tensor_count,
                                              const ttgt_run_options* options);
/* Runs the program, times every stage, and reports as ttgt_plan_profile() does; m, n and k are 1.
 */
TTGT_C_API ttgt_status ttgt_block_program_profile(ttgt_block_program program,
                                                  const ttgt_block_tensor* tensors,
                                                  int32_t tensor_count,
                                                  const ttgt_run_options* options,
                                                  ttgt_profile* profile, char* text,
                                                  size_t capacity, size_t* length);

#ifdef __cplusplus
}
#endif

#endif /* TTGT_C_BLOCKS_H */
