/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Formulas in C: elementwise functions of tensors and reductions. docs/guide/operators.md has the
 * grammar. What ttgt/c_api.h says of failures, threads and handles holds here, too. A formula's
 * inputs are the tensors on its right, each once, in the order in which their names appear first,
 * without the output; its scalars are the words without brackets, in the same order. Nothing is
 * written to inputs. */
#ifndef TTGT_C_OPERATORS_H
#define TTGT_C_OPERATORS_H

#include <ttgt/c_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A handle of a plan. Several threads may run one plan at the same time with distinct outputs, if
 * the plan's context is the calling thread's own. */
typedef struct ttgt_evaluation_plan {
    uint64_t id;
} ttgt_evaluation_plan;

/* Plans a formula and runs the plan once. On CUDA, the call enqueues the work on the context's
 * stream and returns without waiting; each such call compiles kernels. `scalars` may be null where
 * there are none. */
TTGT_C_API ttgt_status ttgt_evaluate(ttgt_context context, const char* formula,
                                     const ttgt_tensor* output, const ttgt_tensor* inputs,
                                     int32_t input_count, const ttgt_scalar* scalars,
                                     int32_t scalar_count);
/* Plans a formula for tensors like these. Uses no address. The plan keeps the memory of its
 * context, which may be destroyed before it. */
TTGT_C_API ttgt_status ttgt_evaluation_plan_create(ttgt_context context, const char* formula,
                                                   const ttgt_tensor* output,
                                                   const ttgt_tensor* inputs, int32_t input_count,
                                                   ttgt_evaluation_plan* plan);
/* Destroys a plan. A run that another thread has begun is completed. Destroying the handle 0 does
 * nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_evaluation_plan_destroy(ttgt_evaluation_plan plan);
/* Gives the bytes of the elements that a run reads and writes. */
TTGT_C_API ttgt_status ttgt_evaluation_plan_bytes(ttgt_evaluation_plan plan, int64_t* bytes);
/* Gives the predicted milliseconds of a run: of its bytes at the rate of a copy, on CPUs at least
 * of its arithmetic. */
TTGT_C_API ttgt_status ttgt_evaluation_plan_predicted_ms(ttgt_evaluation_plan plan, double* ms);
/* Describes the plan. `text`, `capacity` and `length` are those of ttgt_plan_explain(). */
TTGT_C_API ttgt_status ttgt_evaluation_plan_explain(ttgt_evaluation_plan plan, char* text,
                                                    size_t capacity, size_t* length);
/* Gives the CUDA C++ source of the plan's kernels; no text on CPUs. */
TTGT_C_API ttgt_status ttgt_evaluation_plan_source(ttgt_evaluation_plan plan, char* text,
                                                   size_t capacity, size_t* length);
/* Runs the plan. `output` and `inputs` have the addresses of element (0, 0, ...) of each tensor, in
 * the memory of the context's device. `scalars` may be null where there are none. On CUDA, the call
 * enqueues kernels on `stream`, a cudaStream_t, and returns without waiting; null: the context's
 * stream. On a CPU, `stream` must be null. */
TTGT_C_API ttgt_status ttgt_evaluation_plan_run(ttgt_evaluation_plan plan, void* output,
                                                const void* const* inputs, int32_t input_count,
                                                const ttgt_scalar* scalars, int32_t scalar_count,
                                                void* stream);

/* Gives the names in a formula, a line for each: "output", "input" or "scalar", a tab, and the
 * name; the output first, then inputs and scalars in their orders. `text`, `capacity` and `length`
 * are those of ttgt_plan_explain(). */
TTGT_C_API ttgt_status ttgt_formula_names(const char* formula, char* text, size_t capacity,
                                          size_t* length);
/* Gives the output that a formula has by its inputs: its dtype, its number of modes and their
 * extents, of which `extents` has room for 64. The dtype has the widest precision of the inputs
 * (float32 where they are of float16 and bfloat16) and is complex where the result may have an
 * imaginary part. has_complex_scalars = 1: scalars have one; 0: they have none. Fails with
 * TTGT_ERROR_INVALID_ARGUMENT where the formula reads its output, or no input has one of the
 * output's labels. */
TTGT_C_API ttgt_status ttgt_formula_output(const char* formula, const ttgt_tensor* inputs,
                                           int32_t input_count, int32_t has_complex_scalars,
                                           ttgt_dtype* dtype, int32_t* rank, int64_t* extents);

#ifdef __cplusplus
}
#endif

#endif /* TTGT_C_OPERATORS_H */
