// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/cuda/random_tensor.h"

#include <cstddef>

#include "src/core/element.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/stream.h"
#include "tools/operands/cuda/tensor_kernels.h"

namespace ttgt::tool {
namespace {

constexpr const char* purpose = "a tensor of the benchmark";

}  // namespace

RandomTensor::RandomTensor(int device, Stream stream, std::uint64_t seed)
    : buffer_(0, device, stream, purpose), seed_(seed) {}

void RandomTensor::reserve(std::int64_t bytes) {
    if (bytes <= buffer_.bytes()) return;
    const int device = buffer_.device();
    const Stream stream = buffer_.stream();
    overwritten();
    buffer_ = cuda::DeviceBuffer(0, device, stream, purpose);  // frees before it allocates
    buffer_ = cuda::DeviceBuffer(bytes, device, stream, purpose);
}

void RandomTensor::fill(std::int64_t count, DType dtype) {
    // Complex numbers are pairs of the same sequence of real ones, and a shorter tensor is the
    // beginning of a longer one.
    const std::int64_t bytes = count * size_bytes(dtype);
    if (filled_with_ == real_of(dtype) && bytes <= filled_bytes_) return;
    fill_random_on_device(data(), count, dtype, seed_, buffer_.device(), buffer_.stream());
    filled_with_ = real_of(dtype);
    filled_bytes_ = bytes;
}

std::vector<char> RandomTensor::gather(const std::vector<std::int64_t>& offsets,
                                       std::int64_t element_bytes) const {
    const auto size = static_cast<std::size_t>(element_bytes);
    std::vector<char> elements(offsets.size() * size);
    for (std::size_t begin = 0; begin < offsets.size();) {
        std::size_t end = begin + 1;  // of those that lie side by side: one copy
        while (end < offsets.size() && offsets[end] == offsets[end - 1] + 1) ++end;
        cuda::copy_to_host(elements.data() + begin * size,
                           static_cast<const char*>(data()) + offsets[begin] * element_bytes,
                           static_cast<std::int64_t>((end - begin) * size), buffer_.stream());
        begin = end;
    }
    cuda::synchronize(buffer_.stream());
    return elements;
}

}  // namespace ttgt::tool
