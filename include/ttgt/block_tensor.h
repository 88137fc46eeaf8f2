// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_layout.h>
#include <ttgt/dtype.h>
#include <ttgt/export.h>
#include <ttgt/tensor.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace ttgt {

/// A tensor of blocks that calls only read. The view does not own the elements; they must outlive
/// every call that gets the view.
class TTGT_EXPORT ConstBlockTensorView {
public:
    /// All blocks in one array: block i begins layout.offset(i) elements after `pool`. Throws
    /// InvalidArgument where the layout has no offsets.
    ConstBlockTensorView(DType dtype, BlockLayout layout, const void* pool,
                         MemorySpace space = MemorySpace::host);
    /// Blocks anywhere: blocks[i] is the address of element (0, 0, …) of block i. Throws
    /// InvalidArgument where there are more or fewer addresses than blocks.
    ConstBlockTensorView(DType dtype, BlockLayout layout, std::vector<const void*> blocks,
                         MemorySpace space = MemorySpace::host);
    /// A dense tensor: one block, one section a mode.
    ConstBlockTensorView(const ConstTensorView& dense);  // NOLINT: meant to convert

    [[nodiscard]] DType dtype() const noexcept { return dtype_; }
    [[nodiscard]] const BlockLayout& layout() const noexcept { return layout_; }
    [[nodiscard]] MemorySpace space() const noexcept { return space_; }
    /// The array of all blocks; null where each block has an address of its own.
    [[nodiscard]] const void* pool() const noexcept { return pool_; }
    /// The address of element (0, 0, …) of a block.
    [[nodiscard]] const void* data(std::int64_t block) const noexcept;

private:
    DType dtype_;
    MemorySpace space_;
    const void* pool_ = nullptr;
    std::shared_ptr<const std::vector<const void*>> blocks_;  // null: the blocks lie in the pool
    BlockLayout layout_;
};

/// A tensor of blocks that calls may write. The view does not own the elements. It converts to a
/// ConstBlockTensorView of the same elements.
class TTGT_EXPORT BlockTensorView {
public:
    /// All blocks in one array, as ConstBlockTensorView's constructor.
    BlockTensorView(DType dtype, BlockLayout layout, void* pool,
                    MemorySpace space = MemorySpace::host)
        : view_(dtype, std::move(layout), pool, space) {}
    /// Blocks anywhere, as ConstBlockTensorView's constructor.
    BlockTensorView(DType dtype, BlockLayout layout, const std::vector<void*>& blocks,
                    MemorySpace space = MemorySpace::host)
        : view_(dtype, std::move(layout), std::vector<const void*>(blocks.begin(), blocks.end()),
                space) {}
    /// A dense tensor: one block, one section a mode.
    BlockTensorView(const TensorView& dense)  // NOLINT: meant to convert
        : view_(static_cast<const ConstTensorView&>(dense)) {}

    [[nodiscard]] DType dtype() const noexcept { return view_.dtype(); }
    [[nodiscard]] const BlockLayout& layout() const noexcept { return view_.layout(); }
    [[nodiscard]] MemorySpace space() const noexcept { return view_.space(); }
    /// The address of element (0, 0, …) of a block.
    [[nodiscard]] void* data(std::int64_t block) const noexcept {
        return const_cast<void*>(view_.data(block));  // the constructors took it so
    }
    operator const ConstBlockTensorView&() const noexcept { return view_; }  // NOLINT: converts

private:
    ConstBlockTensorView view_;
};

/// Owns a tensor of blocks in host memory: one 256-byte aligned array of the blocks one after the
/// other, each packed, its first mode fastest. The elements are zero at first. Move-only: call
/// clone() to copy.
template <class T>
class BlockTensor {
public:
    /// Makes a tensor of zeros with the blocks of `layout`, whose strides and offsets do not
    /// matter. Throws OutOfMemory.
    explicit BlockTensor(const BlockLayout& layout)
        : layout_(layout.is_packed() ? layout : packed_copy(layout)),
          data_(allocate_zeroed_host(layout_.elements() * std::int64_t{sizeof(T)})) {}

    /// A copy of the tensor and its elements. Throws OutOfMemory.
    [[nodiscard]] BlockTensor clone() const {
        BlockTensor copy(layout_);
        std::copy(begin(), end(), copy.begin());
        return copy;
    }

    [[nodiscard]] const BlockLayout& layout() const noexcept { return layout_; }
    /// The elements of all blocks together.
    [[nodiscard]] std::int64_t size() const noexcept { return layout_.elements(); }
    [[nodiscard]] T* begin() noexcept { return static_cast<T*>(data_.get()); }
    [[nodiscard]] T* end() noexcept { return begin() + size(); }
    [[nodiscard]] const T* begin() const noexcept { return static_cast<const T*>(data_.get()); }
    [[nodiscard]] const T* end() const noexcept { return begin() + size(); }
    /// The elements of a block. Precondition: block is at least 0 and below layout().blocks().
    [[nodiscard]] T* block(std::int64_t block) noexcept { return begin() + layout_.offset(block); }
    [[nodiscard]] const T* block(std::int64_t block) const noexcept {
        return begin() + layout_.offset(block);
    }

    operator BlockTensorView() { return {dtype_of<T>, layout_, begin()}; }  // NOLINT: converts
    operator ConstBlockTensorView() const {                                 // NOLINT: converts
        return {dtype_of<T>, layout_, static_cast<const void*>(begin())};
    }

private:
    static BlockLayout packed_copy(const BlockLayout& layout) {
        std::vector<std::int32_t> coordinates;
        for (std::int64_t block = 0; block < layout.blocks(); ++block) {
            const std::span<const std::int32_t> its = layout.coordinates(block);
            coordinates.insert(coordinates.end(), its.begin(), its.end());
        }
        return BlockLayout(layout.sections(), std::move(coordinates), layout.blocks());
    }

    BlockLayout layout_;
    std::unique_ptr<void, HostDelete> data_;
};

}  // namespace ttgt
