/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The C interface of ttgt, for programs in C and in languages that call C. docs/guide/c.md has
 * examples. The header is C99 and also valid C++; the library is ttgt_c.
 *
 * Every function that can fail returns a status. On failure, ttgt_last_error() gives the reason and
 * output parameters keep their old values. No tensor element has been written then, unless the
 * status is TTGT_ERROR_DEVICE or TTGT_ERROR_INTERRUPTED. No function prints, exits, or lets a C++
 * exception escape. Any thread may call any function, but only one thread at a time may use a
 * context.
 *
 * Long: contexts, plans, programs and transposes share statuses, tensors and options. Tensors of
 * blocks have a header of their own, ttgt/c_blocks.h. */
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
    TTGT_ERROR_UNSUPPORTED = 3,      /* well-formed, but this build or device cannot do it */
    TTGT_ERROR_OUT_OF_MEMORY = 4,    /* an allocation failed */
    TTGT_ERROR_DEVICE = 5,           /* a call of the device's library failed, maybe halfway */
    TTGT_ERROR_STALE_HANDLE = 6,     /* the handle was destroyed, or never made */
    TTGT_ERROR_INTERNAL = 7,         /* a bug in ttgt */
    TTGT_ERROR_INTERRUPTED = 8,      /* the function of ttgt_set_interrupt() ended the call */
    /* Kinds of arguments that cannot be used. Any other kind is TTGT_ERROR_INVALID_ARGUMENT. */
    TTGT_ERROR_SHAPE = 9,           /* extents or numbers of modes do not go together */
    TTGT_ERROR_OPERAND_COUNT = 10,  /* more or fewer tensors than in the expression */
    TTGT_ERROR_ALIASED_OUTPUT = 11, /* two elements of the output have the same address */
    TTGT_ERROR_OVERLAP = 12,        /* the output overlaps an input in memory */
    TTGT_ERROR_REPEATED_BLOCK = 13, /* a block stands twice in a list of blocks */
    TTGT_ERROR_MISSING_BLOCK = 14   /* the output lacks a block that a product reaches */
};

/* The message of the calling thread's last failure. It names what is wrong, such as the label, the
 * operands and both extents, or the column of the expression. "" if no call of this thread has
 * failed. The text is valid until the thread's next failure. */
TTGT_C_API const char* ttgt_last_error(void);
/* The name of a status: "success", "expression", "invalid argument", and so on; "unknown" if no
 * status has this number. */
TTGT_C_API const char* ttgt_status_name(ttgt_status status);

/* ---- What this library is ---- */

/* The version of the library that is loaded, such as "1.2.3". */
TTGT_C_API const char* ttgt_version(void);

typedef int32_t ttgt_capability;
enum {
    TTGT_CAPABILITY_CUDA_DEVICES = 0, /* number of CUDA devices that a context can be made for */
    TTGT_CAPABILITY_MAX_INPUTS = 1,   /* largest number of inputs of one contraction */
    TTGT_CAPABILITY_MAX_RANK = 2,     /* largest number of modes of one tensor */
    TTGT_CAPABILITY_EINSUM = 3,       /* 1: einsum strings may be used as expressions */
    TTGT_CAPABILITY_CPU_THREADS = 4   /* number of CPU threads that a run uses by default */
};
/* The value of a capability of this library; -1 if this version does not know the capability. */
TTGT_C_API int64_t ttgt_query(ttgt_capability capability);
/* Describes the library and the machine for reports of faults, one line for each subject, with tabs
 * between its words; a word is empty where nothing is known. The lines are:
 *   version, its number
 *   compiler, its name and version
 *   threads, the number that a run uses by default
 *   processors, the number on which the process may run
 *   openmp, 1 where the number of threads is OpenMP's, 0 where only its environment variables count
 *   blas, name, version, kernels, whose threads (serial, openmp, pthread, unknown), file
 *   cuda, the CUDA version the library was built for (empty: none), its architectures, the newest
 *     version that the driver runs
 *   device, its name, model, architecture, processors, bytes of memory, 1 if usable or 0: the CPU,
 *     and where `with_devices` is 1 each CUDA device. Only then is CUDA's driver started, after
 * which children of fork() cannot use CUDA; no CUDA context is made. Versions to come may add lines
 * and words. `text`, `capacity` and `length` are those of ttgt_plan_explain(). */
TTGT_C_API ttgt_status ttgt_configuration(int32_t with_devices, char* text, size_t capacity,
                                          size_t* length);

/* ---- Tensors ---- */

typedef int32_t ttgt_dtype;
enum {
    TTGT_FLOAT16 = 0,
    TTGT_BFLOAT16 = 1,
    TTGT_FLOAT32 = 2,
    TTGT_FLOAT64 = 3,
    TTGT_COMPLEX64 = 4,  /* two float32: real, imaginary */
    TTGT_COMPLEX128 = 5, /* two float64: real, imaginary */
    TTGT_OPAQUE1 = 6,    /* any element of 1 byte; only transposes take opaque elements */
    TTGT_OPAQUE2 = 7,    /* any element of 2 bytes */
    TTGT_OPAQUE4 = 8,    /* any element of 4 bytes */
    TTGT_OPAQUE8 = 9,    /* any element of 8 bytes */
    TTGT_OPAQUE16 = 10   /* any element of 16 bytes */
};

typedef int32_t ttgt_space;
enum { TTGT_HOST = 0, TTGT_DEVICE = 1 };

/* A tensor of the caller's. Element (i, j, ...) lies i * strides[0] + j * strides[1] + ... elements
 * after `data`. The library copies no elements and reads this struct and its arrays only during
 * the call. */
typedef struct ttgt_tensor {
    ttgt_dtype dtype;       /* dtype of the elements */
    ttgt_space space;       /* memory of `data`; the context's device must be able to access it */
    int32_t rank;           /* number of modes, 0 to 64; a tensor without modes has one element */
    const int64_t* extents; /* `rank` numbers of indices; may be null if `rank` is 0 */
    const int64_t* strides; /* `rank` distances in elements, 0 only in inputs; null: no gaps, the
                             * first mode fastest */
    void* data;             /* address of element (0, 0, ...); planning does not use it */
} ttgt_tensor;

typedef struct ttgt_scalar {
    double real; /* real part */
    double imag; /* imaginary part; must be 0 where the output is real */
} ttgt_scalar;

/* ---- Contexts ---- */

/* A handle of a context: its device, its limits, its workspace and its plan cache. A handle is a
 * number. A function that is given a destroyed handle returns TTGT_ERROR_STALE_HANDLE. */
typedef struct ttgt_context {
    uint64_t id; /* 0: the calling thread's own CPU context */
} ttgt_context;

/* Options of ttgt_context_create(). TTGT_CONTEXT_OPTIONS sets all members to their defaults. */
typedef struct ttgt_context_options {
    size_t size;             /* sizeof(ttgt_context_options) in the caller's header; a newer library
                              * takes defaults for members that the caller's struct lacks */
    const char* device;      /* the context's device, "cpu" or "cuda:N"; null: "cpu" */
    void* stream;            /* a cudaStream_t of the device; null: the context makes one */
    int32_t threads;         /* CPU threads of a run; 0: as many as OpenMP would use */
    int64_t workspace_limit; /* most bytes of workspace that a plan may need; negative: no limit */
    int64_t plan_cache;      /* most plans in the context's own cache; negative: the process's
                              * cache, which contexts share */
    const char* calibration; /* a file of `ttgt calibrate`; null: the file that the environment
                              * variable TTGT_CALIBRATION names, or else the built-in rates */
    /* Allocates `bytes` bytes of workspace in the device's memory, aligned to 256 bytes; returns
     * null on failure. Null: the library allocates. Either both functions are set or neither. */
    void* (*allocate)(int64_t bytes, void* user);
    /* Frees memory that `allocate` returned for as many bytes. Null exactly if `allocate` is. */
    void (*deallocate)(void* data, int64_t bytes, void* user);
    void* user; /* passed to `allocate` and `deallocate` */
    /* 1: a plan that is not measured takes the candidate that an earlier measured plan of the same
     * problem wrote to the user's cache on disk. */
    int32_t use_kept_choices;
} ttgt_context_options;
#define TTGT_CONTEXT_OPTIONS \
    { sizeof(ttgt_context_options), NULL, NULL, 0, -1, -1, NULL, NULL, NULL, NULL, 0 }

/* Makes a context. `options` may be null: all members then have their defaults. */
TTGT_C_API ttgt_status ttgt_context_create(const ttgt_context_options* options,
                                           ttgt_context* context);
/* Destroys a context. Its memory is freed when its plans have been destroyed too. Destroying the
 * handle 0 does nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_context_destroy(ttgt_context context);
/* Gives the memory in which operands of the context's calls must lie: TTGT_HOST on a CPU,
 * TTGT_DEVICE on CUDA. */
TTGT_C_API ttgt_status ttgt_context_space(ttgt_context context, ttgt_space* space);
/* Gives the bytes of workspace that the context keeps for its next call. */
TTGT_C_API ttgt_status ttgt_context_bytes(ttgt_context context, int64_t* bytes);
/* Frees the workspace that the context keeps for its next call. */
TTGT_C_API ttgt_status ttgt_context_release_workspace(ttgt_context context);

/* ---- One call ---- */

/* What the search for a path, the order in which many tensors are multiplied, minimises. */
typedef int32_t ttgt_minimize;
enum {
    TTGT_MINIMIZE_TIME = 0,  /* the predicted time */
    TTGT_MINIMIZE_FLOPS = 1, /* the number of operations */
    TTGT_MINIMIZE_MEMORY = 2 /* the number of elements of the largest intermediate */
};

/* How a product of more than two tensors becomes steps of two. TTGT_PATH_OPTIONS sets all members
 * to their defaults. docs/guide/networks.md says more. */
typedef struct ttgt_path_options {
    size_t size;            /* sizeof(ttgt_path_options) in the caller's header */
    const char* search;     /* "auto", "optimal", "greedy", "random-greedy" or "annealing"; null:
                             * "auto" */
    ttgt_minimize minimize; /* what the search minimises */
    int32_t step_count;     /* number of steps in `steps` */
    uint64_t seed;          /* seed of the random searches */
    int64_t trials;         /* how often the random searches search; 0: they decide */
    double seconds;         /* most seconds of one random search; 0: no limit */
    int64_t most_elements;  /* most elements of an intermediate, kept by slices; negative: any */
    const int32_t* steps;   /* a path to use instead of a search: for each step two positions in
                             * the list of inputs, whose tensors are removed and whose product is
                             * appended, as in opt_einsum; null: a path is searched for */
} ttgt_path_options;
#define TTGT_PATH_OPTIONS \
    { sizeof(ttgt_path_options), NULL, TTGT_MINIMIZE_TIME, 0, 0, 0, 0, -1, NULL }

/* Options of ttgt_contract() and ttgt_plan_create(). TTGT_CONTRACT_OPTIONS sets all members to
 * their defaults. */
typedef struct ttgt_contract_options {
    size_t size;             /* sizeof(ttgt_contract_options) in the caller's header */
    const char* strategy;    /* how candidates are enumerated: "auto" or "classic" (the cuTT paper's
                              * algorithm); null: "auto" */
    int32_t measure;         /* 1: run the candidates with the lowest predicted times and take the
                              * fastest; 0: choose by predicted times */
    int32_t tf32;            /* CUDA only. 0: full precision; 1: products of float32 and complex64
                              * may use TF32; 3: each of them may be three TF32 products; 8:
                              * products of float32, float64, complex64 and complex128 may be made
                              * of INT8 products, about as exact as full precision; 9: of fewer of
                              * them, with errors up to 16 times as large */
    int64_t workspace_limit; /* most bytes of workspace; negative: the context's limit */
    int32_t beta_is_zero;    /* only for ttgt_plan_create(). 1: plan for beta = 0; 0: for any other
                              * beta; negative: 1 for `=` and einsum strings, else 0 */
    int32_t copy_host_operands; /* only for ttgt_contract() on CUDA. 1: operands may lie in host
                                 * memory; the call copies them */
    int32_t generated_kernels;  /* CUDA only. 1: kernels that are written for this problem and
                                 * compiled while planning may be used */
    double search_seconds;      /* most seconds that measuring takes to compile and time generated
                                 * kernels */
    const ttgt_path_options* path; /* how products of many tensors become steps; null: defaults */
} ttgt_contract_options;
#define TTGT_CONTRACT_OPTIONS \
    { sizeof(ttgt_contract_options), NULL, 0, 0, -1, -1, 0, 0, 2.0, NULL }

/* Computes output = alpha * s * (product of the inputs) + beta * output, where s is the product of
 * the numbers in the expression. `expression` is a text such as "D(a,b)+=0.5*L(a,k)*R(k,b)" or an
 * einsum string such as "ak,kb->ab" (docs/guide/expressions.md). Tensors bind by position. With one
 * input, the call is a transpose, a sum over labels, or a diagonal. A null `alpha` means 1. A null
 * `beta` means 0 for `=` and einsum strings, else 1. If beta is 0, the old output is not read.
 * `options` may be null: all members then have their defaults. The context's cache keeps the plan.
 *
 * On CPUs the output is complete on return. On CUDA the work is enqueued on the context's stream.
 */
TTGT_C_API ttgt_status ttgt_contract(ttgt_context context, const char* expression,
                                     const ttgt_tensor* output, const ttgt_tensor* inputs,
                                     int32_t input_count, const ttgt_scalar* alpha,
                                     const ttgt_scalar* beta, const ttgt_contract_options* options);

/* ---- Plans ---- */

/* A handle of a plan. A function that is given a destroyed handle returns TTGT_ERROR_STALE_HANDLE.
 */
typedef struct ttgt_plan {
    uint64_t id;
} ttgt_plan;

/* Plans a contraction for tensors of these dtypes and layouts. Does not use their `data`. */
TTGT_C_API ttgt_status ttgt_plan_create(ttgt_context context, const char* expression,
                                        const ttgt_tensor* output, const ttgt_tensor* inputs,
                                        int32_t input_count, const ttgt_contract_options* options,
                                        ttgt_plan* plan);
/* Destroys a plan. A run of the plan that another thread has begun is completed. Destroying the
 * handle 0 does nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_plan_destroy(ttgt_plan plan);
/* Gives the bytes of workspace that a run uses. */
TTGT_C_API ttgt_status ttgt_plan_workspace_bytes(ttgt_plan plan, int64_t* bytes);
/* Describes the plan and at most `losers` rejected candidates. Writes the beginning of the text
 * that fits into `capacity` characters, a final null character included. Sets `length` to the
 * length of the whole text without the null character. `text` may be null if `capacity` is 0;
 * `length` may be null. */
TTGT_C_API ttgt_status ttgt_plan_explain(ttgt_plan plan, int32_t losers, char* text,
                                         size_t capacity, size_t* length);

/* What a path costs. */
typedef struct ttgt_path_report {
    size_t size;             /* set by the caller: sizeof(ttgt_path_report) */
    double operations;       /* operations of all steps: the product of the extents of a step's
                              * labels, twice if it sums over a label */
    double largest_elements; /* elements of the largest result of a step */
    double predicted_ms;     /* predicted milliseconds, layouts left aside */
    int64_t trials;          /* trials that the search made; 0 for a search that makes none */
} ttgt_path_report;

/* Searches for the path of a single product, and plans nothing. `steps` has room for
 * 2 * (input_count - 1) numbers and gets the path as ttgt_path_options::steps has it. `options` and
 * `report` may be null. Does not use the tensors' `data`. */
TTGT_C_API ttgt_status ttgt_find_path(ttgt_context context, const char* expression,
                                      const ttgt_tensor* output, const ttgt_tensor* inputs,
                                      int32_t input_count, const ttgt_path_options* options,
                                      int32_t* steps, ttgt_path_report* report);

/* Options of a run. TTGT_RUN_OPTIONS sets all members to their defaults. */
typedef struct ttgt_run_options {
    size_t size;             /* sizeof(ttgt_run_options) in the caller's header */
    void* workspace;         /* scratch memory on the plan's device, aligned to 256 bytes; null: the
                              * workspace of the plan's context */
    int64_t workspace_bytes; /* size of `workspace` */
    void* stream;            /* a cudaStream_t; null: the stream of the plan's context */
} ttgt_run_options;
#define TTGT_RUN_OPTIONS \
    { sizeof(ttgt_run_options), NULL, 0, NULL }

/* Runs the plan. `output` and the `input_count` pointers `inputs` are addresses of element
 * (0, 0, ...) of the tensors. A null `alpha` means 1. A null `beta` means 0 if the plan was made
 * for beta = 0, else 1; `beta` must be 0 if and only if the plan was made for that. Allocates
 * nothing if a workspace is given or none is needed. Several threads may run one plan at the same
 * time if each gives a different workspace. */
TTGT_C_API ttgt_status ttgt_plan_run(ttgt_plan plan, void* output, const void* const* inputs,
                                     int32_t input_count, const ttgt_scalar* alpha,
                                     const ttgt_scalar* beta, const ttgt_run_options* options);

/* What a run computed and what it cost. */
typedef struct ttgt_profile {
    size_t size;                 /* set by the caller: sizeof(ttgt_profile) */
    int64_t m, n, k, batch;      /* extents of the matrix product, and number of products */
    double flops;                /* real operations of the contraction */
    int64_t bytes;               /* bytes of the inputs and the output; twice if beta is not 0 */
    double arithmetic_intensity; /* flops divided by the elements of inputs and output */
    int64_t workspace_bytes;     /* bytes of workspace that the run used */
    double predicted_ms;         /* predicted milliseconds */
    double total_ms;             /* measured milliseconds */
    double gemm_ms;              /* measured milliseconds of the arithmetic, without transposes */
    double overhead;             /* 1 - gemm_ms / total_ms */
} ttgt_profile;

/* Runs the plan as ttgt_plan_run() does, times every step, and waits for the end of the work.
 * Writes the report as text into `text`, `capacity` and `length`, as ttgt_plan_explain() does.
 * `profile` and `text` may be null. */
TTGT_C_API ttgt_status ttgt_plan_profile(ttgt_plan plan, void* output, const void* const* inputs,
                                         int32_t input_count, const ttgt_scalar* alpha,
                                         const ttgt_scalar* beta, const ttgt_run_options* options,
                                         ttgt_profile* profile, char* text, size_t capacity,
                                         size_t* length);

/* ---- Programs ---- */

/* A handle of the plan of a program. A function that is given a destroyed handle returns
 * TTGT_ERROR_STALE_HANDLE. */
typedef struct ttgt_program {
    uint64_t id;
} ttgt_program;

/* Plans several statements together, one per line or separated by `;`, such as
 * "W(m,n)=V(m,k)*T(k,n); R(a,n)=T(a,m)*W(m,n)". Products that are equal are computed once, and all
 * temporaries lie in one workspace. Tensors bind by name: `names[i]` is the name of `tensors[i]`. A
 * tensor that a statement writes and that has no name here is a temporary. After a statement has
 * read a tensor, no later statement may write it. `options->beta_is_zero` must be negative. Does
 * not use the tensors' `data`. */
TTGT_C_API ttgt_status ttgt_program_create(ttgt_context context, const char* statements,
                                           const char* const* names, const ttgt_tensor* tensors,
                                           int32_t tensor_count,
                                           const ttgt_contract_options* options,
                                           ttgt_program* program);
/* Destroys a program. A run that another thread has begun is completed. Destroying the handle 0
 * does nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_program_destroy(ttgt_program program);
/* Gives the bytes of workspace that a run uses. */
TTGT_C_API ttgt_status ttgt_program_workspace_bytes(ttgt_program program, int64_t* bytes);
/* Describes every step. `text`, `capacity` and `length` are those of ttgt_plan_explain(). */
TTGT_C_API ttgt_status ttgt_program_explain(ttgt_program program, char* text, size_t capacity,
                                            size_t* length);
/* Computes all statements in order. `data[i]` is the address of element (0, 0, ...) of
 * `tensors[i]`. A statement with `=` does not read the old values of its output. What a run takes
 * from `options` and allocates is as in ttgt_plan_run(). */
TTGT_C_API ttgt_status ttgt_program_run(ttgt_program program, void* const* data,
                                        int32_t tensor_count, const ttgt_run_options* options);
/* Runs the program, times every step, and reports as ttgt_plan_profile() does. */
TTGT_C_API ttgt_status ttgt_program_profile(ttgt_program program, void* const* data,
                                            int32_t tensor_count, const ttgt_run_options* options,
                                            ttgt_profile* profile, char* text, size_t capacity,
                                            size_t* length);

/* ---- Asynchronous runs ---- */

/* A handle of work that was started and whose end can be tested and waited for. Operands and
 * workspace must stay valid until the end. On CPUs the work is complete when the call that starts
 * it returns. On CUDA it is complete when the stream has done it. */
typedef struct ttgt_task {
    uint64_t id;
} ttgt_task;

/* Starts the work of ttgt_contract() as a task. */
TTGT_C_API ttgt_status ttgt_contract_start(ttgt_context context, const char* expression,
                                           const ttgt_tensor* output, const ttgt_tensor* inputs,
                                           int32_t input_count, const ttgt_scalar* alpha,
                                           const ttgt_scalar* beta,
                                           const ttgt_contract_options* options, ttgt_task* task);
/* Starts the work of ttgt_plan_run() as a task. */
TTGT_C_API ttgt_status ttgt_plan_start(ttgt_plan plan, void* output, const void* const* inputs,
                                       int32_t input_count, const ttgt_scalar* alpha,
                                       const ttgt_scalar* beta, const ttgt_run_options* options,
                                       ttgt_task* task);
/* Sets `done` to 1 if the task's work is complete, else to 0. Does not wait. */
TTGT_C_API ttgt_status ttgt_task_test(ttgt_task task, int32_t* done);
/* Waits until the task's work is complete. */
TTGT_C_API ttgt_status ttgt_task_wait(ttgt_task task);
/* Destroys the handle of a task. The task's work is still completed. Destroying the handle 0 does
 * nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_task_destroy(ttgt_task task);

/* ---- Ending a call early ---- */

/* Sets the function that can end contractions of the calling thread early. Every later contraction
 * of this thread calls `stops(user)` before each step and, on CPUs, also within long steps. If
 * `stops` returns a number other than 0, the contraction returns TTGT_ERROR_INTERRUPTED; its output
 * may then be partly written. `stops` is called often, by the same thread, and should be quick; it
 * must not call this library. A null `stops`, which is the default, lets calls run to their end.
 * Runs of a ttgt_transpose_plan do not call `stops`. On CUDA, work that is already enqueued is
 * completed. */
TTGT_C_API void ttgt_set_interrupt(int32_t (*stops)(void* user), void* user);

/* ---- Threads beside those of other libraries ---- */

/* Makes each loaded copy of OpenBLAS that can share (version 0.3.27 and newer; those of NumPy's and
 * SciPy's wheels too) run its jobs on this library's threads. A copy that does not share has
 * threads of its own, which look for work for some 30 ms after each of its calls; this library's
 * threads then wait for the cores that those hold. A copy that is loaded later is shared by the
 * next call of this function, which takes less than 1 us where no library has been loaded since the
 * last one. The number of threads of a copy stays what it was. Any thread may call this function;
 * no other thread should be in a call of OpenBLAS meanwhile. */
TTGT_C_API ttgt_status ttgt_share_openblas_threads(void);
/* Makes all copies of OpenBLAS use threads of their own again. Any thread may call it; no other
 * thread should be in a call of OpenBLAS meanwhile. */
TTGT_C_API ttgt_status ttgt_unshare_openblas_threads(void);
/* Lists the copies of OpenBLAS that are loaded now, one a line: the path of the file, the version
 * (empty where the copy does not tell), 1 if it can share or 0, and 1 if it shares now or 0, with
 * tabs between. `text`, `capacity` and `length` are those of ttgt_plan_explain(). */
TTGT_C_API ttgt_status ttgt_openblas_copies(char* text, size_t capacity, size_t* length);

/* Lets calls of the process's first thread run on threads of a loaded OpenMP runtime (libgomp,
 * LLVM's or Intel's; there may be several) while these look for work: after each region of another
 * library they do so for some milliseconds, and this library's threads wait for the cores that they
 * hold. Once they sleep, and in other threads, calls use this library's threads. The number of
 * threads of a call stays what it was. Once threads of other libraries have worked for a while, a
 * call meets each runtime in a region. A later one is found by the next call here, which takes
 * less than 1 us where no library has been loaded since the last one. Does nothing in a child of
 * fork(). Any thread may call it. */
TTGT_C_API ttgt_status ttgt_share_openmp_threads(void);
/* Lets all calls use this library's own threads again. Any thread may call it. */
TTGT_C_API ttgt_status ttgt_unshare_openmp_threads(void);
/* Lists the OpenMP runtimes that are loaded now, one a line: the path of the file, and 1 if its
 * threads are shared or 0, with a tab between. `text`, `capacity` and `length` are those of
 * ttgt_plan_explain(). */
TTGT_C_API ttgt_status ttgt_openmp_libraries(char* text, size_t capacity, size_t* length);

/* ---- Transposes alone ---- */

/* Options of ttgt_transpose_plan_create(). TTGT_TRANSPOSE_OPTIONS sets all members to their
 * defaults. */
typedef struct ttgt_transpose_options {
    size_t size;       /* sizeof(ttgt_transpose_options) in the caller's header */
    int32_t conjugate; /* 1: elements are conjugated; only for complex dtypes */
    int32_t measure;   /* 1: run the candidates with the lowest predicted times and take the
                        * fastest; 0: choose by predicted times */
} ttgt_transpose_options;
#define TTGT_TRANSPOSE_OPTIONS \
    { sizeof(ttgt_transpose_options), 0, 0 }

/* A handle of a plan of a transpose. A function that is given a destroyed handle returns
 * TTGT_ERROR_STALE_HANDLE. */
typedef struct ttgt_transpose_plan {
    uint64_t id;
} ttgt_transpose_plan;

/* Plans output = alpha * (input with its modes reordered) + beta * output, with the input's
 * elements conjugated if `options` says so. Mode i of the output is mode perm[i] of the input, both
 * counted from 0. Both tensors must have the same dtype, which may be opaque. Does not use their
 * `data`. */
TTGT_C_API ttgt_status ttgt_transpose_plan_create(ttgt_context context, const ttgt_tensor* output,
                                                  const ttgt_tensor* input, const int32_t* perm,
                                                  const ttgt_transpose_options* options,
                                                  ttgt_transpose_plan* plan);
/* Destroys a plan of a transpose. Destroying the handle 0 does nothing and succeeds. */
TTGT_C_API ttgt_status ttgt_transpose_plan_destroy(ttgt_transpose_plan plan);
/* Runs a plan of a transpose. `output` and `input` are the addresses of element (0, 0, ...). A null
 * `alpha` means 1, a null `beta` means 0, and a null `stream` the stream of the context that made
 * the plan. */
TTGT_C_API ttgt_status ttgt_transpose_plan_run(ttgt_transpose_plan plan, void* output,
                                               const void* input, const ttgt_scalar* alpha,
                                               const ttgt_scalar* beta, void* stream);

#ifdef __cplusplus
}
#endif

#endif /* TTGT_C_API_H */
