// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/resources.h"

#include <ttgt/tensor.h>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt {

std::shared_ptr<const Stream> make_stream(const Device& device) {
    if (device.kind == Device::Kind::cuda) {
        const auto owned = std::make_shared<const cuda::OwnedStream>(device.index);
        return {owned, &owned->get()};
    }
    return std::make_shared<const Stream>();
}

WorkspaceAllocator default_allocator(const Device& device, Stream stream) {
    if (device.kind == Device::Kind::cuda) {
        const int index = device.index;
        return {[=](std::int64_t bytes) {
                    return cuda::allocate(bytes, index, stream, "the context's workspace");
                },
                [=](void* data, std::int64_t) { cuda::release(data, index, stream); }};
    }
    return {[](std::int64_t bytes) { return allocate_host(bytes).release(); },
            [](void* data, std::int64_t) { HostDelete{}(data); }};
}

}  // namespace ttgt
