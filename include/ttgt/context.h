// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/export.h>
#include <ttgt/report.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>

namespace ttgt {

/// Byte limit that never binds.
inline constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
/// A workspace must start on a multiple of this many bytes.
inline constexpr std::int64_t workspace_alignment = 256;

/// Scratch memory for one run: `bytes` bytes at `data`, aligned to workspace_alignment, in the
/// memory space of the plan's device. The caller owns it and may reuse it once the run has ended.
struct Workspace {
    void* data = nullptr;
    std::int64_t bytes = 0;
};

/// Where a context takes its workspace from. `allocate` returns memory aligned to
/// workspace_alignment, or nullptr, which the context reports as OutOfMemory.
struct WorkspaceAllocator {
    std::function<void*(std::int64_t bytes)> allocate;
    std::function<void(void* data, std::int64_t bytes)> deallocate;
};

class PlanCache;
/// Counts since the cache was made, and the plans it holds now.
struct PlanCacheStatistics {
    std::int64_t hits = 0;
    std::int64_t misses = 0;
    std::int64_t evictions = 0;
    std::int64_t entries = 0;
};
/// A thread-safe cache of the `capacity` most recently used plans, to be shared by contexts; 0:
/// keeps none. Throws InvalidArgument where `capacity` is negative.
[[nodiscard]] TTGT_EXPORT std::shared_ptr<PlanCache> make_plan_cache(std::int64_t capacity);

struct Calibration;
/// Measured rates of a CPU or of one kind of GPU, as `ttgt calibrate` writes them; the cost model
/// plans by them.
/// Throws InvalidArgument naming the file and what is wrong with it.
[[nodiscard]] TTGT_EXPORT std::shared_ptr<const Calibration> read_calibration(
    const std::string& path);

struct ContextOptions {
    Device device{};
    /// CUDA only: a stream of the device, which must outlive the context; empty: the context makes
    /// a non-blocking one of its own.
    Stream stream{};
    int threads = 0;  ///< CPU threads of a run; 0: what OpenMP would use at the time of the run
    std::int64_t workspace_limit = unlimited;  ///< bytes of scratch a plan may ask for
    /// Empty: host memory from the system, or device memory allocated in order on the context's
    /// stream().
    WorkspaceAllocator allocator{};
    std::shared_ptr<PlanCache> plan_cache{};  ///< empty: the one all such contexts share
    /// Empty: the first file for this kind of device of those that the environment's
    /// TTGT_CALIBRATION names, separated by colons, else the built-in one.
    std::shared_ptr<const Calibration> calibration{};
    /// Heuristic plans, too, are what a measured plan of the same problem kept in the user's cache
    /// on disk, where there is one. Off: the same problem has the same plan, whatever ran before.
    bool kept_choices = false;
    /// If set, `contract` profiles each call, waiting for its end, and passes the report here.
    std::function<void(const Report&)> report_sink{};
};

/// A device, its limits and what is kept between calls. Use one context from one thread at a time;
/// contexts may share a plan cache. No workspace is allocated until a plan needs it. CUDA devices
/// are of compute capability 8.0 or newer.
class TTGT_EXPORT Context {
public:
    /// Throws InvalidArgument on negative limits or threads, an allocator with one function only, a
    /// calibration file that is none, a calibration of another kind of device or another kind of
    /// GPU, a stream given for a CPU, or a CUDA device with a number that none has; Unsupported
    /// where the build or the machine has no CUDA, or the device is too old; DeviceError where
    /// making the stream fails.
    explicit Context(ContextOptions options = {});
    /// Frees the workspace in order on stream(), without waiting: work on other streams that uses
    /// it must have ended. Then destroys the stream, if it is the context's own.
    ~Context();
    Context(Context&&) noexcept;
    Context& operator=(Context&&) noexcept;
    Context(const Context&) = delete;  // two owners of one workspace would run over each other
    Context& operator=(const Context&) = delete;

    /// As given; plan cache and calibration are filled in where they were left empty, which other
    /// contexts may share. Stream and allocator are not: a context made of these options has its
    /// own where this one has.
    [[nodiscard]] const ContextOptions& options() const noexcept;
    /// Where the context's work is enqueued: the stream given, else its own, which lives as long as
    /// the context; empty on CPUs.
    [[nodiscard]] Stream stream() const noexcept;
    /// Bytes the context holds: the workspace kept for the next `contract`.
    [[nodiscard]] std::int64_t context_bytes() const noexcept;
    /// At least `bytes` bytes in the device's memory, reused from call to call; valid until the
    /// next call or release_workspace(). On CUDA devices for work on stream(), or work that waits
    /// for it. Throws OutOfMemory, and then still holds what it held.
    [[nodiscard]] Workspace workspace(std::int64_t bytes);
    /// Frees it as the destructor does.
    void release_workspace() noexcept;
    /// The cache of ContextOptions::plan_cache, or the shared one.
    [[nodiscard]] PlanCache& plan_cache() const noexcept;
    /// Of that cache, all contexts that share it together.
    [[nodiscard]] PlanCacheStatistics plan_cache_statistics() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The calling thread's own CPU context, made on first use and kept until the thread ends, the
/// thread of main's until the process does: destructors of thread_local and of static objects may
/// use it. Throws as the constructor of a context with default options.
[[nodiscard]] TTGT_EXPORT Context& thread_context();

}  // namespace ttgt
