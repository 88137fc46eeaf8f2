// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>
#include <ttgt/export.h>
#include <ttgt/layout.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ttgt {

/// A tensor to read: dtype, layout, pointer to element (0, 0, …), memory space. Owns nothing; the
/// elements must outlive every call the view is passed to.
class TTGT_EXPORT ConstTensorView {
public:
    /// Throws InvalidArgument or SizeOverflow where `layout` is not one (see check_layout).
    ConstTensorView(DType dtype, Layout layout, const void* data,
                    MemorySpace space = MemorySpace::host);

    [[nodiscard]] DType dtype() const noexcept { return dtype_; }
    [[nodiscard]] const Layout& layout() const noexcept { return layout_; }
    [[nodiscard]] const void* data() const noexcept { return data_; }
    [[nodiscard]] MemorySpace space() const noexcept { return space_; }

private:
    DType dtype_;
    MemorySpace space_;
    const void* data_;
    Layout layout_;
};

/// A tensor to write; converts to a ConstTensorView of the same elements.
class TTGT_EXPORT TensorView {
public:
    /// Throws as a ConstTensorView.
    TensorView(DType dtype, Layout layout, void* data, MemorySpace space = MemorySpace::host)
        : view_(dtype, std::move(layout), data, space), data_(data) {}

    [[nodiscard]] DType dtype() const noexcept { return view_.dtype(); }
    [[nodiscard]] const Layout& layout() const noexcept { return view_.layout(); }
    [[nodiscard]] void* data() const noexcept { return data_; }
    [[nodiscard]] MemorySpace space() const noexcept { return view_.space(); }
    operator const ConstTensorView&() const noexcept { return view_; }  // NOLINT: meant to convert

private:
    ConstTensorView view_;
    void* data_;
};

/// Views of a caller's array in host memory; `data` addresses element (0, 0, …). Strides are in
/// elements; without them: packed, first mode fastest. Throws InvalidArgument or SizeOverflow where
/// extents and strides are no layout.
template <class T>
[[nodiscard]] TensorView view(T* data, std::vector<std::int64_t> extents) {
    return TensorView(dtype_of<T>, packed(std::move(extents)), data);
}
template <class T>
[[nodiscard]] TensorView view(T* data, std::vector<std::int64_t> extents,
                              std::vector<std::int64_t> strides) {
    return TensorView(dtype_of<T>, Layout{std::move(extents), std::move(strides)}, data);
}
template <class T>
[[nodiscard]] ConstTensorView view(const T* data, std::vector<std::int64_t> extents) {
    return ConstTensorView(dtype_of<T>, packed(std::move(extents)), data);
}
template <class T>
[[nodiscard]] ConstTensorView view(const T* data, std::vector<std::int64_t> extents,
                                   std::vector<std::int64_t> strides) {
    return ConstTensorView(dtype_of<T>, Layout{std::move(extents), std::move(strides)}, data);
}

/// Host memory for `bytes` bytes, 256-byte aligned; throws OutOfMemory. Released by the deleter.
struct TTGT_EXPORT HostDelete {
    void operator()(void* data) const noexcept;
};
[[nodiscard]] TTGT_EXPORT std::unique_ptr<void, HostDelete> allocate_host(std::int64_t bytes);
/// The same, all zeros, written by OpenMP's threads in equal parts: on machines with several memory
/// nodes the pages lie beside the cores that will share the work.
[[nodiscard]] TTGT_EXPORT std::unique_ptr<void, HostDelete> allocate_zeroed_host(
    std::int64_t bytes);

/// Owns a packed tensor in host memory, first mode fastest, elements zero at first, as
/// allocate_zeroed_host() makes it. Move-only: a copy of a large tensor should be seen in the code,
/// so it is spelled `clone()`.
template <class T>
class Tensor {
public:
    /// Throws InvalidArgument or SizeOverflow as packed(), and OutOfMemory.
    explicit Tensor(std::vector<std::int64_t> extents)
        : layout_(packed(std::move(extents))),
          size_(volume(layout_)),
          data_(allocate_zeroed_host(packed_bytes(layout_, sizeof(T)))) {}

    /// Throws OutOfMemory.
    [[nodiscard]] Tensor clone() const {
        Tensor copy(layout_.extents);
        std::copy(begin(), end(), copy.begin());
        return copy;
    }

    [[nodiscard]] const Layout& layout() const noexcept { return layout_; }
    /// Number of elements.
    [[nodiscard]] std::int64_t size() const noexcept { return size_; }
    [[nodiscard]] T* data() noexcept { return static_cast<T*>(data_.get()); }
    [[nodiscard]] const T* data() const noexcept { return static_cast<const T*>(data_.get()); }
    [[nodiscard]] T* begin() noexcept { return data(); }
    [[nodiscard]] T* end() noexcept { return data() + size_; }
    [[nodiscard]] const T* begin() const noexcept { return data(); }
    [[nodiscard]] const T* end() const noexcept { return data() + size_; }
    void fill(T value) { std::fill(begin(), end(), value); }

    /// Element (i0, i1, …); the number of indices must be the rank, each within its extent.
    /// Neither is checked.
    template <class... Index>
    [[nodiscard]] T& operator()(Index... index) noexcept {
        return data()[offset(index...)];
    }
    template <class... Index>
    [[nodiscard]] const T& operator()(Index... index) const noexcept {
        return data()[offset(index...)];
    }

    operator TensorView() { return TensorView(dtype_of<T>, layout_, data()); }  // NOLINT
    operator ConstTensorView() const {                                          // NOLINT
        return ConstTensorView(dtype_of<T>, layout_, data());
    }

private:
    template <class... Index>
    [[nodiscard]] std::int64_t offset(Index... index) const noexcept {
        const std::array<std::int64_t, sizeof...(Index)> indices{
            static_cast<std::int64_t>(index)...};
        std::int64_t sum = 0;
        for (std::size_t mode = 0; mode < indices.size(); ++mode) {
            sum += indices[mode] * layout_.strides[mode];
        }
        return sum;
    }

    Layout layout_;
    std::int64_t size_;
    std::unique_ptr<void, HostDelete> data_;
};

}  // namespace ttgt
