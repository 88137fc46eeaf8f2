// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <memory>

struct CUevent_st;  // CUDA's: a cudaEvent_t points to one

namespace ttgt::cuda {

/// The end of all that a stream was given so far. All throw DeviceError, also for a fault of that
/// work.
class Completion {
public:
    /// The stream must be one of the device. Does not wait.
    Completion(int device, Stream stream);

    /// Whether the stream got there; does not wait. Not while the stream is being captured.
    [[nodiscard]] bool is_done() const;
    void wait() const;
    /// From now on the end of all that a stream of the same device was given so far. Allocates
    /// nothing.
    void renew(Stream stream);
    /// Work that a stream is given from now on, of any device, begins after it. Does not wait.
    void precede(Stream stream) const;

private:
    struct EventDelete {
        int device;
        void operator()(CUevent_st* event) const noexcept;
    };

    std::unique_ptr<CUevent_st, EventDelete> event_;
};

}  // namespace ttgt::cuda
