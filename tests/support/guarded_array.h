// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/core/element.h"
#include "tests/support/random.h"

namespace ttgt::test {

/// Memory for one tensor, with known bytes before it, after it and in the gaps of its layout.
class GuardedArray {
public:
    GuardedArray(DType dtype, Layout layout);

    [[nodiscard]] DType dtype() const noexcept { return dtype_; }
    [[nodiscard]] const Layout& layout() const noexcept { return layout_; }
    /// Element (0, 0, …).
    [[nodiscard]] void* data() noexcept { return bytes_.data() + origin_; }
    [[nodiscard]] const void* data() const noexcept { return bytes_.data() + origin_; }
    [[nodiscard]] TensorView view() { return TensorView(dtype_, layout_, data()); }
    [[nodiscard]] ConstTensorView view() const { return ConstTensorView(dtype_, layout_, data()); }

    /// True where no byte outside the tensor's elements has changed.
    [[nodiscard]] bool intact() const;
    /// The bytes of elements and guards.
    [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return bytes_; }

    /// Visits the offsets of all elements, last mode fastest: row-major numbering.
    template <class Visitor>
    void for_each_offset(Visitor&& visitor) const;

    [[nodiscard]] Scalar get(std::int64_t offset) const {
        return visit_numeric(dtype_, [&](auto tag) {
            using T = typename decltype(tag)::type;
            return Scalar(static_cast<const T*>(data())[offset]);
        });
    }
    /// Rounds to the dtype; a real dtype drops the imaginary part.
    void set(std::int64_t offset, Scalar value) {
        visit_numeric(dtype_, [&](auto tag) {
            using T = typename decltype(tag)::type;
            static_cast<T*>(data())[offset] = T(scalar_cast<ComputeOf<T>>(value));
        });
    }
    /// Sets each element to what the next call of `value` returns, in the order of for_each_offset.
    template <class Value>
    void set_each(Value&& value) {
        visit_numeric(dtype_, [&](auto tag) {
            using T = typename decltype(tag)::type;
            T* const elements = static_cast<T*>(data());
            for_each_offset([&](std::int64_t offset) {
                elements[offset] = T(scalar_cast<ComputeOf<T>>(value()));
            });
        });
    }

private:
    void mark_gaps();
    /// Calls visitor(i) with the bytes of all gaps until it returns false; whether it never did.
    template <class Visitor>
    [[nodiscard]] bool visit_gaps(Visitor&& visitor) const;

    DType dtype_;
    Layout layout_;
    std::int64_t first_ = 0;  // smallest offset of an element
    std::size_t origin_ = 0;  // byte of element (0, 0, …)
    std::vector<std::byte> bytes_;
    std::vector<char> is_gap_;  // of elements from first_ on: no index reaches it; empty: none is
};

template <class Visitor>
void GuardedArray::for_each_offset(Visitor&& visitor) const {
    if (volume(layout_) == 0) return;
    const std::size_t outer_modes = layout_.rank() == 0 ? 0 : layout_.rank() - 1;
    const std::int64_t extent = layout_.rank() == 0 ? 1 : layout_.extents[outer_modes];
    const std::int64_t stride = layout_.rank() == 0 ? 0 : layout_.strides[outer_modes];
    std::vector<std::int64_t> index(outer_modes, 0);
    std::int64_t offset = 0;
    while (true) {
        for (std::int64_t i = 0; i < extent; ++i) visitor(offset + i * stride);
        std::size_t mode = outer_modes;
        while (mode > 0 && index[mode - 1] + 1 == layout_.extents[mode - 1]) {
            --mode;
            offset -= index[mode] * layout_.strides[mode];
            index[mode] = 0;
        }
        if (mode == 0) return;
        ++index[mode - 1];
        offset += layout_.strides[mode - 1];
    }
}

/// Integers in [-3, 3], both parts: sums of products stay exact in every dtype.
void fill_integers(GuardedArray& array, Random& random);
/// Reals in [-1, 1), both parts.
void fill_reals(GuardedArray& array, Random& random);
/// One value everywhere.
void fill(GuardedArray& array, Scalar value);

}  // namespace ttgt::test
