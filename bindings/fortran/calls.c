/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What module ttgt calls: its arguments as Fortran has them, an absent one as a null pointer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/fortran/arrays.h"

/* How a contraction is to be planned; shared with module ttgt. */
typedef struct ttgt_fortran_request {
    int64_t context;
    const char* expression; /* not terminated, as all characters here */
    size_t expression_length;
    const char* strategy;
    size_t strategy_length;
    int64_t workspace_limit;
    int32_t beta_is_zero;
    int32_t copy_host;
    char* errmsg;
    size_t errmsg_length;
} ttgt_fortran_request;

/* A plan and what its arrays were. */
typedef struct ttgt_fortran_plan {
    ttgt_plan plan;
    int count;
    ttgt_space space;
    ttgt_fortran_array arrays[ttgt_fortran_max_operands];
} ttgt_fortran_plan;

ttgt_status ttgt_fortran_contract(const ttgt_fortran_request* request, int32_t count,
                                  CFI_cdesc_t* d, CFI_cdesc_t* l, CFI_cdesc_t* r,
                                  const ttgt_scalar* alpha, const ttgt_scalar* beta);
ttgt_status ttgt_fortran_plan_create(const ttgt_fortran_request* request, int32_t count,
                                     CFI_cdesc_t* d, CFI_cdesc_t* l, CFI_cdesc_t* r, void** plan);
ttgt_status ttgt_fortran_plan_run(const void* plan, char* errmsg, size_t errmsg_length,
                                  int32_t count, CFI_cdesc_t* d, CFI_cdesc_t* l, CFI_cdesc_t* r,
                                  const ttgt_scalar* alpha, const ttgt_scalar* beta);
int64_t ttgt_fortran_plan_workspace(const void* plan);
size_t ttgt_fortran_plan_explain(const void* plan, int32_t losers, char* text, size_t capacity);
void ttgt_fortran_plan_destroy(void* plan);
ttgt_status ttgt_fortran_last_error(ttgt_status status, char* errmsg, size_t errmsg_length);

static ttgt_fortran_text text_of(const ttgt_fortran_request* request) {
    const ttgt_fortran_text text = {request->errmsg, request->errmsg_length};
    return text;
}

/* A terminated copy: in `room` where it fits, which most do, else allocated. Null without memory.
 */
static char* terminated(const char* characters, size_t length, char* room, size_t capacity) {
    char* copy = length < capacity ? room : malloc(length + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, characters, length);
    copy[length] = '\0';
    return copy;
}

/* The contraction of a request, ready for the C API. */
typedef struct call {
    ttgt_context context;
    ttgt_contract_options options;
    ttgt_fortran_array arrays[ttgt_fortran_max_operands];
    ttgt_tensor inputs[ttgt_fortran_max_operands - 1];
    char expression_room[512];
    char strategy_room[32];
    char* expression;
    char* strategy;
} call;

static void end_call(call* ready) {
    if (ready->expression != ready->expression_room) free(ready->expression);
    if (ready->strategy != ready->strategy_room) free(ready->strategy);
}

static ttgt_status read_operands(const ttgt_fortran_request* request, int32_t count,
                                 CFI_cdesc_t* const* descriptors, call* ready) {
    ttgt_space space = TTGT_HOST;
    ttgt_status status = TTGT_SUCCESS;
    int i;
    if (request->copy_host == 0) status = ttgt_context_space(ready->context, &space);
    if (status != TTGT_SUCCESS) return ttgt_fortran_report(status, text_of(request));
    status = ttgt_fortran_read(descriptors, count, space, ready->arrays, text_of(request));
    for (i = 1; i < count; ++i) ready->inputs[i - 1] = ready->arrays[i].tensor;
    return status;
}

static ttgt_status begin_call(const ttgt_fortran_request* request, int32_t count,
                              CFI_cdesc_t* const* descriptors, call* ready) {
    const ttgt_contract_options defaults = TTGT_CONTRACT_OPTIONS;
    ttgt_status status;
    ready->context.id = (uint64_t)request->context;
    ready->options = defaults;
    ready->options.workspace_limit = request->workspace_limit;
    ready->options.beta_is_zero = request->beta_is_zero;
    ready->options.copy_host_operands = request->copy_host;
    ready->strategy = NULL;
    ready->expression = terminated(request->expression, request->expression_length,
                                   ready->expression_room, sizeof ready->expression_room);
    if (request->strategy != NULL) {
        ready->strategy = terminated(request->strategy, request->strategy_length,
                                     ready->strategy_room, sizeof ready->strategy_room);
    }
    if (ready->expression == NULL || (request->strategy != NULL && ready->strategy == NULL)) {
        end_call(ready);
        return ttgt_fortran_fail(TTGT_ERROR_OUT_OF_MEMORY, "no memory for the expression",
                                 text_of(request));
    }
    ready->options.strategy = ready->strategy;
    status = read_operands(request, count, descriptors, ready);
    if (status != TTGT_SUCCESS) end_call(ready);
    return status;
}

ttgt_status ttgt_fortran_contract(const ttgt_fortran_request* request, int32_t count,
                                  CFI_cdesc_t* d, CFI_cdesc_t* l, CFI_cdesc_t* r,
                                  const ttgt_scalar* alpha, const ttgt_scalar* beta) {
    CFI_cdesc_t* const descriptors[ttgt_fortran_max_operands] = {d, l, r};
    call ready;
    ttgt_status status = begin_call(request, count, descriptors, &ready);
    if (status != TTGT_SUCCESS) return status;
    status = ttgt_contract(ready.context, ready.expression, &ready.arrays[0].tensor, ready.inputs,
                           count - 1, alpha, beta, &ready.options);
    end_call(&ready);
    return ttgt_fortran_report(status, text_of(request));
}

static ttgt_status make_plan(const ttgt_fortran_request* request, int32_t count, call* ready,
                             ttgt_fortran_plan* made) {
    const ttgt_status status =
        ttgt_plan_create(ready->context, ready->expression, &ready->arrays[0].tensor, ready->inputs,
                         count - 1, &ready->options, &made->plan);
    made->count = count;
    made->space = ready->arrays[0].tensor.space;
    memcpy(made->arrays, ready->arrays, (size_t)count * sizeof made->arrays[0]);
    return ttgt_fortran_report(status, text_of(request));
}

ttgt_status ttgt_fortran_plan_create(const ttgt_fortran_request* request, int32_t count,
                                     CFI_cdesc_t* d, CFI_cdesc_t* l, CFI_cdesc_t* r, void** plan) {
    CFI_cdesc_t* const descriptors[ttgt_fortran_max_operands] = {d, l, r};
    ttgt_fortran_plan* made;
    call ready;
    ttgt_status status = begin_call(request, count, descriptors, &ready);
    if (status != TTGT_SUCCESS) return status;
    made = malloc(sizeof *made);
    if (made == NULL) {
        status =
            ttgt_fortran_fail(TTGT_ERROR_OUT_OF_MEMORY, "no memory for the plan", text_of(request));
    } else {
        status = make_plan(request, count, &ready, made);
    }
    end_call(&ready);
    if (status == TTGT_SUCCESS) {
        *plan = made;
    } else {
        free(made);
    }
    return status;
}

/* Refuses arrays that are not as they were when the plan was made. */
static ttgt_status check_arrays(const ttgt_fortran_plan* plan, const ttgt_fortran_array* arrays,
                                int32_t count, ttgt_fortran_text text) {
    char message[160];
    int i;
    for (i = 0; i < count; ++i) {
        if (ttgt_fortran_same(&plan->arrays[i], &arrays[i])) continue;
        snprintf(message, sizeof message,
                 "%c has another type, shape or steps than the array it was planned for", "DLR"[i]);
        return ttgt_fortran_fail(TTGT_ERROR_INVALID_ARGUMENT, message, text);
    }
    return TTGT_SUCCESS;
}

ttgt_status ttgt_fortran_plan_run(const void* plan, char* errmsg, size_t errmsg_length,
                                  int32_t count, CFI_cdesc_t* d, CFI_cdesc_t* l, CFI_cdesc_t* r,
                                  const ttgt_scalar* alpha, const ttgt_scalar* beta) {
    CFI_cdesc_t* const descriptors[ttgt_fortran_max_operands] = {d, l, r};
    const ttgt_fortran_text text = {errmsg, errmsg_length};
    const ttgt_fortran_plan* planned = plan;
    ttgt_fortran_array arrays[ttgt_fortran_max_operands];
    const void* inputs[ttgt_fortran_max_operands - 1];
    ttgt_status status;
    int i;
    if (planned == NULL) {
        return ttgt_fortran_fail(TTGT_ERROR_STALE_HANDLE, "the plan was destroyed, or never made",
                                 text);
    }
    status = ttgt_fortran_read(descriptors, count, planned->space, arrays, text);
    if (status != TTGT_SUCCESS) return status;
    if (count == planned->count) status = check_arrays(planned, arrays, count, text);
    if (status != TTGT_SUCCESS) return status;
    for (i = 1; i < count; ++i) inputs[i - 1] = arrays[i].tensor.data;
    status =
        ttgt_plan_run(planned->plan, arrays[0].tensor.data, inputs, count - 1, alpha, beta, NULL);
    return ttgt_fortran_report(status, text);
}

int64_t ttgt_fortran_plan_workspace(const void* plan) {
    int64_t bytes = -1;
    if (plan != NULL)
        (void)ttgt_plan_workspace_bytes(((const ttgt_fortran_plan*)plan)->plan, &bytes);
    return bytes;
}

/* The length of the whole text, 0 without a plan. */
size_t ttgt_fortran_plan_explain(const void* plan, int32_t losers, char* text, size_t capacity) {
    size_t length = 0;
    if (plan == NULL) return 0;
    (void)ttgt_plan_explain(((const ttgt_fortran_plan*)plan)->plan, losers, text, capacity,
                            &length);
    return length;
}

void ttgt_fortran_plan_destroy(void* plan) {
    if (plan == NULL) return;
    (void)ttgt_plan_destroy(((ttgt_fortran_plan*)plan)->plan);
    free(plan);
}

ttgt_status ttgt_fortran_last_error(ttgt_status status, char* errmsg, size_t errmsg_length) {
    const ttgt_fortran_text text = {errmsg, errmsg_length};
    return ttgt_fortran_report(status, text);
}
