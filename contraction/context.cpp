// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/context.h>
#include <ttgt/error.h>
#include <ttgt/tensor.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "contraction/machine.h"
#include "contraction/plan_cache.h"

namespace ttgt {
namespace {

/// Plans a code works with at a time: CCSD has about 50 contractions, each in a few block shapes.
constexpr std::int64_t default_cache_capacity = 1024;

std::shared_ptr<PlanCache> shared_plan_cache() {
    static const std::shared_ptr<PlanCache> cache = make_plan_cache(default_cache_capacity);
    return cache;
}

void check(const ContextOptions& options) {
    if (options.threads < 0) {
        throw InvalidArgument(fmt::format("{} threads were asked for", options.threads));
    }
    if (options.workspace_limit < 0) {
        throw InvalidArgument(
            fmt::format("workspace limit {} is negative", options.workspace_limit));
    }
    if (static_cast<bool>(options.allocator.allocate) !=
        static_cast<bool>(options.allocator.deallocate)) {
        throw InvalidArgument("an allocator needs both allocate and deallocate");
    }
    if (options.device.kind != Device::Kind::cpu) {
        throw Unsupported(
            fmt::format("this build has no backend for device {}", to_string(options.device)));
    }
}

/// The file is read once: what it says does not change while the program runs.
std::shared_ptr<const Calibration> default_calibration() {
    static const std::shared_ptr<const Calibration> calibration = [] {
        const char* const path = std::getenv("TTGT_CALIBRATION");
        return path != nullptr && *path != '\0' ? read_calibration(path) : built_in_calibration();
    }();
    return calibration;
}

WorkspaceAllocator host_allocator() {
    return {[](std::int64_t bytes) { return allocate_host(bytes).release(); },
            [](void* data, std::int64_t) { HostDelete{}(data); }};
}

}  // namespace

struct Context::State {
    ContextOptions options;
    Workspace workspace;

    explicit State(ContextOptions given) : options(std::move(given)) {
        check(options);
        if (!options.allocator.allocate) options.allocator = host_allocator();
        if (!options.plan_cache) options.plan_cache = shared_plan_cache();
        if (!options.calibration) options.calibration = default_calibration();
    }
    ~State() { release(); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void release() noexcept {
        if (workspace.data != nullptr) {
            options.allocator.deallocate(workspace.data, workspace.bytes);
        }
        workspace = {};
    }
};

Context::Context(ContextOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Context::~Context() = default;
Context::Context(Context&&) noexcept = default;
Context& Context::operator=(Context&&) noexcept = default;

const ContextOptions& Context::options() const noexcept { return state_->options; }

std::int64_t Context::context_bytes() const noexcept { return state_->workspace.bytes; }

Workspace Context::workspace(std::int64_t bytes) {
    if (bytes <= state_->workspace.bytes) return state_->workspace;
    void* data = state_->options.allocator.allocate(bytes);
    if (data == nullptr) {
        throw OutOfMemory(fmt::format("the context cannot allocate {} bytes of workspace", bytes));
    }
    state_->release();
    state_->workspace = {data, bytes};
    return state_->workspace;
}

void Context::release_workspace() noexcept { state_->release(); }

PlanCache& Context::plan_cache() const noexcept { return *state_->options.plan_cache; }

PlanCacheStatistics Context::plan_cache_statistics() const {
    return state_->options.plan_cache->statistics();
}

Context& thread_context() {
    thread_local Context context;
    return context;
}

}  // namespace ttgt
