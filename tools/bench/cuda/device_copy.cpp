// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cuda/device_copy.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/properties.h"
#include "tools/bench/timing.h"

namespace ttgt::tool {

double measure_device_copy_gb_s(const Context& context) {
    constexpr int repeats = 9;
    constexpr std::int64_t least = std::int64_t{1} << 30;
    const int device = context.options().device.index;
    const Stream stream = context.stream();
    const cuda::DeviceProperties& properties = cuda::device_properties(device);
    const std::int64_t bytes =
        std::min(std::max(4 * properties.l2_bytes, least), properties.memory_bytes / 16);
    const cuda::DeviceBuffer from(bytes, device, stream, "the source of a copy");
    const cuda::DeviceBuffer to(bytes, device, stream, "the target of a copy");
    const auto copy = [&] { cuda::copy_on_device(to.data(), from.data(), bytes, stream); };
    cuda::fill_bytes(from.data(), 1, bytes, stream);
    copy();
    const auto times = cuda::time_turns_ms(device, stream, repeats, {copy});
    return 2.0 * static_cast<double>(bytes) / (median(times.front()) * 1e6);
}

}  // namespace ttgt::tool
