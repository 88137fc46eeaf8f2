// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/support/device_placement.h"

#include <memory>

#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::test {
namespace {

constexpr std::int64_t guard_bytes = workspace_alignment;

std::byte* bytes_of(const cuda::DeviceBuffer& buffer) {
    return static_cast<std::byte*>(buffer.data());
}

DeviceTensor place(const GuardedArray& array, int device, Stream stream, std::int64_t shift) {
    return DeviceTensor(array, device, stream, shift * size_bytes(array.dtype()));
}

}  // namespace

DevicePlacement::DevicePlacement(PlacedArrays arrays, int device, Stream stream, std::int64_t shift)
    : arrays_(arrays),
      device_(device),
      stream_(stream),
      d_(place(arrays.d, device, stream, shift)) {
    for (const GuardedArray& input : arrays.inputs) {
        inputs_.push_back(place(input, device, stream, shift));
    }
}

Workspace DevicePlacement::workspace(std::int64_t bytes) {
    workspace_.reset();
    if (bytes == 0) return {};
    const cuda::DeviceBuffer& buffer =
        workspace_.emplace(bytes + 2 * guard_bytes, device_, stream_, "the workspace of a test");
    cuda::fill_bytes(buffer.data(), static_cast<unsigned char>(workspace_guard), buffer.bytes(),
                     stream_);
    return {bytes_of(buffer) + guard_bytes, bytes};
}

bool DevicePlacement::bring_back() {
    arrays_.d = d_.fetch();
    for (std::size_t number = 0; number < inputs_.size(); ++number) {
        arrays_.inputs[number] = inputs_[number].fetch();
    }
    if (!workspace_) return true;
    std::vector<std::byte> guards(2 * guard_bytes);
    cuda::copy_to_host(guards.data(), workspace_->data(), guard_bytes, stream_);
    cuda::copy_to_host(guards.data() + guard_bytes,
                       bytes_of(*workspace_) + workspace_->bytes() - guard_bytes, guard_bytes,
                       stream_);
    cuda::synchronize(stream_);
    return is_workspace_guard(guards.data(), guards.data() + guards.size());
}

void DevicePlacement::upload() {
    d_.upload(arrays_.d);
    for (std::size_t number = 0; number < inputs_.size(); ++number) {
        inputs_[number].upload(arrays_.inputs[number]);
    }
}

Site device_site(Context& context, std::int64_t shift) {
    const Place place = [shift](const Context& on, PlacedArrays arrays) {
        return std::make_unique<DevicePlacement>(arrays, on.options().device.index, on.stream(),
                                                 shift);
    };
    return {&context, place};
}

}  // namespace ttgt::test
