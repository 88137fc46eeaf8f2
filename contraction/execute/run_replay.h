// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace ttgt {

/// Enqueues the work of one run on a stream.
using EnqueueRun = std::function<void(Stream)>;

/// The work of one run, kept so that one call enqueues all of it.
class KeptRun {
public:
    virtual ~KeptRun() = default;
    /// Enqueues the work on a stream of its device. Throws DeviceError; OutOfMemory, in which case
    /// nothing was enqueued. Calls from several threads must come one after the other.
    virtual void enqueue(Stream stream) const = 0;

protected:
    KeptRun() = default;
    KeptRun(const KeptRun&) = default;
    KeptRun(KeptRun&&) = default;
    KeptRun& operator=(const KeptRun&) = default;
    KeptRun& operator=(KeptRun&&) = default;
};

/// Makes KeptRuns on one device. Stateless.
class RunKeeper {
public:
    virtual ~RunKeeper() = default;
    /// Whether the stream takes work in one piece: not while its owner records it.
    [[nodiscard]] virtual bool takes_kept_runs(Stream stream) const noexcept = 0;
    /// Keeps what `enqueue` enqueues on the stream that it is given, and runs nothing of it. The
    /// result replaces `old`, which may be null. Null if the device cannot keep this work. Rethrows
    /// what `enqueue` throws.
    [[nodiscard]] virtual std::unique_ptr<KeptRun> keep(const EnqueueRun& enqueue,
                                                        std::unique_ptr<KeptRun> old) const = 0;

protected:
    RunKeeper() = default;
    RunKeeper(const RunKeeper&) = default;
    RunKeeper(RunKeeper&&) = default;
    RunKeeper& operator=(const RunKeeper&) = default;
    RunKeeper& operator=(RunKeeper&&) = default;
};

/// All that distinguishes the work of two runs of one plan.
struct RunKey {
    const void* first = nullptr;        ///< address of operand 0
    std::span<const void* const> rest;  ///< addresses of the operands after it
    const void* workspace = nullptr;    ///< address of the workspace
    Scalar alpha{1.0, 0.0};             ///< factor of the product
    Scalar beta{0.0, 0.0};              ///< factor of the old output
};

/// Numbers of runs since a plan was made.
struct ReplayCounts {
    std::int64_t builds = 0;   ///< runs that were kept
    std::int64_t replays = 0;  ///< runs whose work was kept before
};

/// Keeps the runs of one plan that come again. A key is remembered when it first comes and its run
/// is kept when it comes the second time, so that a plan whose operands never lie at the same
/// addresses pays for a look-up only. Several threads may use one RunReplay.
class RunReplay {
public:
    /// The most kept runs of a plan, as many as a caller may use in turn.
    static constexpr std::size_t most_kept = 4;
    /// The most keys that are remembered beside those of kept runs.
    static constexpr std::size_t most_seen = 8;
    /// To keep a run costs some two runs. After `most_kept` kept runs, another one is only kept
    /// while those before were replayed so often on average.
    static constexpr std::int64_t replays_per_build = 2;

    /// `own_stream` is the stream of runs that name none, `operands` the length of keys.
    RunReplay(std::unique_ptr<const RunKeeper> keeper, Stream own_stream, std::size_t operands);

    /// Enqueues a run whose work is kept, or that is kept now. Returns false without having
    /// enqueued anything if the caller has to call `enqueue` itself. Allocates memory only when a
    /// run is kept. Throws DeviceError.
    [[nodiscard]] bool run(const RunKey& key, Stream stream, const EnqueueRun& enqueue);
    [[nodiscard]] ReplayCounts counts() const;

private:
    /// A copy of a RunKey; empty if it has no addresses.
    struct KeptKey {
        std::vector<const void*> addresses;  // the workspace first, then the operands
        Scalar alpha;
        Scalar beta;

        [[nodiscard]] bool is(const RunKey& key) const;
        void set(const RunKey& key);
    };
    struct Entry {
        KeptKey key;
        std::unique_ptr<KeptRun> run;
        std::int64_t last_use = 0;
    };

    [[nodiscard]] Entry* find(const RunKey& key);
    /// Whether the key was remembered; remembers it if not.
    [[nodiscard]] bool was_seen(const RunKey& key);
    [[nodiscard]] bool may_keep() const;
    [[nodiscard]] Entry* keep(const RunKey& key, const EnqueueRun& enqueue);
    void give_up();

    std::unique_ptr<const RunKeeper> keeper_;
    Stream own_stream_;
    mutable std::mutex mutex_;
    std::array<Entry, most_kept> kept_;
    std::array<KeptKey, most_seen> seen_;
    std::size_t next_seen_ = 0;
    std::int64_t uses_ = 0;
    ReplayCounts counts_;
    bool has_given_up_ = false;
};

}  // namespace ttgt
