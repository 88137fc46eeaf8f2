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

/// The value of a limit in bytes that means that there is no limit.
inline constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
/// The address of a workspace must be a multiple of this many bytes.
inline constexpr std::int64_t workspace_alignment = 256;

/// Scratch memory for one run, in the memory space of the plan's device. The caller owns the memory
/// and may reuse it once the run has ended.
struct Workspace {
    void* data = nullptr;    ///< start of the memory; a multiple of workspace_alignment
    std::int64_t bytes = 0;  ///< size of the memory
};

/// The functions by which a context allocates and frees its workspace. Both or neither must be set.
struct WorkspaceAllocator {
    /// Returns `bytes` bytes of the device's memory, aligned to workspace_alignment. Returns
    /// nullptr on failure; the context then throws OutOfMemory.
    std::function<void*(std::int64_t bytes)> allocate;
    /// Frees memory that `allocate` returned for the same number of bytes.
    std::function<void(void* data, std::int64_t bytes)> deallocate;
};

class PlanCache;
/// How a plan cache has been used since it was made.
struct PlanCacheStatistics {
    std::int64_t hits = 0;       ///< look-ups that found a plan
    std::int64_t misses = 0;     ///< look-ups that found no plan
    std::int64_t evictions = 0;  ///< plans that were removed to make room
    std::int64_t entries = 0;    ///< plans in the cache now
};
/// Makes a thread-safe cache, which contexts may share, of the `capacity` most recently used plans.
/// A cache of capacity 0 keeps no plan. Throws InvalidArgument where `capacity` is negative.
[[nodiscard]] TTGT_EXPORT std::shared_ptr<PlanCache> make_plan_cache(std::int64_t capacity);

struct Calibration;
/// Reads a file that `ttgt calibrate` wrote: the measured rates of a CPU or of one kind of GPU,
/// from which the cost model predicts times. Throws InvalidArgument naming the file and what is
/// wrong with it.
[[nodiscard]] TTGT_EXPORT std::shared_ptr<const Calibration> read_calibration(
    const std::string& path);

/// The settings of a Context.
struct ContextOptions {
    Device device{};  ///< the CPU or the CUDA device on which the context's plans run
    /// CUDA only: a stream of the device; it must outlive the context. If empty, the context makes
    /// a non-blocking stream and owns it.
    Stream stream{};
    /// CPU threads of a run. 0: as many as OpenMP would use at the time of the run.
    int threads = 0;
    /// The most bytes of workspace that a plan may need.
    std::int64_t workspace_limit = unlimited;
    /// Allocates the workspace. If empty, the workspace is host memory from the system or, on CUDA,
    /// device memory that is allocated and freed in stream order on the context's stream().
    WorkspaceAllocator allocator{};
    /// The cache in which `contract` keeps plans. If empty, the cache of the process, which all
    /// contexts made with an empty `plan_cache` share.
    std::shared_ptr<PlanCache> plan_cache{};
    /// The measured rates from which times are predicted. If empty, the context reads the files
    /// that the environment variable TTGT_CALIBRATION names, separated by colons, and takes the
    /// first file for this kind of device. If there is none, it takes the built-in calibration.
    std::shared_ptr<const Calibration> calibration{};
    /// If true, planning with Planning::heuristic looks for the problem in the user's cache on disk
    /// and, where an earlier Planning::measure wrote its fastest candidate there, plans that
    /// candidate. If false, a heuristic plan never depends on what ran before.
    bool use_kept_choices = false;
    /// If true, the constructor calls share_openblas_threads(): copies of OpenBLAS that the program
    /// uses itself then run their jobs on ttgt's threads, in the whole process and until
    /// unshare_openblas_threads().
    bool share_openblas_threads = false;
    /// If true, the constructor calls share_openmp_threads(): calls of the main thread then run on
    /// threads of OpenMP runtimes while these look for work, in the whole process and until
    /// unshare_openmp_threads().
    bool share_openmp_threads = false;
    /// If set, each call of `contract` is profiled, waits for the end of its work, and passes its
    /// report to this function.
    std::function<void(const Report&)> report_sink{};
};

/// A device, limits for its plans, and what is kept between calls: a plan cache and a workspace.
/// Only one thread at a time may use a context; several contexts may share a plan cache. No
/// workspace is allocated until a plan needs it. A CUDA device must have compute capability 8.0 or
/// newer.
class TTGT_EXPORT Context {
public:
    /// Throws InvalidArgument where a limit or the number of threads is negative, the allocator has
    /// only one of its two functions, a calibration file is malformed, the calibration is of
    /// another kind of device or GPU, a stream is given for a CPU, or no CUDA device has the given
    /// number. Throws Unsupported where the build or the machine has no CUDA or the device is too
    /// old. Throws DeviceError where the stream cannot be made.
    explicit Context(ContextOptions options = {});
    /// Frees the workspace without waiting; the default allocator of a CUDA context frees it in
    /// stream order on stream(). Precondition: work on other streams that uses the workspace has
    /// ended. Then destroys the stream if the context made it.
    ~Context();
    Context(Context&&) noexcept;
    Context& operator=(Context&&) noexcept;
    Context(const Context&) = delete;  // two owners would write to one workspace at the same time
    Context& operator=(const Context&) = delete;

    /// The options that the constructor was given, with `plan_cache` and `calibration` filled in
    /// where they were empty. `stream` and `allocator` stay as given: another context made from
    /// these options makes a new stream and a default allocator where they are empty.
    [[nodiscard]] const ContextOptions& options() const noexcept;
    /// The stream on which the context's work is enqueued: the stream of the options, or else the
    /// stream that the context made, which lives as long as the context. Empty on CPUs.
    [[nodiscard]] Stream stream() const noexcept;
    /// The bytes of workspace that the context holds for its next call.
    [[nodiscard]] std::int64_t context_bytes() const noexcept;
    /// Returns at least `bytes` bytes of the device's memory. The context keeps the memory and
    /// returns it again to later calls that ask for no more; it is valid until the next call of
    /// workspace() or release_workspace(). On CUDA, only work on stream(), or work ordered after
    /// stream(), may use it. Throws OutOfMemory; the context then keeps the memory it had.
    [[nodiscard]] Workspace workspace(std::int64_t bytes);
    /// Frees the workspace that the context holds, as the destructor does.
    void release_workspace() noexcept;
    /// The plan cache of the context: that of its options, or else the cache of the process.
    [[nodiscard]] PlanCache& plan_cache() const noexcept;
    /// The statistics of plan_cache(), counting the calls of all contexts that share the cache.
    [[nodiscard]] PlanCacheStatistics plan_cache_statistics() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Returns the calling thread's CPU context, which has default options. The context is made when
/// the thread first calls this function, and destroyed after the thread's thread_local objects. The
/// context of the thread that runs main() is never destroyed, so that destructors of static objects
/// may use it. Throws what Context's constructor throws.
[[nodiscard]] TTGT_EXPORT Context& thread_context();

}  // namespace ttgt
