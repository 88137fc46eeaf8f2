// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>

namespace ttgt::cuda {

/// Makes a device the calling thread's current one until the end of the scope, then the one before
/// again: by its context, on top of the thread's others. Setting the device back instead would make
/// a context on one that the program may never have used. Costs one query where the device is
/// current already. Throws DeviceError.
class DeviceScope {
public:
    explicit DeviceScope(int device);
    /// For destructors: where the switch fails, the device stays what it was.
    DeviceScope(int device, std::nothrow_t) noexcept;
    ~DeviceScope();
    DeviceScope(const DeviceScope&) = delete;
    DeviceScope& operator=(const DeviceScope&) = delete;

private:
    [[nodiscard]] int switch_to(int device) noexcept;

    bool has_switched_ = false;
};

}  // namespace ttgt::cuda
