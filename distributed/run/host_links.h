// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstdint>
#include <memory>

namespace ttgt {

/// Copies between host memory and one device, to measure HostLinkRates. Owns the memory that is
/// copied. Each call waits for the end of its copies.
class HostLinks {
public:
    /// The measured times of a copy in each direction.
    struct Seconds {
        double to_device = 0;    ///< seconds from host memory to the device
        double from_device = 0;  ///< seconds from the device to host memory
    };

    HostLinks() = default;
    virtual ~HostLinks() = default;
    HostLinks(const HostLinks&) = delete;
    HostLinks& operator=(const HostLinks&) = delete;

    /// The bytes that each call copies in each direction.
    [[nodiscard]] virtual std::int64_t bytes() const noexcept = 0;
    /// Copies bytes() bytes to the device and bytes() bytes from it: at the same time on CUDA, one
    /// after the other on a CPU.
    virtual Seconds copy() = 0;
    /// Copies bytes() bytes from one place of the device's memory to another. Returns the seconds.
    virtual double copy_in_memory() = 0;
};

/// Makes HostLinks for the context's device. Throws OutOfMemory, DeviceError.
[[nodiscard]] std::unique_ptr<HostLinks> make_host_links(Context& context);
/// Makes HostLinks for the context's device, which must be a CUDA device. Throws OutOfMemory,
/// DeviceError, and Unsupported where this build has no CUDA.
[[nodiscard]] std::unique_ptr<HostLinks> make_cuda_host_links(Context& context);

}  // namespace ttgt
