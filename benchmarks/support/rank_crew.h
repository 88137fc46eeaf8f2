// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/distributed.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ttgt::bench {

/// Ranks with a GPU each, as one process sees them.
class RankCrew {
public:
    using Body = std::function<void(Communicator&, Context&)>;

    virtual ~RankCrew() = default;
    RankCrew(const RankCrew&) = delete;
    RankCrew(RankCrew&&) = delete;
    RankCrew& operator=(const RankCrew&) = delete;
    RankCrew& operator=(RankCrew&&) = delete;

    [[nodiscard]] const std::vector<Device>& devices() const { return devices_; }
    [[nodiscard]] int ranks() const { return static_cast<int>(devices_.size()); }
    /// Of the first rank of this process.
    [[nodiscard]] Device device() const { return devices_[first_]; }
    /// Whether rank 0, which writes the rows, is in this process.
    [[nodiscard]] bool writes() const { return first_ == 0; }
    /// Calls `body` for each rank of this process, on a thread of its own where there are several.
    virtual void run(const Body& body) = 0;

protected:
    RankCrew(std::vector<Device> devices, std::size_t first)
        : devices_(std::move(devices)), first_(first) {}

private:
    std::vector<Device> devices_;
    std::size_t first_;
};

/// Calls `work` with ranks that are `kind`: "threads" of this process that copy from each other's
/// memory, threads with communicators of "nccl", or "processes" with such; then `work` runs in a
/// process for each device, and this one, which must not have used a device yet, waits for them.
/// Throws InvalidArgument on other kinds, DeviceError where a process failed, Unsupported where
/// this build or the machine has no NCCL.
void with_crew(const std::string& kind, const std::vector<Device>& devices,
               const std::function<void(RankCrew&)>& work);

/// Ranks of NCCL in threads of this process.
[[nodiscard]] std::unique_ptr<RankCrew> make_nccl_crew(const std::vector<Device>& devices);
/// The same in processes.
void with_nccl_processes(const std::vector<Device>& devices,
                         const std::function<void(RankCrew&)>& work);

}  // namespace ttgt::bench
