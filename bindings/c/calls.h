// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_api.h>
#include <ttgt/contraction.h>

#include <memory>

#include "bindings/c/handles.h"

/// The calls that may end later, each in two functions of the API. They throw.
namespace ttgt::c {

/// The arguments of ttgt_contract().
struct ContractCall {
    ttgt_context context;
    const char* expression;
    const ttgt_tensor* output;
    const ttgt_tensor* inputs;
    std::int32_t input_count;
    const ttgt_scalar* alpha;
    const ttgt_scalar* beta;
    const ttgt_contract_options* options;
};
/// The context that it ran in, null for the calling thread's own.
std::shared_ptr<Context> run(const ContractCall& call);

/// The arguments of ttgt_plan_run().
struct RunCall {
    ttgt_plan plan;
    void* output;
    const void* const* inputs;
    std::int32_t input_count;
    const ttgt_scalar* alpha;
    const ttgt_scalar* beta;
    const ttgt_run_options* options;
};
/// Where it runs: the plan's context, and the stream given for this run.
struct RunPlace {
    std::shared_ptr<Context> context;
    Stream stream;
};
RunPlace run(const RunCall& call);

}  // namespace ttgt::c
