// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace ttgt::cuda {

/// Whether the launches of one kernel may have all the dynamic shared memory of a device. Granted
/// once and in full, not as much as a launch needs before every launch: a thread that grants the
/// kernel less in between would make the launch of another fail. Thread-safe.
class SharedMemoryGrant {
public:
    /// Allocates nothing; can be called while a stream is captured. Throws DeviceError.
    void on_current_device(const void* kernel);

private:
    std::atomic<std::uint64_t> devices_{0};  // a bit of each that granted it
};

}  // namespace ttgt::cuda
