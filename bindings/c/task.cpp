// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_api.h>

#include <memory>
#include <utility>

#include "bindings/c/calls.h"
#include "bindings/c/handles.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

/// A task for what has just been enqueued there.
std::uint64_t make_task(const RunPlace& place) {
    Task task;
    const Context& context = context_or_own(place.context);
    const Device device = context.options().device;
    if (device.kind == Device::Kind::cuda) {
        const Stream stream = place.stream == Stream{} ? context.stream() : place.stream;
        task.completion.emplace(device.index, stream);
    }
    return tasks().insert(std::make_shared<const Task>(std::move(task)));
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_contract_start(ttgt_context context, const char* expression,
                                const ttgt_tensor* output, const ttgt_tensor* inputs,
                                int32_t input_count, const ttgt_scalar* alpha,
                                const ttgt_scalar* beta, const ttgt_contract_options* options,
                                ttgt_task* task) {
    return guarded([&] {
        check_given(task, "task");
        task->id = make_task({run(ContractCall{context, expression, output, inputs, input_count,
                                               alpha, beta, options}),
                              {}});
    });
}

ttgt_status ttgt_plan_start(ttgt_plan plan, void* output, const void* const* inputs,
                            int32_t input_count, const ttgt_scalar* alpha, const ttgt_scalar* beta,
                            const ttgt_run_options* options, ttgt_task* task) {
    return guarded([&] {
        check_given(task, "task");
        task->id = make_task(run(RunCall{plan, output, inputs, input_count, alpha, beta, options}));
    });
}

ttgt_status ttgt_task_test(ttgt_task task, int32_t* done) {
    return guarded([&] {
        check_given(done, "done");
        const std::shared_ptr<const Task> found = tasks().at(task.id);
        *done = !found->completion || found->completion->is_done() ? 1 : 0;
    });
}

ttgt_status ttgt_task_wait(ttgt_task task) {
    return guarded([&] {
        const std::shared_ptr<const Task> found = tasks().at(task.id);
        if (found->completion) found->completion->wait();
    });
}

ttgt_status ttgt_task_destroy(ttgt_task task) {
    return guarded([&] {
        if (task.id != 0) (void)tasks().remove(task.id);
    });
}
