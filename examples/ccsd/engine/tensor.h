// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "examples/ccsd/engine/memory.h"

namespace ccsd {

/// Owns a packed float64 tensor, first mode fastest, in a Memory, which must outlive it. Move-only.
/// Converts to the views that ttgt takes.
class Tensor {
public:
    /// Elements undefined at first.
    Tensor(Memory& memory, std::vector<std::int64_t> extents);
    /// With a copy of the host's elements, as many as the extents say.
    Tensor(Memory& memory, std::vector<std::int64_t> extents, const double* elements);
    ~Tensor();
    Tensor(Tensor&& other) noexcept;
    Tensor& operator=(Tensor&& other) noexcept;
    Tensor(const Tensor&) = delete;  // a copy of a large tensor should be seen in the code
    Tensor& operator=(const Tensor&) = delete;

    [[nodiscard]] const ttgt::Layout& layout() const noexcept { return layout_; }
    [[nodiscard]] std::int64_t extent(std::size_t mode) const { return layout_.extents[mode]; }
    /// Number of elements.
    [[nodiscard]] std::int64_t size() const noexcept { return size_; }
    /// In the memory space of the device.
    [[nodiscard]] double* data() const noexcept { return data_; }

    /// The elements on the host; waits for them.
    [[nodiscard]] std::vector<double> to_host() const;

    operator ttgt::TensorView() const;       // NOLINT: meant to convert
    operator ttgt::ConstTensorView() const;  // NOLINT

private:
    Memory* memory_;
    ttgt::Layout layout_;
    std::int64_t size_;
    double* data_;
};

/// The `count` values of a mode from `first` on, where they lie: same strides, no copy.
[[nodiscard]] ttgt::TensorView range(const ttgt::TensorView& tensor, std::size_t mode,
                                     std::int64_t first, std::int64_t count);

}  // namespace ccsd
