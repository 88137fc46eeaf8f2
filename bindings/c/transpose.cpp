// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_api.h>
#include <ttgt/transpose.h>

#include <memory>
#include <utility>
#include <vector>

#include "bindings/c/arguments.h"
#include "bindings/c/handles.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

TransposeOptions transpose_options(const ttgt_transpose_options* options) {
    const ttgt_transpose_options given =
        read_options(options, ttgt_transpose_options TTGT_TRANSPOSE_OPTIONS, "options");
    TransposeOptions result;
    result.conjugate = flag(given.conjugate, "conjugate");
    if (flag(given.measure, "measure")) result.planning = Planning::measure;
    return result;
}

TransposePlan make_plan(Context& context, const ttgt_tensor& output, const ttgt_tensor& input,
                        const std::int32_t* perm, const TransposeOptions& options) {
    const DType dtype = dtype_of(input, "the input");
    if (dtype_of(output, "the output") != dtype) {
        throw InvalidArgument(fmt::format("the output is {} but the input is {}",
                                          name(dtype_of(output, "the output")), name(dtype)));
    }
    const Layout in = layout_of(input, "the input");
    if (in.rank() > 0) check_given(perm, "perm");
    const std::vector<int> modes(perm, perm + in.rank());
    return plan_transpose(context, in, layout_of(output, "the output"), modes, dtype, options);
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_transpose_plan_create(ttgt_context context, const ttgt_tensor* output,
                                       const ttgt_tensor* input, const int32_t* perm,
                                       const ttgt_transpose_options* options,
                                       ttgt_transpose_plan* plan) {
    return guarded([&] {
        check_given(plan, "plan");
        check_given(output, "output");
        check_given(input, "input");
        std::shared_ptr<ttgt::Context> found = find_context(context);
        ttgt::TransposePlan made =
            make_plan(context_or_own(found), *output, *input, perm, transpose_options(options));
        plan->id = transpose_plans().insert(std::make_shared<const TransposeCall>(
            TransposeCall{std::move(made), std::move(found)}));
    });
}

ttgt_status ttgt_transpose_plan_destroy(ttgt_transpose_plan plan) {
    return guarded([&] {
        if (plan.id != 0) (void)transpose_plans().remove(plan.id);
    });
}

ttgt_status ttgt_transpose_plan_run(ttgt_transpose_plan plan, void* output, const void* input,
                                    const ttgt_scalar* alpha, const ttgt_scalar* beta,
                                    void* stream) {
    return guarded([&] {
        transpose_plans().at(plan.id)->plan.run(scalar_or_one(alpha), input,
                                                scalar_or_none(beta).value_or(ttgt::Scalar{}),
                                                output, ttgt::Stream{stream});
    });
}
