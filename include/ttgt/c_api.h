/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The engine for programs in C, and in whatever calls C: docs/guide/c.md explains it by example.
 * C99, usable from C++; the library is ttgt_c.
 *
 * Every function that can fail returns a status and says why in ttgt_last_error(); what it would
 * have returned is then left as it was, and no element has been written unless the status is
 * TTGT_ERROR_DEVICE or TTGT_ERROR_INTERRUPTED. No function prints, exits or lets a C++ exception
 * out. Functions may be called from any thread; one context serves one thread at a time. */
#ifndef TTGT_C_API_H
#define TTGT_C_API_H

#include <stddef.h>
#include <stdint.h>

#define TTGT_C_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What went wrong ---- */

typedef int32_t ttgt_status;
enum {
    TTGT_SUCCESS = 0,
    TTGT_ERROR_EXPRESSION = 1,       /* the expression string is malformed */
    TTGT_ERROR_INVALID_ARGUMENT = 2, /* an operand, option or pointer cannot be used as given */
    TTGT_ERROR_UNSUPPORTED = 3,      /* well-formed, but outside what this build does */
    TTGT_ERROR_OUT_OF_MEMORY = 4,    /* an allocation failed */
    TTGT_ERROR_DEVICE = 5,           /* a device call failed, possibly after others */
    TTGT_ERROR_STALE_HANDLE = 6,     /* the handle was destroyed, or never made */
    TTGT_ERROR_INTERNAL = 7,         /* a fault of the library */
    TTGT_ERROR_INTERRUPTED = 8       /* ended early, as ttgt_set_interrupt() allows */
};

/* The calling thread's last failure in words, naming label, operands and both extents, or with the
 * column of the expression; "" before the first. Valid until the thread's next failure. */
TTGT_C_API const char* ttgt_last_error(void);
/* "success", "expression", "invalid argument", ...; "unknown" for other numbers. */
TTGT_C_API const char* ttgt_status_name(ttgt_status status);

/* ---- What this library is ---- */

/* Of the library that runs, such as "0.1.0". */
TTGT_C_API const char* ttgt_version(void);

typedef int32_t ttgt_capability;
enum {
    TTGT_CAPABILITY_CUDA_DEVICES = 0, /* how many CUDA devices a context can be made for */
    TTGT_CAPABILITY_MAX_INPUTS = 1,   /* of one contraction */
    TTGT_CAPABILITY_MAX_RANK = 2,     /* of one tensor */
    TTGT_CAPABILITY_EINSUM = 3,       /* 1: einsum strings are expressions */
    TTGT_CAPABILITY_CPU_THREADS = 4   /* of a run by default */
};
/* -1 for capabilities that this version does not know. */
TTGT_C_API int64_t ttgt_query(ttgt_capability capability);

/* ---- Tensors ---- */

typedef int32_t ttgt_dtype;
enum {
    TTGT_FLOAT16 = 0,
    TTGT_BFLOAT16 = 1,
    TTGT_FLOAT32 = 2,
    TTGT_FLOAT64 = 3,
    TTGT_COMPLEX64 = 4,  /* two float32: real, imaginary */
    TTGT_COMPLEX128 = 5, /* two float64 */
    TTGT_OPAQUE1 = 6,    /* elements of 1 to 16 bytes, which transposes move */
    TTGT_OPAQUE2 = 7,
    TTGT_OPAQUE4 = 8,
    TTGT_OPAQUE8 = 9,
    TTGT_OPAQUE16 = 10
};

typedef int32_t ttgt_space;
enum { TTGT_HOST = 0, TTGT_DEVICE = 1 };

/* Elements of the caller's, as they lie: element (i, j, ...) is i * strides[0] + j * strides[1] +
 * ... elements behind `data`. Strides may be any, in inputs 0 too. Nothing is copied, and the
 * struct and its arrays are read during the call only. */
typedef struct ttgt_tensor {
    ttgt_dtype dtype;
    ttgt_space space;       /* of `data`; the context's device must reach it */
    int32_t rank;           /* 0 to 64; 0 is one element */
    const int64_t* extents; /* `rank` of them; may be null where that is 0 */
    const int64_t* strides; /* in elements; null: packed, the first mode fastest */
    void* data;             /* planning does not look at it */
} ttgt_tensor;

typedef struct ttgt_scalar {
    double real;
    double imag; /* 0 where the output is real */
} ttgt_scalar;

/* ---- Contexts ---- */

/* Handles are numbers, 0 is none. One that has been destroyed is refused, never followed. */
typedef struct ttgt_context {
    uint64_t id; /* 0: the calling thread's own, on CPUs */
} ttgt_context;

/* `size` of every options struct is its sizeof: a library that knows more members than the caller
 * takes their defaults. The macros set all defaults. */
typedef struct ttgt_context_options {
    size_t size;
    const char* device;      /* "cpu" or "cuda:N"; null: "cpu" */
    void* stream;            /* a cudaStream_t of the device; null: one of the context's own */
    int32_t threads;         /* CPU threads of a run; 0: what OpenMP would use */
    int64_t workspace_limit; /* scratch bytes that a plan may ask for; negative: any number */
    int64_t plan_cache;      /* plans kept in a cache of its own; negative: the shared cache */
    const char* calibration; /* a file of `ttgt calibrate`; null: as TTGT_CALIBRATION says */
    /* Where workspace comes from: aligned to 256 bytes, in the device's memory; null on failure.
     * Both or neither. `user` is passed on. */
    void* (*allocate)(int64_t bytes, void* user);
    void (*deallocate)(void* data, int64_t bytes, void* user);
    void* user;
    int32_t kept_choices; /* 1: plans, too, that are not measured, are what measured ones kept in
                           * the user's cache on disk */
} ttgt_context_options;
#define TTGT_CONTEXT_OPTIONS \
    { sizeof(ttgt_context_options), NULL, NULL, 0, -1, -1, NULL, NULL, NULL, NULL, 0 }

/* `options` may be null: all defaults. */
TTGT_C_API ttgt_status ttgt_context_create(const ttgt_context_options* options,
                                           ttgt_context* context);
/* Frees what the context holds, once its plans are destroyed too. Doing so to no context (0)
 * succeeds. */
TTGT_C_API ttgt_status ttgt_context_destroy(ttgt_context context);
/* Where the operands of the context's calls lie: TTGT_DEVICE on CUDA. */
TTGT_C_API ttgt_status ttgt_context_space(ttgt_context context, ttgt_space* space);
/* Workspace bytes that the context keeps for its next call. */
TTGT_C_API ttgt_status ttgt_context_bytes(ttgt_context context, int64_t* bytes);
TTGT_C_API ttgt_status ttgt_context_release_workspace(ttgt_context context);

/* ---- One call ---- */

typedef struct ttgt_contract_options {
    size_t size;
    const char* strategy;    /* "auto" or "classic"; null: "auto" */
    int32_t measure;         /* 1: plan by running the likeliest ways */
    int32_t tf32;            /* on CUDA, float32 products may use TF32: 1; as three products: 3 */
    int64_t workspace_limit; /* negative: the context's */
    int32_t beta_is_zero;    /* of plans: 0 or 1; negative: 1 for `=` and einsum, else 0 */
    int32_t copy_host_operands; /* of calls on CUDA: 1: operands in host memory are copied */
    int32_t generated_kernels;  /* 1: kernels written for the problem may be chosen (CUDA) */
    double search_seconds;      /* that measuring may take to compile and time them */
} ttgt_contract_options;
#define TTGT_CONTRACT_OPTIONS \
    { sizeof(ttgt_contract_options), NULL, 0, 0, -1, -1, 0, 0, 2.0 }

/* output = alpha * s * (product of the inputs) + beta * output, s being the numbers of the
 * expression: "D(a,b)+=0.5*L(a,k)*R(k,b)", or an einsum string, "ak,kb->ab"
 * (docs/guide/expressions.md). Tensors bind by position. With one input: a transpose, a sum over
 * labels, a diagonal. alpha null: 1; beta null: 0 for `=` and einsum strings, else 1. beta = 0 does
 * not read the output. `options` may be null. The plan is kept in the context's cache.
 *
 * On CPUs the output is complete on return. On CUDA the work is enqueued on the context's stream.
 */
TTGT_C_API ttgt_status ttgt_contract(ttgt_context context, const char* expression,
                                     const ttgt_tensor* output, const ttgt_tensor* inputs,
                                     int32_t input_count, const ttgt_scalar* alpha,
                                     const ttgt_scalar* beta, const ttgt_contract_options* options);

/* ---- Plans ---- */

typedef struct ttgt_plan {
    uint64_t id;
} ttgt_plan;

/* Plans a contraction for these dtypes and layouts; `data` of the tensors is not looked at. */
TTGT_C_API ttgt_status ttgt_plan_create(ttgt_context context, const char* expression,
                                        const ttgt_tensor* output, const ttgt_tensor* inputs,
                                        int32_t input_count, const ttgt_contract_options* options,
                                        ttgt_plan* plan);
/* A run in another thread goes on. Doing so to no plan (0) succeeds. */
TTGT_C_API ttgt_status ttgt_plan_destroy(ttgt_plan plan);
/* Exactly the scratch bytes of a run. */
TTGT_C_API ttgt_status ttgt_plan_workspace_bytes(ttgt_plan plan, int64_t* bytes);
/* The plan in words, with at most `losers` of the ways not taken. Writes what fits into `capacity`
 * characters, the final null included, and sets `length` to what the whole text has without it;
 * `text` may be null where `capacity` is 0, `length` may be null. */
TTGT_C_API ttgt_status ttgt_plan_explain(ttgt_plan plan, int32_t losers, char* text,
                                         size_t capacity, size_t* length);

typedef struct ttgt_run_options {
    size_t size;
    void* workspace; /* aligned to 256 bytes; null: the workspace of the plan's context */
    int64_t workspace_bytes;
    void* stream; /* a cudaStream_t; null: that of the plan's context */
} ttgt_run_options;
#define TTGT_RUN_OPTIONS \
    { sizeof(ttgt_run_options), NULL, 0, NULL }

/* Runs the plan on these elements: `inputs` are `input_count` pointers to element (0, 0, ...).
 * alpha and beta as in ttgt_contract(); beta must be 0 exactly where the plan was made for that.
 * Allocates nothing where a workspace is given or none is needed. Threads may run one plan at the
 * same time, with workspaces of their own. */
TTGT_C_API ttgt_status ttgt_plan_run(ttgt_plan plan, void* output, const void* const* inputs,
                                     int32_t input_count, const ttgt_scalar* alpha,
                                     const ttgt_scalar* beta, const ttgt_run_options* options);

/* What a run was; times in milliseconds. */
typedef struct ttgt_profile {
    size_t size; /* set by the caller: sizeof(ttgt_profile) */
    int64_t m, n, k, batch;
    double flops;
    int64_t bytes;
    double arithmetic_intensity;
    int64_t workspace_bytes;
    double predicted_ms;
    double total_ms;
    double gemm_ms;
    double overhead; /* share of the time that was not in matrix products */
} ttgt_profile;

/* Runs like ttgt_plan_run(), timing every step, and waits for the end. `profile` and `text` (see
 * ttgt_plan_explain()) may be null. */
TTGT_C_API ttgt_status ttgt_plan_profile(ttgt_plan plan, void* output, const void* const* inputs,
                                         int32_t input_count, const ttgt_scalar* alpha,
                                         const ttgt_scalar* beta, const ttgt_run_options* options,
                                         ttgt_profile* profile, char* text, size_t capacity,
                                         size_t* length);

/* ---- Asynchronous runs ---- */

/* One call whose end can be asked for. Operands and workspace must stay until then. On CPUs the
 * work is complete when the starting call returns; on CUDA it is when the stream got there. */
typedef struct ttgt_task {
    uint64_t id;
} ttgt_task;

TTGT_C_API ttgt_status ttgt_contract_start(ttgt_context context, const char* expression,
                                           const ttgt_tensor* output, const ttgt_tensor* inputs,
                                           int32_t input_count, const ttgt_scalar* alpha,
                                           const ttgt_scalar* beta,
                                           const ttgt_contract_options* options, ttgt_task* task);
TTGT_C_API ttgt_status ttgt_plan_start(ttgt_plan plan, void* output, const void* const* inputs,
                                       int32_t input_count, const ttgt_scalar* alpha,
                                       const ttgt_scalar* beta, const ttgt_run_options* options,
                                       ttgt_task* task);
/* Sets `done` to 1 or 0, without waiting. */
TTGT_C_API ttgt_status ttgt_task_test(ttgt_task task, int32_t* done);
TTGT_C_API ttgt_status ttgt_task_wait(ttgt_task task);
/* Forgets the task; its work goes on. Doing so to no task (0) succeeds. */
TTGT_C_API ttgt_status ttgt_task_destroy(ttgt_task task);

/* ---- Ending a call early ---- */

/* From now on contractions that the calling thread runs ask `stops(user)` whether to end: before
 * each step and, on CPUs, between the pieces that long steps consist of. Where it returns another
 * number than 0 the call returns TTGT_ERROR_INTERRUPTED; its output is partly written then. `stops`
 * is called often, by the same thread, and should be quick; it must not call this library. Null:
 * calls run to their end, as at the start. Transposes alone do not ask. On CUDA, work that is
 * enqueued goes on. */
TTGT_C_API void ttgt_set_interrupt(int32_t (*stops)(void* user), void* user);

/* ---- Transposes alone ---- */

typedef struct ttgt_transpose_options {
    size_t size;
    int32_t conjugate; /* 1: complex dtypes only */
    int32_t measure;   /* 1: plan by running the likeliest ways */
} ttgt_transpose_options;
#define TTGT_TRANSPOSE_OPTIONS \
    { sizeof(ttgt_transpose_options), 0, 0 }

typedef struct ttgt_transpose_plan {
    uint64_t id;
} ttgt_transpose_plan;

/* output = alpha * conj?(input, its modes reordered) + beta * output: perm[i] is the mode of the
 * input, counted from 0, that becomes mode i of the output. Both tensors have one dtype, opaque
 * ones too; their `data` is not looked at. */
TTGT_C_API ttgt_status ttgt_transpose_plan_create(ttgt_context context, const ttgt_tensor* output,
                                                  const ttgt_tensor* input, const int32_t* perm,
                                                  const ttgt_transpose_options* options,
                                                  ttgt_transpose_plan* plan);
TTGT_C_API ttgt_status ttgt_transpose_plan_destroy(ttgt_transpose_plan plan);
/* alpha null: 1; beta null: 0; stream null: that of the context that planned. */
TTGT_C_API ttgt_status ttgt_transpose_plan_run(ttgt_transpose_plan plan, void* output,
                                               const void* input, const ttgt_scalar* alpha,
                                               const ttgt_scalar* beta, void* stream);

#ifdef __cplusplus
}
#endif

#endif /* TTGT_C_API_H */
