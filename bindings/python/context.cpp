// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/string.h>

#include <unordered_set>
#include <utility>

#include "bindings/python/errors.h"
#include "bindings/python/plan.h"

namespace ttgt::python {
namespace {

/// All contexts, for after_fork(). Never destroyed: contexts may end later.
struct Contexts {
    std::mutex guard;
    std::unordered_set<Context*> all;
};

Contexts& contexts() {
    static auto* const instance = new Contexts;
    return *instance;
}

void* allocate(std::int64_t bytes, void* allocator) {
    const LockTaken lock;
    try {
        const nb::handle object(static_cast<PyObject*>(allocator));
        return reinterpret_cast<void*>(nb::cast<std::uintptr_t>(object.attr("allocate")(bytes)));
    } catch (const std::exception&) {
        return nullptr;  // the library says that so many bytes could not be had
    }
}

void deallocate(void* data, std::int64_t bytes, void* allocator) {
    const LockTaken lock;
    try {
        const nb::handle object(static_cast<PyObject*>(allocator));
        object.attr("deallocate")(reinterpret_cast<std::uintptr_t>(data), bytes);
    } catch (nb::python_error& error) {
        error.discard_as_unraisable("deallocate");
    } catch (const std::exception&) {
        return;  // a destructor may be calling: nothing can be told
    }
}

}  // namespace

Context::Context() {
    const std::lock_guard lock(contexts().guard);
    contexts().all.insert(this);
}

Context::Context(ContextSettings settings) : Context() {
    settings_ = std::move(settings);
    ttgt_context_options options = TTGT_CONTEXT_OPTIONS;
    if (settings_.device) options.device = settings_.device->c_str();
    options.stream = reinterpret_cast<void*>(settings_.stream);
    options.threads = settings_.threads;
    options.workspace_limit = settings_.workspace_limit;
    options.use_kept_choices = settings_.use_kept_choices ? 1 : 0;
    if (!settings_.allocator.is_none()) {
        options.allocate = allocate;
        options.deallocate = deallocate;
        options.user = settings_.allocator.ptr();
    }
    check(ttgt_context_create(&options, &handle_));
}

Context::~Context() {
    {
        const std::lock_guard lock(contexts().guard);
        contexts().all.erase(this);
    }
    ttgt_context_destroy(handle_);
}

std::shared_ptr<Context> Context::own() { return std::shared_ptr<Context>(new Context); }

void Context::check_usable() const {
    if (left_behind_ != nullptr) raise("InvalidArgument", left_behind_);
}

void Context::check_can_run() const {
    check_no_run_waits();
    check_usable();
}

void Context::after_fork() {
    // A thread that made or ended a context held Python's lock, as who calls fork() did.
    for (Context* const context : contexts().all) context->become_childs();
}

void Context::become_childs() {
    if (is_on_device()) {
        left_behind_ =
            "the context is of a CUDA device and was made before fork(), after which CUDA does not "
            "work in the child: start processes by multiprocessing's \"spawn\"";
    }
    if (running_->try_lock()) return running_->unlock();
    // Of a thread that is not in this process, so that its work will never end here.
    (void)running_.release();
    running_ = std::make_unique<std::mutex>();
    left_behind_ =
        "another thread was using the context when fork() made this process: make a new Context";
}

}  // namespace ttgt::python
