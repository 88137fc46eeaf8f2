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

/// A tensor that calls only read. The view does not own the elements; they must outlive every call
/// that gets the view.
class TTGT_EXPORT ConstTensorView {
public:
    /// `data` is the address of element (0, 0, …), in the memory space `space`. Throws
    /// InvalidArgument or SizeOverflow where `layout` is invalid, as check_layout() does.
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

/// A tensor that calls may write. The view does not own the elements. It converts to a
/// ConstTensorView of the same elements.
class TTGT_EXPORT TensorView {
public:
    /// `data` is the address of element (0, 0, …), in the memory space `space`. Throws
    /// InvalidArgument or SizeOverflow where `layout` is invalid, as check_layout() does.
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

/// A view of an array in host memory, without gaps, first mode fastest. `data` is the address of
/// element (0, 0, …). Throws InvalidArgument or SizeOverflow where the extents are invalid.
template <class T>
[[nodiscard]] TensorView view(T* data, std::vector<std::int64_t> extents) {
    return TensorView(dtype_of<T>, packed(std::move(extents)), data);
}
/// A view of an array in host memory with strides in elements. `data` is the address of element
/// (0, 0, …). Throws InvalidArgument or SizeOverflow where extents and strides are invalid.
template <class T>
[[nodiscard]] TensorView view(T* data, std::vector<std::int64_t> extents,
                              std::vector<std::int64_t> strides) {
    return TensorView(dtype_of<T>, Layout{std::move(extents), std::move(strides)}, data);
}
/// A view of a constant array in host memory, without gaps, first mode fastest. `data` is the
/// address of element (0, 0, …). Throws InvalidArgument or SizeOverflow where the extents are
/// invalid.
template <class T>
[[nodiscard]] ConstTensorView view(const T* data, std::vector<std::int64_t> extents) {
    return ConstTensorView(dtype_of<T>, packed(std::move(extents)), data);
}
/// A view of a constant array in host memory with strides in elements. `data` is the address of
/// element (0, 0, …). Throws InvalidArgument or SizeOverflow where extents and strides are invalid.
template <class T>
[[nodiscard]] ConstTensorView view(const T* data, std::vector<std::int64_t> extents,
                                   std::vector<std::int64_t> strides) {
    return ConstTensorView(dtype_of<T>, Layout{std::move(extents), std::move(strides)}, data);
}

/// Frees memory that allocate_host() or allocate_zeroed_host() returned.
struct TTGT_EXPORT HostDelete {
    void operator()(void* data) const noexcept;
};
/// Allocates `bytes` bytes of host memory, aligned to 256 bytes. Throws OutOfMemory.
[[nodiscard]] TTGT_EXPORT std::unique_ptr<void, HostDelete> allocate_host(std::int64_t bytes);
/// Allocates `bytes` bytes of host memory, aligned to 256 bytes, and sets them to zero. OpenMP's
/// threads write equal parts of the zeros: on machines with several NUMA nodes, each part then lies
/// in the node of the thread that will work on it. Throws OutOfMemory.
[[nodiscard]] TTGT_EXPORT std::unique_ptr<void, HostDelete> allocate_zeroed_host(
    std::int64_t bytes);

/// Owns a tensor in host memory, without gaps, first mode fastest, 256-byte aligned. The elements
/// are zero at first. Move-only: call clone() to copy a tensor, so that copies of large tensors are
/// visible in the code.
template <class T>
class Tensor {
public:
    /// Makes a tensor of zeros. Throws InvalidArgument or SizeOverflow where the extents are
    /// invalid, as packed() does, and OutOfMemory.
    explicit Tensor(std::vector<std::int64_t> extents)
        : layout_(packed(std::move(extents))),
          size_(volume(layout_)),
          data_(allocate_zeroed_host(packed_bytes(layout_, sizeof(T)))) {}

    /// A copy of the tensor and its elements. Throws OutOfMemory.
    [[nodiscard]] Tensor clone() const {
        Tensor copy(layout_.extents);
        std::copy(begin(), end(), copy.begin());
        return copy;
    }

    [[nodiscard]] const Layout& layout() const noexcept { return layout_; }
    /// The number of elements.
    [[nodiscard]] std::int64_t size() const noexcept { return size_; }
    [[nodiscard]] T* data() noexcept { return static_cast<T*>(data_.get()); }
    [[nodiscard]] const T* data() const noexcept { return static_cast<const T*>(data_.get()); }
    [[nodiscard]] T* begin() noexcept { return data(); }
    [[nodiscard]] T* end() noexcept { return data() + size_; }
    [[nodiscard]] const T* begin() const noexcept { return data(); }
    [[nodiscard]] const T* end() const noexcept { return data() + size_; }
    void fill(T value) { std::fill(begin(), end(), value); }

    /// Element (i0, i1, …). Preconditions, not checked: there is one index for each mode, and each
    /// index is at least 0 and below the mode's extent.
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
