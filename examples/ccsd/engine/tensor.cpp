// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/engine/tensor.h"

#include <ttgt/dtype.h>
#include <ttgt/layout.h>

#include <cstddef>
#include <utility>

namespace ccsd {
namespace {

std::int64_t bytes_of(std::int64_t size) {
    return size * static_cast<std::int64_t>(sizeof(double));
}

}  // namespace

Tensor::Tensor(Memory& memory, std::vector<std::int64_t> extents)
    : memory_(&memory),
      layout_(ttgt::packed(std::move(extents))),
      size_(ttgt::volume(layout_)),
      data_(static_cast<double*>(memory.allocate(
          ttgt::packed_bytes(layout_, static_cast<std::int64_t>(sizeof(double)))))) {}

Tensor::Tensor(Memory& memory, std::vector<std::int64_t> extents, const double* elements)
    : Tensor(memory, std::move(extents)) {
    memory.copy_in(data_, elements, bytes_of(size_));
}

Tensor::~Tensor() {
    if (memory_ != nullptr) memory_->release(data_, bytes_of(size_));
}

Tensor::Tensor(Tensor&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)),
      layout_(std::move(other.layout_)),
      size_(std::exchange(other.size_, 0)),
      data_(std::exchange(other.data_, nullptr)) {}

Tensor& Tensor::operator=(Tensor&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(layout_, other.layout_);
    std::swap(size_, other.size_);
    std::swap(data_, other.data_);
    return *this;
}

std::vector<double> Tensor::to_host() const {
    std::vector<double> elements(static_cast<std::size_t>(size_));
    memory_->copy_out(elements.data(), data_, bytes_of(size_));
    return elements;
}

Tensor::operator ttgt::TensorView() const {
    return ttgt::TensorView(ttgt::DType::float64, layout_, data_, memory_->space());
}

Tensor::operator ttgt::ConstTensorView() const {
    return ttgt::ConstTensorView(ttgt::DType::float64, layout_, data_, memory_->space());
}

ttgt::TensorView range(const ttgt::TensorView& tensor, std::size_t mode, std::int64_t first,
                       std::int64_t count) {
    ttgt::Layout layout = tensor.layout();
    layout.extents.at(mode) = count;
    std::byte* const data = static_cast<std::byte*>(tensor.data()) +
                            first * layout.strides[mode] * ttgt::size_bytes(tensor.dtype());
    return ttgt::TensorView(tensor.dtype(), std::move(layout), data, tensor.space());
}

}  // namespace ccsd
