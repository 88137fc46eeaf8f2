// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_api.h>
#include <ttgt/device.h>
#include <ttgt/layout.h>
#include <ttgt/version.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "bindings/c/status.h"
#include "src/runtime/threads.h"

namespace ttgt::c {
namespace {

std::int64_t cuda_devices() {
    const std::vector<DeviceInfo> devices = list_devices();
    return std::count_if(devices.begin(), devices.end(), [](const DeviceInfo& device) {
        return device.device.kind == Device::Kind::cuda && device.usable;
    });
}

std::int64_t answer(ttgt_capability capability) {
    switch (capability) {
        case TTGT_CAPABILITY_CUDA_DEVICES:
            return cuda_devices();
        case TTGT_CAPABILITY_MAX_INPUTS:
            return std::numeric_limits<std::int32_t>::max();
        case TTGT_CAPABILITY_MAX_RANK:
            return static_cast<std::int64_t>(max_rank);
        case TTGT_CAPABILITY_EINSUM:
            return 1;
        case TTGT_CAPABILITY_CPU_THREADS:
            return available_threads(0);
        default:
            return -1;
    }
}

}  // namespace
}  // namespace ttgt::c

const char* ttgt_version() { return TTGT_VERSION; }

int64_t ttgt_query(ttgt_capability capability) {
    int64_t result = -1;
    const ttgt_status status = ttgt::c::guarded([&] { result = ttgt::c::answer(capability); });
    return status == TTGT_SUCCESS ? result : -1;
}
