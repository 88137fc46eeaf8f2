/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Groups in C: many transposes or contractions of one expression, each with extents, strides and
 * addresses of its own. docs/guide/groups.md says what they are. What ttgt/c_api.h says of
 * failures, threads and handles holds here, too. Messages count problems from 0. */
#ifndef TTGT_C_GROUPS_H
#define TTGT_C_GROUPS_H

#include <ttgt/c_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A handle of a plan. */
typedef struct ttgt_group_plan {
    uint64_t id;
} ttgt_group_plan;

/* Plans contractions. `tensors` has the operands of all problems, one problem after the other: for
 * each the output, then the inputs in the order of the expression, `operand_count` in all. Each
 * operand has one dtype and number of modes in all problems. Uses no address. `options` are those
 * of contractions; `measure` and `copy_host_operands` must be 0. */
TTGT_C_API ttgt_status ttgt_group_plan_create(ttgt_context context, const char* expression,
                                              const ttgt_tensor* tensors, int32_t operand_count,
                                              int64_t problem_count,
                                              const ttgt_contract_options* options,
                                              ttgt_group_plan* plan);
/* Plans transposes by one permutation: mode i of an output is mode perm[i] of its input, both
 * counted from 0. `tensors` has an output and an input for each problem, all of one dtype, which is
 * not opaque. beta_is_zero = 1: the plan is for beta = 0; 0: for any other beta. `measure` of the
 * options must be 0. Uses no address. */
TTGT_C_API ttgt_status ttgt_group_plan_create_transposes(
    ttgt_context context, const ttgt_tensor* tensors, int64_t problem_count, const int32_t* perm,
    int32_t beta_is_zero, const ttgt_transpose_options* options, ttgt_group_plan* plan);
/* Destroys a plan. A run that another thread has begun is completed. Destroying the handle 0 does
 * nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_group_plan_destroy(ttgt_group_plan plan);
/* Gives the bytes of workspace that a run uses. */
TTGT_C_API ttgt_status ttgt_group_plan_workspace_bytes(ttgt_group_plan plan, int64_t* bytes);
/* Describes the plan. `text`, `capacity` and `length` are those of ttgt_plan_explain(). */
TTGT_C_API ttgt_status ttgt_group_plan_explain(ttgt_group_plan plan, char* text, size_t capacity,
                                               size_t* length);
/* Runs the plan. `addresses` has the address of element (0, 0, ...) of each tensor, in the order in
 * which the plan was given them, `address_count` in all; null for tensors without elements. Nothing
 * is written to inputs. `alpha`, `beta` and `options` are those of ttgt_plan_run() and hold for all
 * problems. */
TTGT_C_API ttgt_status ttgt_group_plan_run(ttgt_group_plan plan, void* const* addresses,
                                           int64_t address_count, const ttgt_scalar* alpha,
                                           const ttgt_scalar* beta,
                                           const ttgt_run_options* options);

#ifdef __cplusplus
}
#endif

#endif /* TTGT_C_GROUPS_H */
