// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/support/device_tensor.h"

#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::test {

DeviceTensor::DeviceTensor(const GuardedArray& array, int device, Stream stream, std::int64_t shift)
    : host_(array),
      origin_(static_cast<const std::byte*>(array.data()) - array.bytes().data()),
      size_(static_cast<std::int64_t>(array.bytes().size())),
      shift_(shift),
      buffer_(size_ + shift, device, stream, "a test") {
    upload(array);
}

void DeviceTensor::upload(const GuardedArray& array) {
    cuda::copy_to_device(bytes(), array.bytes().data(), size_, buffer_.stream());
}

void DeviceTensor::copy(const DeviceTensor& from) {
    cuda::copy_on_device(bytes(), from.bytes(), size_, buffer_.stream());
}

GuardedArray DeviceTensor::fetch() const {
    GuardedArray result = host_;
    cuda::copy_to_host(static_cast<std::byte*>(result.data()) - origin_, bytes(), size_,
                       buffer_.stream());
    cuda::synchronize(buffer_.stream());
    return result;
}

}  // namespace ttgt::test
