// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstdint>
#include <memory>

namespace ttgt {

/// Memory of the host and of one device, and copies between the two, as tiles of tensors in host
/// memory are copied. Each call waits for its end.
class HostLinks {
public:
    struct Seconds {
        double to_device = 0;
        double from_device = 0;
    };

    HostLinks() = default;
    virtual ~HostLinks() = default;
    HostLinks(const HostLinks&) = delete;
    HostLinks& operator=(const HostLinks&) = delete;

    /// What a call copies each way.
    [[nodiscard]] virtual std::int64_t bytes() const noexcept = 0;
    /// Both ways, at the same time where the device does that.
    virtual Seconds copy() = 0;
    /// As many bytes from one place of the device's memory to another; seconds.
    virtual double copy_in_memory() = 0;
};

/// Of the context's device. Throws OutOfMemory, DeviceError.
[[nodiscard]] std::unique_ptr<HostLinks> make_host_links(Context& context);
/// The same on a CUDA device; throws Unsupported where this build has no CUDA.
[[nodiscard]] std::unique_ptr<HostLinks> make_cuda_host_links(Context& context);

}  // namespace ttgt
