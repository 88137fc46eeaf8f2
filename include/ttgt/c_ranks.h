/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Tensors over several ranks in C: communicators, distributions, and contractions of tensors of
 * which each rank holds a part. docs/guide/distributed.md says what they are. What ttgt/c_api.h
 * says of failures, threads and handles holds here, too.
 *
 * A function documented as collective must be called by every rank of a communicator, in the same
 * order and with equal arguments; only pointers and strides may differ. If one rank cannot do a
 * collective call, the call fails with the same status and message on every rank, before any data
 * is sent. A handle of a communicator or a plan that is stale on one rank is the exception: the
 * call fails with TTGT_ERROR_STALE_HANDLE on this rank alone, and the others wait until this rank
 * calls ttgt_communicator_fail(), or, where ranks are threads, destroys its communicator and its
 * plans. */
#ifndef TTGT_C_RANKS_H
#define TTGT_C_RANKS_H

#include <ttgt/c_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Communicators ---- */

/* A handle of one rank of a group of ranks that work together. Only one thread at a time may use
 * it. */
typedef struct ttgt_communicator {
    uint64_t id;
} ttgt_communicator;

/* Makes a communicator of all processes that mpirun started. If MPI is not initialised yet,
 * initialises MPI, and ttgt_communicator_destroy() finalises it. Collective. Fails with
 * TTGT_ERROR_UNSUPPORTED where this library was built without MPI. */
TTGT_C_API ttgt_status ttgt_communicator_create_world(ttgt_communicator* communicator);
/* Makes a communicator from a duplicate of an MPI communicator. `fortran_handle` is what
 * MPI_Comm_c2f() returns, and what Fortran programs call the communicator. Collective. The program
 * destroys the communicator before it calls MPI_Finalize. Fails with TTGT_ERROR_UNSUPPORTED where
 * this library was built without MPI, and with TTGT_ERROR_INVALID_ARGUMENT where MPI is not
 * running. */
TTGT_C_API ttgt_status ttgt_communicator_create_mpi(int32_t fortran_handle,
                                                    ttgt_communicator* communicator);
/* Makes a communicator from `nccl`, an ncclComm_t of the libnccl.so.2 that the program has loaded.
 * The ncclComm_t must outlive the communicator and its plans. Fails with TTGT_ERROR_UNSUPPORTED
 * where this library was built without NCCL or the program has not loaded it. */
TTGT_C_API ttgt_status ttgt_communicator_create_nccl(void* nccl, ttgt_communicator* communicator);
/* Makes `rank_count` ranks in this process, and writes a handle of each to `handles`. Each
 * handle must be used by a thread of its own. `devices` has the device of each rank, "cuda:N";
 * null: the ranks are threads of the CPU. If a handle is destroyed while other ranks wait for its
 * rank, their calls fail with TTGT_ERROR_DEVICE. */
TTGT_C_API ttgt_status ttgt_communicator_create_local(int32_t rank_count,
                                                      const char* const* devices,
                                                      ttgt_communicator* handles);
/* Destroys a communicator; its plans stay valid. Destroying the handle 0 does nothing and succeeds.
 */
TTGT_C_API ttgt_status ttgt_communicator_destroy(ttgt_communicator communicator);
/* Gives the number of this rank, from 0, and the number of ranks. Either pointer may be null. */
TTGT_C_API ttgt_status ttgt_communicator_rank(ttgt_communicator communicator, int32_t* rank,
                                              int32_t* rank_count);
/* Sets the most seconds that this rank waits for other ranks in a collective call, also in runs of
 * plans that this communicator made. At first there is no limit, which INFINITY stands for. A call
 * whose limit is passed fails with TTGT_ERROR_DEVICE and a message that names this rank and, where
 * that is known, those it waited for. From then on no rank can use the communicator: threads fail
 * at once, processes of MPI when their own limits are passed. Output and workspace then have any
 * values, and another process may still read what this rank sent, so that the program should end.
 * What ScaLAPACK waits for and work of a stream have no limit. Not collective. Fails with
 * TTGT_ERROR_INVALID_ARGUMENT where `seconds` is not above 0. */
TTGT_C_API ttgt_status ttgt_communicator_set_timeout(ttgt_communicator communicator,
                                                     double seconds);
/* Takes part in a collective call that this rank cannot make: instead of waiting for this rank, the
 * other ranks' call that is documented as collective and takes tensors, a plan or a program fails
 * with `status` and a message that has this rank's number and `message`. `status` is a failure; of
 * stale handles, repeated and missing blocks, interrupted calls and faults of the library the other
 * ranks get TTGT_ERROR_DEVICE. Collective. Returns the status that the other ranks get, which is
 * that of the lowest rank where several fail; TTGT_ERROR_INVALID_ARGUMENT at once where `status` is
 * no failure or `message` is null. */
TTGT_C_API ttgt_status ttgt_communicator_fail(ttgt_communicator communicator, ttgt_status status,
                                              const char* message);

/* ---- Tensors over ranks ---- */

/* A tensor over ranks, and the part of it that this rank holds. The ranks form a grid: rank r has
 * coordinate r mod grid[0] on axis 0, (r / grid[0]) mod grid[1] on axis 1, and so on. Ranks beyond
 * the grid hold no elements. Index i of mode m lies on the ranks whose coordinate on axis axes[m]
 * is (i / blocks[m]) mod grid[axes[m]]. Ranks that differ only in coordinates on axes that are no
 * mode's hold the same elements. The library reads this struct and its arrays only during the call.
 */
typedef struct ttgt_distributed_tensor {
    ttgt_dtype dtype;       /* dtype of the elements */
    ttgt_space space;       /* memory of `data`; that of the device of the rank's context */
    int32_t rank;           /* number of modes, 0 to 64 */
    int32_t grid_rank;      /* number of axes of the grid; 0: a grid of the first rank alone */
    const int64_t* extents; /* `rank` numbers of indices of the whole tensor */
    const int32_t* grid;    /* `grid_rank` numbers of ranks along the axes */
    const int32_t* axes;    /* `rank` axes, from 0; -1: each rank of the grid has all indices of the
                             * mode; null: -1 for each mode */
    const int64_t* blocks;  /* `rank` numbers of indices of one block; 0: one block for each rank,
                             * ceil(extent / ranks along the axis) long; null: 0 for each mode */
    const int64_t* part; /* `rank` extents of this rank's part, which are compared with those of the
                          * distribution; null: they are not known */
    const int64_t* strides; /* `rank` distances, in elements, in this rank's part; null: no gaps,
                             * the first mode fastest */
    void* data;             /* address of the first element of this rank's part; may be null where
                             * the part has no elements; planning does not use it */
} ttgt_distributed_tensor;

/* Gives the extents of the part of the tensor that `rank` holds: `tensor->rank` numbers, all 0
 * where the rank is beyond the grid. Does not use `data`. */
TTGT_C_API ttgt_status ttgt_distributed_part(const ttgt_distributed_tensor* tensor, int32_t rank,
                                             int64_t* extents);
/* Gives the indices of mode `mode`, counted in the whole tensor, that `rank` holds: as many numbers
 * as ttgt_distributed_part() gives as the mode's extent. Does not use `data`. */
TTGT_C_API ttgt_status ttgt_distributed_indices(const ttgt_distributed_tensor* tensor, int32_t mode,
                                                int32_t rank, int64_t* indices);

/* ---- Tensors over ranks that own their parts ---- */

/* A handle of a tensor over ranks that owns this rank's part: in host memory, without gaps, first
 * mode fastest, 256-byte aligned. */
typedef struct ttgt_rank_tensor {
    uint64_t id;
} ttgt_rank_tensor;

/* Makes this rank's part of a tensor with dtype, extents, grid, axes and blocks of `layout`; the
 * other members of `layout` are not used. All elements are 0. Not collective. Fails with
 * TTGT_ERROR_INVALID_ARGUMENT where they do not fit each other or the grid has more ranks than the
 * communicator, and with TTGT_ERROR_OUT_OF_MEMORY. */
TTGT_C_API ttgt_status ttgt_rank_tensor_create(ttgt_communicator communicator,
                                               const ttgt_distributed_tensor* layout,
                                               ttgt_rank_tensor* tensor);
/* Destroys a tensor and frees its part. Destroying the handle 0 does nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_rank_tensor_destroy(ttgt_rank_tensor tensor);
/* Gives the struct by which other calls take the tensor. Its member `data` is the address of this
 * rank's part, `part` has the part's extents and `strides` its strides. What the pointers name
 * stays until the tensor is destroyed. */
TTGT_C_API ttgt_status ttgt_rank_tensor_describe(ttgt_rank_tensor tensor,
                                                 ttgt_distributed_tensor* description);

/* Gives the value of an element: `indices` has `rank` numbers that count from 0 in the whole
 * tensor, `user` is what the caller gave, and `value` is 0 at first. Returns TTGT_SUCCESS or the
 * status of a failure. */
typedef ttgt_status (*ttgt_element_function)(const int64_t* indices, int32_t rank, void* user,
                                             ttgt_scalar* value);
/* Sets each element of this rank's part to the value that `function` gives for it. Not collective.
 * Returns what `function` returns where that is no success, and fails with
 * TTGT_ERROR_INVALID_ARGUMENT where a value is complex and the tensor real; some elements then have
 * their new values. */
TTGT_C_API ttgt_status ttgt_rank_tensor_fill(ttgt_rank_tensor tensor,
                                             ttgt_element_function function, void* user);

/* ---- Whole tensors over ranks ---- */

/* Copies `from` to `to`, a tensor of the same dtype and extents with another distribution.
 * `context` is as in ttgt_distributed_contract(). Collective. */
TTGT_C_API ttgt_status ttgt_distributed_redistribute(ttgt_communicator communicator,
                                                     ttgt_context context,
                                                     const ttgt_distributed_tensor* to,
                                                     const ttgt_distributed_tensor* from);
/* Copies `whole`, a tensor of rank 0, to the tensor `to` over all ranks. Only rank 0 uses `whole`;
 * on the other ranks it may be null. Collective. Fails with TTGT_ERROR_INVALID_ARGUMENT where rank
 * 0 gives no tensor or one of another dtype, and with TTGT_ERROR_SHAPE where its extents differ. */
TTGT_C_API ttgt_status ttgt_distributed_scatter(ttgt_communicator communicator,
                                                ttgt_context context,
                                                const ttgt_distributed_tensor* to,
                                                const ttgt_tensor* whole);
/* Copies the tensor `from` over all ranks to `whole`, a tensor of rank 0. Otherwise as
 * ttgt_distributed_scatter(). Collective. */
TTGT_C_API ttgt_status ttgt_distributed_gather(ttgt_communicator communicator, ttgt_context context,
                                               const ttgt_tensor* whole,
                                               const ttgt_distributed_tensor* from);
/* Gives the sum of conj(a) * b over all elements, on every rank the same bits. Each rank's part is
 * computed in the tensors' dtype. Both tensors lie in host memory. Collective. */
TTGT_C_API ttgt_status ttgt_distributed_dot(ttgt_communicator communicator, ttgt_context context,
                                            const ttgt_distributed_tensor* a,
                                            const ttgt_distributed_tensor* b, ttgt_scalar* sum);
/* Gives the square root of the sum of |a|^2 over all elements. Collective. */
TTGT_C_API ttgt_status ttgt_distributed_norm(ttgt_communicator communicator, ttgt_context context,
                                             const ttgt_distributed_tensor* a, double* norm);

/* Writes `tensor` to the .npy file `path`, in Fortran order: each rank writes the elements that it
 * holds, of equal ones the lowest rank. The file must lie in a file system that all ranks share. It
 * appears whole or not at all: until the last rank has written, its bytes lie in a hidden temporary
 * file beside it, and a file that was there before stays as it was. A process that is killed leaves
 * the temporary file. Collective. Fails with TTGT_ERROR_INVALID_ARGUMENT where a rank cannot write
 * the file, and with TTGT_ERROR_UNSUPPORTED where elements are bfloat16 or lie in a device's
 * memory. */
TTGT_C_API ttgt_status ttgt_distributed_write_npy(ttgt_communicator communicator, const char* path,
                                                  const ttgt_distributed_tensor* tensor);
/* Reads the .npy file `path`, in Fortran or C order, into `tensor`: each rank reads the elements
 * that it holds. Collective. Fails with TTGT_ERROR_INVALID_ARGUMENT where a rank cannot read the
 * file, or the file has another dtype or other extents than the tensor; no element has changed
 * then, unless reading failed after the file's header. */
TTGT_C_API ttgt_status ttgt_distributed_read_npy(ttgt_communicator communicator, const char* path,
                                                 const ttgt_distributed_tensor* tensor);

/* ---- Contractions ---- */

/* Options of contractions over ranks, equal on all ranks. TTGT_DISTRIBUTED_OPTIONS sets all members
 * to their defaults. */
typedef struct ttgt_distributed_options {
    size_t size;             /* sizeof(ttgt_distributed_options) in the caller's header */
    const char* engine;      /* "local": each rank contracts the parts that it holds or receives;
                              * "scalapack": the ranks multiply matrices together; null: "auto",
                              * whichever is predicted to be faster */
    int64_t workspace_limit; /* most bytes of workspace of a rank; negative: the context's limit */
    int32_t beta_is_zero;    /* only for ttgt_distributed_plan_create(), as in
                              * ttgt_contract_options */
    int32_t measure_rates;   /* 1: the call measures the rates by which it plans, which takes some
                              * tenths of a second; 0: the rates of the file that TTGT_CALIBRATION
                              * names, else built-in rates */
} ttgt_distributed_options;
#define TTGT_DISTRIBUTED_OPTIONS \
    { sizeof(ttgt_distributed_options), NULL, -1, -1, 0 }

/* Computes output = alpha * s * (product of the inputs, or sum of products) + beta * output over
 * all ranks, as ttgt_contract() does on one. With one input, such as in "D(a,b)=L(b,a)", it moves a
 * tensor to another distribution. `context` is this rank's, on a CPU or on the device that the
 * communicator was made for. `options` may be null. Collective. Fails with TTGT_ERROR_UNSUPPORTED
 * for 16-bit tensors in sums and in products of more than two tensors.
 *
 * On CPUs the rank's part of the output is complete on return. On CUDA the work is enqueued on the
 * context's stream. */
TTGT_C_API ttgt_status ttgt_distributed_contract(ttgt_communicator communicator,
                                                 ttgt_context context, const char* expression,
                                                 const ttgt_distributed_tensor* output,
                                                 const ttgt_distributed_tensor* inputs,
                                                 int32_t input_count, const ttgt_scalar* alpha,
                                                 const ttgt_scalar* beta,
                                                 const ttgt_distributed_options* options);

/* A handle of a plan. It must be destroyed before MPI is finalised. */
typedef struct ttgt_distributed_plan {
    uint64_t id;
} ttgt_distributed_plan;

/* Plans a contraction over ranks. Does not use the tensors' `data`. Collective. */
TTGT_C_API ttgt_status ttgt_distributed_plan_create(
    ttgt_communicator communicator, ttgt_context context, const char* expression,
    const ttgt_distributed_tensor* output, const ttgt_distributed_tensor* inputs,
    int32_t input_count, const ttgt_distributed_options* options, ttgt_distributed_plan* plan);
/* Destroys a plan. A run that another thread has begun is completed. Destroying the handle 0 does
 * nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_distributed_plan_destroy(ttgt_distributed_plan plan);
/* Gives the bytes of workspace that a run uses on this rank. */
TTGT_C_API ttgt_status ttgt_distributed_plan_workspace_bytes(ttgt_distributed_plan plan,
                                                             int64_t* bytes);
/* Describes the plan, as ttgt_plan_explain() does. */
TTGT_C_API ttgt_status ttgt_distributed_plan_explain(ttgt_distributed_plan plan, int32_t losers,
                                                     char* text, size_t capacity, size_t* length);
/* Runs the plan. `output` and the `input_count` pointers `inputs` are addresses of the first
 * elements of this rank's parts. `alpha`, `beta` and `options` are those of ttgt_plan_run(), and
 * the scalars are equal on all ranks. On CUDA, the call waits until all ranks have made it, but not
 * for the work. Collective. */
TTGT_C_API ttgt_status ttgt_distributed_plan_run(ttgt_distributed_plan plan, void* output,
                                                 const void* const* inputs, int32_t input_count,
                                                 const ttgt_scalar* alpha, const ttgt_scalar* beta,
                                                 const ttgt_run_options* options);

/* What a run over ranks cost. */
typedef struct ttgt_distributed_profile {
    size_t size;              /* set by the caller: sizeof(ttgt_distributed_profile) */
    int64_t bytes_sent;       /* bytes that this rank sent to others; ScaLAPACK's are predicted */
    int64_t bytes_received;   /* bytes that this rank received; ScaLAPACK's are predicted */
    int64_t bytes_over_links; /* sum of bytes_received of all ranks */
    int64_t workspace_bytes;  /* bytes of workspace that the run used on this rank */
    double flops;             /* real operations of the contraction on all ranks */
    double total_ms;          /* measured milliseconds on this rank */
    double imbalance;         /* longest time of the product of a rank over the mean of all ranks */
    double efficiency;        /* operations a second over those of all ranks by the plan's rates */
} ttgt_distributed_profile;

/* Runs the plan as ttgt_distributed_plan_run() does and times every step; after each step, all
 * ranks wait for each other. Writes the report as text into `text`, `capacity` and `length`, as
 * ttgt_plan_explain() does. `profile` and `text` may be null. Collective. */
TTGT_C_API ttgt_status ttgt_distributed_plan_profile(
    ttgt_distributed_plan plan, void* output, const void* const* inputs, int32_t input_count,
    const ttgt_scalar* alpha, const ttgt_scalar* beta, const ttgt_run_options* options,
    ttgt_distributed_profile* profile, char* text, size_t capacity, size_t* length);

/* ---- Programs ---- */

/* A handle of the plan of a program over ranks. It must be destroyed before MPI is finalised. */
typedef struct ttgt_distributed_program {
    uint64_t id;
} ttgt_distributed_program;

/* Plans several statements together on tensors over ranks, as ttgt_program_create() does on one.
 * `names[i]` is the name of `tensors[i]`, whose `data` is not used. A tensor that a statement
 * writes and that has no name here is a temporary, to which the plan gives a distribution.
 * `options->beta_is_zero` must be negative. Collective. */
TTGT_C_API ttgt_status ttgt_distributed_program_create(
    ttgt_communicator communicator, ttgt_context context, const char* statements,
    const char* const* names, const ttgt_distributed_tensor* tensors, int32_t tensor_count,
    const ttgt_distributed_options* options, ttgt_distributed_program* program);
/* Destroys a program. A run that another thread has begun is completed. Destroying the handle 0
 * does nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_distributed_program_destroy(ttgt_distributed_program program);
/* Gives the bytes of workspace that a run uses on this rank. */
TTGT_C_API ttgt_status ttgt_distributed_program_workspace_bytes(ttgt_distributed_program program,
                                                                int64_t* bytes);
/* Describes the distribution of each temporary and every step. `text`, `capacity` and `length` are
 * those of ttgt_plan_explain(). */
TTGT_C_API ttgt_status ttgt_distributed_program_explain(ttgt_distributed_program program,
                                                        char* text, size_t capacity,
                                                        size_t* length);
/* Computes all statements in order. `data[i]` is the address of the first element of this rank's
 * part of `tensors[i]`; it may be null where the part has no elements. A statement with `=` does
 * not read the old values of its output. What a run takes from `options` is as in
 * ttgt_distributed_plan_run(). Collective. */
TTGT_C_API ttgt_status ttgt_distributed_program_run(ttgt_distributed_program program,
                                                    void* const* data, int32_t tensor_count,
                                                    const ttgt_run_options* options);
/* Runs the program, times every step, and reports as ttgt_distributed_plan_profile() does.
 * Collective. */
TTGT_C_API ttgt_status ttgt_distributed_program_profile(ttgt_distributed_program program,
                                                        void* const* data, int32_t tensor_count,
                                                        const ttgt_run_options* options,
                                                        ttgt_distributed_profile* profile,
                                                        char* text, size_t capacity,
                                                        size_t* length);

/* ---- Formulas ---- */

/* Evaluates a formula on tensors over ranks: elementwise functions and reductions, as
 * ttgt_evaluate() does on one (ttgt/c_operators.h). `inputs` has each tensor on the right once, in
 * the order in which the names appear first; `scalars` are equal on all ranks and may be null where
 * there are none. `options` may be null; its `engine` must be null and its `beta_is_zero` negative.
 * An input may have the output's `data` where both have one layout and distribution and the formula
 * reads of it only the element that it writes. Collective. */
TTGT_C_API ttgt_status ttgt_distributed_evaluate(ttgt_communicator communicator,
                                                 ttgt_context context, const char* formula,
                                                 const ttgt_distributed_tensor* output,
                                                 const ttgt_distributed_tensor* inputs,
                                                 int32_t input_count, const ttgt_scalar* scalars,
                                                 int32_t scalar_count,
                                                 const ttgt_distributed_options* options);

/* A handle of the plan of a formula over ranks. It must be destroyed before MPI is finalised. */
typedef struct ttgt_distributed_evaluation {
    uint64_t id;
} ttgt_distributed_evaluation;

/* Plans a formula on tensors over ranks. Does not use the tensors' `data`. `options` is as in
 * ttgt_distributed_evaluate(). Collective. */
TTGT_C_API ttgt_status ttgt_distributed_evaluation_create(ttgt_communicator communicator,
                                                          ttgt_context context, const char* formula,
                                                          const ttgt_distributed_tensor* output,
                                                          const ttgt_distributed_tensor* inputs,
                                                          int32_t input_count,
                                                          const ttgt_distributed_options* options,
                                                          ttgt_distributed_evaluation* evaluation);
/* Destroys a plan. A run that another thread has begun is completed. Destroying the handle 0 does
 * nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_distributed_evaluation_destroy(ttgt_distributed_evaluation evaluation);
/* Gives the bytes of workspace that a run uses on this rank. */
TTGT_C_API ttgt_status
ttgt_distributed_evaluation_workspace_bytes(ttgt_distributed_evaluation evaluation, int64_t* bytes);
/* Gives the bytes that this rank receives from other ranks in a run. */
TTGT_C_API ttgt_status
ttgt_distributed_evaluation_bytes_received(ttgt_distributed_evaluation evaluation, int64_t* bytes);
/* Describes the plan, as ttgt_plan_explain() does. */
TTGT_C_API ttgt_status ttgt_distributed_evaluation_explain(ttgt_distributed_evaluation evaluation,
                                                           int32_t losers, char* text,
                                                           size_t capacity, size_t* length);
/* Runs the plan. `output` and the `input_count` pointers `inputs` are addresses of the first
 * elements of this rank's parts; `inputs` may be null where there are none. `scalars` are as in
 * ttgt_distributed_evaluate(). On CUDA, the call waits until all ranks have made it, but not for
 * the work. Collective. */
TTGT_C_API ttgt_status ttgt_distributed_evaluation_run(ttgt_distributed_evaluation evaluation,
                                                       void* output, const void* const* inputs,
                                                       int32_t input_count,
                                                       const ttgt_scalar* scalars,
                                                       int32_t scalar_count,
                                                       const ttgt_run_options* options);

#ifdef __cplusplus
}
#endif

#endif /* TTGT_C_RANKS_H */
