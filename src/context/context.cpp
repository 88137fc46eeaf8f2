// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <ttgt/context.h>
#include <ttgt/error.h>
#include <ttgt/threads.h>

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "src/context/calibration.h"
#include "src/context/calibration_file.h"
#include "src/context/plan_cache.h"
#include "src/context/resources.h"
#include "src/context/workspace_limit.h"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/devices.h"

namespace ttgt {
namespace {

/// Plans a code works with at a time: CCSD has about 50 contractions, each in a few block shapes.
constexpr std::int64_t default_cache_capacity = 1024;

std::shared_ptr<PlanCache> shared_plan_cache() {
    // Never destroyed: destructors of static objects may contract.
    static const auto& cache =
        *new std::shared_ptr<PlanCache>(make_plan_cache(default_cache_capacity));
    return cache;
}

void check(const ContextOptions& options) {
    if (options.threads < 0) {
        throw InvalidArgument(fmt::format("{} threads were asked for", options.threads));
    }
    (void)checked_workspace_limit(std::nullopt, options);
    if (static_cast<bool>(options.allocator.allocate) !=
        static_cast<bool>(options.allocator.deallocate)) {
        throw InvalidArgument("an allocator needs both allocate and deallocate");
    }
    check_usable(options.device);
    if (options.device.kind == Device::Kind::cpu && options.stream.handle != nullptr) {
        throw InvalidArgument("a stream was given to a context on the CPU: only GPUs have streams");
    }
}

/// One that cannot be for the device is refused.
void check_calibration(const Calibration& calibration, const Device& device) {
    check_kind(calibration, device);
    if (device.kind == Device::Kind::cuda) {
        check_architecture(calibration, cuda::device_properties(device.index));
    }
}

/// Whether a calibration is for any GPU: only the built-in one, of an H200, is.
bool is_for_any_gpu(const Calibration& calibration) {
    return &calibration == built_in_calibration(Device::Kind::cuda).get();
}

void choose_calibration(ContextOptions& options) {
    if (!options.calibration) options.calibration = environment_calibration(options.device);
    const bool is_on_gpu = options.device.kind == Device::Kind::cuda;
    if (!options.calibration || (is_on_gpu && is_for_any_gpu(*options.calibration))) {
        options.calibration = built_in_calibration_for(options.device);
    } else {
        check_calibration(*options.calibration, options.device);
    }
}

/// Where each thread keeps its context. POSIX ends what is kept so after all thread_local objects
/// of a thread, and not at all for the thread that leaves main: destructors of those and of static
/// objects may contract.
struct ThreadContextKey {
    pthread_key_t value{};

    ThreadContextKey() {
        const auto end = [](void* context) { delete static_cast<Context*>(context); };
        if (pthread_key_create(&value, end) != 0) {
            throw OutOfMemory("no key is left to keep the contexts of threads");
        }
    }
};

}  // namespace

struct Context::State {
    ContextOptions options;
    WorkspaceAllocator allocator;              // the one given, else bound to stream()
    std::shared_ptr<const Stream> own_stream;  // null where the stream was given
    Workspace workspace;

    explicit State(ContextOptions given) : options(std::move(given)) {
        check(options);
        if (options.stream.handle == nullptr) own_stream = make_stream(options.device);
        allocator = options.allocator.allocate ? options.allocator
                                               : default_allocator(options.device, stream());
        if (!options.plan_cache) options.plan_cache = shared_plan_cache();
        choose_calibration(options);
    }
    ~State() { release(); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    [[nodiscard]] Stream stream() const noexcept {
        return own_stream ? *own_stream : options.stream;
    }

    void release() noexcept {
        if (workspace.data != nullptr) {
            allocator.deallocate(workspace.data, workspace.bytes);
        }
        workspace = {};
    }
};

Context::Context(ContextOptions options) : state_(std::make_unique<State>(std::move(options))) {
    if (state_->options.share_openblas_threads) share_openblas_threads();
    if (state_->options.share_openmp_threads) share_openmp_threads();
}
Context::~Context() = default;
Context::Context(Context&&) noexcept = default;
Context& Context::operator=(Context&&) noexcept = default;

const ContextOptions& Context::options() const noexcept { return state_->options; }

Stream Context::stream() const noexcept { return state_->stream(); }

std::int64_t Context::context_bytes() const noexcept { return state_->workspace.bytes; }

Workspace Context::workspace(std::int64_t bytes) {
    if (bytes <= state_->workspace.bytes) return state_->workspace;
    void* data = state_->allocator.allocate(bytes);
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
    static const ThreadContextKey key;
    if (void* const known = pthread_getspecific(key.value)) return *static_cast<Context*>(known);
    auto context = std::make_unique<Context>();
    if (pthread_setspecific(key.value, context.get()) != 0) {
        throw OutOfMemory("no memory to keep the thread's context");
    }
    return *context.release();
}

}  // namespace ttgt
