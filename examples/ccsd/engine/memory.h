// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/device.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace ccsd {

/// The memory of one device that tensors and workspaces are taken from: it knows how much is held,
/// how much was held at most, and refuses what goes over a limit. On a CUDA device it allocates,
/// frees and copies in order on a stream of its own, which the context must use too:
///
///     Memory memory(device, limit);
///     ttgt::Context context({.device = device,
///                            .stream = memory.stream(),
///                            .allocator = memory.workspace_allocator()});
///
/// Threads may share it. Must outlive the context and all that it handed out.
class Memory {
public:
    /// Throws ttgt::Unsupported for a CUDA device where the build has none, ttgt::DeviceError where
    /// the device cannot be used.
    explicit Memory(const ttgt::Device& device, std::int64_t limit = ttgt::unlimited);
    ~Memory();
    Memory(const Memory&) = delete;  // what it handed out points to it
    Memory& operator=(const Memory&) = delete;

    /// What gives back memory that could be done without, for `allocate` to call before it refuses.
    void set_relief(std::function<void()> relief) { relief_ = std::move(relief); }
    /// At least `bytes` bytes, undefined at first. Throws ttgt::OutOfMemory with the limit and what
    /// is held.
    [[nodiscard]] void* allocate(std::int64_t bytes);
    void release(void* data, std::int64_t bytes) noexcept;
    /// Counts what a context allocates for its workspace; where that is too much, the context
    /// throws ttgt::OutOfMemory.
    [[nodiscard]] ttgt::WorkspaceAllocator workspace_allocator();

    /// From and to the host; `copy_out` waits until the data is there.
    void copy_in(void* to, const void* from_host, std::int64_t bytes);
    void copy_out(void* to_host, const void* from, std::int64_t bytes);
    /// Waits until the device has done all that was asked of it on stream().
    void wait();

    [[nodiscard]] ttgt::MemorySpace space() const noexcept;
    /// Empty on CPUs.
    [[nodiscard]] ttgt::Stream stream() const noexcept;
    [[nodiscard]] std::int64_t limit() const noexcept { return limit_; }
    [[nodiscard]] std::int64_t held_bytes() const noexcept { return held_; }
    [[nodiscard]] std::int64_t peak_bytes() const noexcept { return peak_; }

    /// What a kind of device does; the accounting is the same for all.
    class Device;

private:
    /// Null where that is over the limit.
    [[nodiscard]] void* allocate_within_limit(std::int64_t bytes);

    std::unique_ptr<Device> device_;
    std::int64_t limit_;
    std::function<void()> relief_ = [] {};
    std::mutex mutex_;  // of what follows
    std::atomic<std::int64_t> held_ = 0;
    std::atomic<std::int64_t> peak_ = 0;
};

}  // namespace ccsd
