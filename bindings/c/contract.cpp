// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_api.h>
#include <ttgt/contraction.h>

#include "bindings/c/arguments.h"
#include "bindings/c/calls.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

ContractOptions contract_options(const ContractCall& call, const ttgt_contract_options& given,
                                 Context& context) {
    ContractOptions options;
    static_cast<PlanOptions&>(options) = plan_options(given);
    options.alpha = scalar_or_one(call.alpha);
    options.beta = scalar_or_none(call.beta);
    options.context = &context;
    options.copy_host_operands = given.copy_host_operands == 1;
    return options;
}

}  // namespace

std::shared_ptr<Context> run(const ContractCall& call) {
    std::shared_ptr<Context> context = find_context(call.context);
    const Tensors tensors =
        read_tensors(call.expression, call.output, call.inputs, call.input_count);
    const ttgt_contract_options given =
        read_options(call.options, ttgt_contract_options TTGT_CONTRACT_OPTIONS, "options");
    const ContractOptions options = contract_options(call, given, context_or_own(context));
    const PathOptions path = path_options(given.path);
    const std::vector<ConstTensorView>& inputs = tensors.inputs;
    if (inputs.size() == 1) {
        contract(call.expression, tensors.output, inputs[0], options);
    } else if (inputs.size() == 2) {
        contract(call.expression, tensors.output, inputs[0], inputs[1], options);
    } else {
        contract(call.expression, tensors.output, inputs, options, path);
    }
    return context;
}

}  // namespace ttgt::c

ttgt_status ttgt_contract(ttgt_context context, const char* expression, const ttgt_tensor* output,
                          const ttgt_tensor* inputs, int32_t input_count, const ttgt_scalar* alpha,
                          const ttgt_scalar* beta, const ttgt_contract_options* options) {
    return ttgt::c::guarded([&] {
        ttgt::c::run({context, expression, output, inputs, input_count, alpha, beta, options});
    });
}
