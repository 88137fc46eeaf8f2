// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_api.h>
#include <ttgt/context.h>

#include <memory>

#include "bindings/c/arguments.h"
#include "bindings/c/handles.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

WorkspaceAllocator allocator_of(const ttgt_context_options& given) {
    if ((given.allocate == nullptr) != (given.deallocate == nullptr)) {
        throw InvalidArgument("an allocator needs both allocate and deallocate");
    }
    if (given.allocate == nullptr) return {};
    const auto allocate = given.allocate;
    const auto deallocate = given.deallocate;
    void* const user = given.user;
    return {[=](std::int64_t bytes) { return allocate(bytes, user); },
            [=](void* data, std::int64_t bytes) { deallocate(data, bytes, user); }};
}

ContextOptions context_options(const ttgt_context_options& given) {
    ContextOptions options;
    if (given.device != nullptr) options.device = parse_device(given.device);
    options.stream = Stream{given.stream};
    options.threads = given.threads;
    if (given.workspace_limit >= 0) options.workspace_limit = given.workspace_limit;
    options.allocator = allocator_of(given);
    if (given.plan_cache >= 0) options.plan_cache = make_plan_cache(given.plan_cache);
    options.use_kept_choices = flag(given.use_kept_choices, "use_kept_choices");
    if (given.calibration != nullptr) options.calibration = read_calibration(given.calibration);
    return options;
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_context_create(const ttgt_context_options* options, ttgt_context* context) {
    return guarded([&] {
        check_given(context, "context");
        const ttgt_context_options given =
            read_options(options, ttgt_context_options TTGT_CONTEXT_OPTIONS, "options");
        context->id = contexts().insert(std::make_shared<ttgt::Context>(context_options(given)));
    });
}

ttgt_status ttgt_context_destroy(ttgt_context context) {
    return guarded([&] {
        if (context.id != 0) (void)contexts().remove(context.id);
    });
}

ttgt_status ttgt_context_space(ttgt_context context, ttgt_space* space) {
    return guarded([&] {
        check_given(space, "space");
        const ttgt::Device device = context_or_own(find_context(context)).options().device;
        *space = device.kind == ttgt::Device::Kind::cuda ? TTGT_DEVICE : TTGT_HOST;
    });
}

ttgt_status ttgt_context_bytes(ttgt_context context, int64_t* bytes) {
    return guarded([&] {
        check_given(bytes, "bytes");
        *bytes = context_or_own(find_context(context)).context_bytes();
    });
}

ttgt_status ttgt_context_release_workspace(ttgt_context context) {
    return guarded([&] { context_or_own(find_context(context)).release_workspace(); });
}
